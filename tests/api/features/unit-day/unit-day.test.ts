import type { UnitDay } from '@/lib/features/unit-day/contract';
import { Ingest } from '@/lib/live/telemetry/ingest';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { tidyTables } from '@/lib/programs/gateway/tidy-tables';
import { call, forgetTokens } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';
import { EVERYTHING, without } from '../strategies/support/strategy';

/** What boxes publish goes in through the ingest and is read back as the last day of the live page (readings 143). */

useFreshDatabase();
afterAll(closePortal);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** An hour that is over, with time after it. */
const THEN = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR;
let now = THEN;
let ingest: Ingest;

beforeAll(async () => {
  await createPersonas();
  ingest = new Ingest({ pool, now: () => now, flushMs: 1, downlink: { publish: () => undefined } });
});
afterAll(() => ingest.stop());

async function send(cubeNo: string, leaf: 'status' | 'counters' | 'event', body: Record<string, unknown>) {
  await new Promise((settle) =>
    ingest.offer({ cubeNo, leaf, source: 'mqtt', payload: Buffer.from(JSON.stringify({ v: 1, ...body })), settle }),
  );
}
/** Both counters at a time, as a box sends them. */
async function count(cubeNo: string, equipmentNo: string, at: number, trips: number, openings = trips) {
  now = at;
  await send(cubeNo, 'counters', {
    equipmentNo,
    at,
    counters: { trips: { value: trips }, openings: { value: openings } },
  });
}
async function say(cubeNo: string, equipmentNo: string, at: number, status: Record<string, object>) {
  now = at;
  await send(cubeNo, 'status', { equipmentNo, at, status });
}
const read = (equipmentNo: string, name: PersonaName = 'platformAdmin') =>
  call<UnitDay>(name, 'GET', `unitDay/${equipmentNo}`);
const hourOf = ({ hours }: UnitDay, at: number) => hours.find((hour) => hour.at === at);

async function underStrategy(rest: object, work: () => Promise<void>) {
  await db().userStrategy.create({
    data: { strategyId: 'limit', strategyName: 'limit', level: 'default', ...EVERYTHING, enabled: true, ...rest },
  });
  forgetStrategies();
  try {
    await work();
  } finally {
    await db().userStrategy.deleteMany();
    forgetStrategies();
  }
}

describe('the last day of a unit', () => {
  it('counts trips, doors and re-openings by the hour of what was published; a silent hour is unknown, not 0', async () => {
    await createBox('DC1', 'D1');
    await say('DC1', 'D1', THEN - 6 * MINUTE, { door: { value: 'Closed' }, mode: { value: 'N' } });
    await count('DC1', 'D1', THEN - 5 * MINUTE, 100, 200);
    for (let minute = 0; minute < 60; minute += 10)
      await count('DC1', 'D1', THEN + minute * MINUTE, 101 + minute / 10, 210 + minute);
    // The door closes, opens again, and that message comes twice.
    await say('DC1', 'D1', THEN + 51 * MINUTE, { door: { value: 'Closing' } });
    await say('DC1', 'D1', THEN + 52 * MINUTE, { door: { value: 'Opening' } });
    await say('DC1', 'D1', THEN + 52 * MINUTE, { door: { value: 'Opening' } });
    // Next hour: heard, nobody travels. Then two hours of silence.
    for (let minute = 0; minute <= 50; minute += 10) await count('DC1', 'D1', THEN + HOUR + minute * MINUTE, 106, 260);
    await count('DC1', 'D1', THEN + 4 * HOUR, 150, 400);
    await count('DC1', 'D1', THEN + 4 * HOUR + 5 * MINUTE, 153, 406);
    await ingest.idle();

    const { data, code } = await read('D1');
    expect(code).toBe(200);
    expect(data.hours).toHaveLength(24);
    expect(hourOf(data, THEN)).toEqual({
      at: THEN,
      trips: 6,
      openings: 60,
      reversals: 1,
      runSec: null,
      partial: false,
    });
    expect(hourOf(data, THEN + HOUR)).toMatchObject({ trips: 0, openings: 0, reversals: 0, partial: true });
    for (const silent of [2, 3])
      expect(hourOf(data, THEN + silent * HOUR)).toMatchObject({ trips: null, openings: null, reversals: null });
    // What was counted meanwhile belongs to no hour; from the second reading on it does.
    expect(hourOf(data, THEN + 4 * HOUR)).toMatchObject({ trips: 3, openings: 6, partial: true });
    expect(data.silent).toContainEqual({ from: THEN + HOUR + 50 * MINUTE, until: THEN + 4 * HOUR });
    const { rows } = await pool().query('SELECT sum(trips)::int AS trips FROM equipment_day WHERE equipment_no = $1', [
      'D1',
    ]);
    expect(rows).toEqual([{ trips: 53 }]);
  });

  it('tells faults with their words, how long they lasted and the call-out, and the stops of the day', async () => {
    await createBox('DC2', 'D2');
    await pool().query("UPDATE edge_cube SET bind_date = $1 WHERE cube_no = 'DC2'", [new Date(THEN)]);
    const fault = { equipmentNo: 'D2', eventId: 'f-1', subType: 'error', code: '52' };
    await say('DC2', 'D2', THEN, { mode: { value: 'N' } });
    now = THEN + MINUTE;
    await send('DC2', 'event', { ...fault, objectStatus: 'true', at: now });
    now = THEN + 11 * MINUTE;
    await send('DC2', 'event', { ...fault, objectStatus: 'false', at: now });
    const lasting = Math.floor(Date.now() / 1000) * 1000 - 4 * MINUTE;
    now = lasting;
    await send('DC2', 'event', { ...fault, eventId: 'f-2', code: '311', objectStatus: 'true', at: now });
    await ingest.idle();
    await pool().query(
      `INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, person_trapped, person_injured, create_date, job_update_date)
       VALUES ('DCB-1', 'D2', 'B1', 'Customer call', 'PAGE', false, false, $1, $1),
              ('DCB-0', 'D2', 'B1', 'Customer call', 'CLSC', false, false, $2, $2)`,
      [new Date(lasting + MINUTE), new Date(THEN)],
    );
    // Cancelled: nobody came for the fault.
    await pool().query(`UPDATE callback SET close_date = $1 WHERE callback_id = 'DCB-0'`, [
      new Date(THEN + 9 * MINUTE),
    ]);
    const { data } = await read('D2');
    expect(data.faults.map(({ code, at, until, lasts, callback }) => [code, at, until, lasts, callback])).toEqual([
      ['311', lasting, null, true, { callbackId: 'DCB-1', state: 'open' }],
      ['52', THEN + MINUTE, THEN + 11 * MINUTE, false, null],
    ]);
    const { rows } = await pool().query<{ text: string }>("SELECT text FROM gb_code_dict WHERE gb_code = '52'");
    expect(data.faults[1]?.text).toBe(rows[0]?.text ?? '');
    expect(data.stops.filter(({ kind }) => kind === 'fault').at(-1)).toEqual({
      kind: 'fault',
      from: lasting,
      until: null,
    });
    expect(data.days.at(-1)).toMatchObject({ day: formatDate(Date.now()) });
    expect(data.days).toHaveLength(7);
    expect(data.faultTotal).toBe(2);
    // Nobody heard the unit before it had a box.
    expect(data.days.slice(0, 4).map(({ faults }) => faults)).toEqual([null, null, null, null]);
  });

  it('says nothing of a unit that was never heard', async () => {
    await createBox('DC3', 'D3');
    const { data } = await read('D3');
    expect(data.hours.every(({ trips, openings }) => trips === null && openings === null)).toBe(true);
    expect(data.silent).toEqual([{ from: data.from, until: data.until }]);
    expect(data.days.every(({ faults }) => faults === null)).toBe(true);
  });

  it('keeps hours for three days', async () => {
    const old = new Date(Math.floor(Date.now() / HOUR) * HOUR - 4 * DAY);
    await pool().query('INSERT INTO equipment_hour (equipment_no, hour, trips) VALUES ($1, $2, 9)', ['D3', old]);
    await pool().query('INSERT INTO equipment_hour (equipment_no, hour, trips) VALUES ($1, $2, 7)', [
      'D3',
      new Date(old.getTime() + 2 * DAY),
    ]);
    await tidyTables(new Date());
    const { rows } = await pool().query("SELECT trips FROM equipment_hour WHERE equipment_no = 'D3'");
    expect(rows).toEqual([{ trips: 7 }]);
  });
});

describe('who is told of the last day', () => {
  beforeAll(async () => {
    const start = new Date(THEN);
    await pool().query(
      "UPDATE equipment_status SET last_data_at = now(), online_status = 1 WHERE equipment_no = 'E-1'",
    );
    await pool().query('INSERT INTO equipment_hour (equipment_no, hour, trips, openings) VALUES ($1, $2, 4, 5)', [
      'E-1',
      start,
    ]);
    await db().equipmentEvent.create({
      data: {
        equipmentNo: 'E-1',
        branchCode: 'B01',
        eventId: 'day-1',
        subType: 'error',
        code: '12',
        objectStatus: false,
        startAt: start,
        endAt: new Date(THEN + MINUTE),
      },
    });
  });

  it('is whoever may see the live page, and only of units in scope', async () => {
    expect((await read('E-1', 'customerLite')).code).toBe(200);
    expect((await read('E-1', 'customerElite')).code).toBe(511);
    expect((await read('NO-SUCH')).code).toBe(404);
  });

  it('a data strategy keeps faults and stops, or the counters, back and says so', async () => {
    await underStrategy({ dataGroups: without('faults') }, async () => {
      const { data } = await read('E-1', 'branchManager');
      expect(data).toMatchObject({
        withheld: ['faults'],
        faults: [],
        stops: [],
        days: [],
        faultTotal: null,
        stopSec: null,
      });
      expect(hourOf(data, THEN)).toMatchObject({ trips: 4 });
    });
    await underStrategy({ dataGroups: without('live') }, async () => {
      const { data } = await read('E-1', 'branchManager');
      expect(data).toMatchObject({ withheld: ['live'], hours: [], faultTotal: 1 });
    });
  });

  it('whoever sees dates alone gets days without hours and times, by strategy and by authority', async () => {
    const isDates = (data: UnitDay) => {
      expect(data).toMatchObject({ withheld: ['times'], from: null, until: null, hours: [], stops: [], silent: [] });
      expect(data.faults).toMatchObject([{ day: formatDate(THEN), at: null, until: null, lasts: false, code: '12' }]);
      expect(data.faultTotal).toBe(1);
    };
    await underStrategy({ maskTime: true }, async () => isDates((await read('E-1', 'branchManager')).data));
    await db().authority.createMany({ data: [{ authority: 'DISABLE_MAINTENANCE_HH_MM_SS' }], skipDuplicates: true });
    await db().roleAuthority.create({
      data: { role: 'role-customerLite', authority: 'DISABLE_MAINTENANCE_HH_MM_SS' },
    });
    forgetActors();
    forgetTokens();
    isDates((await read('E-1', 'customerLite')).data);
  });

  it('of call-outs only who may see them, and nobody without the right to the live page', async () => {
    await pool().query(
      `INSERT INTO callback (callback_id, equipment_no, branch_code, callback_type, job_status, person_trapped, person_injured, create_date, job_update_date)
       VALUES ('DCB-2', 'E-1', 'B01', 'Customer call', 'PAGE', false, false, $1, $1)`,
      [new Date(THEN)],
    );
    expect((await read('E-1', 'branchManager')).data.faults[0]?.callback).toEqual({
      callbackId: 'DCB-2',
      state: 'open',
    });
    await db().roleAuthority.deleteMany({ where: { role: 'role-customerEssence', authority: 'CALLBACK_READ' } });
    forgetActors();
    forgetTokens();
    expect((await read('E-1', 'customerEssence')).data.faults[0]?.callback).toBeNull();
    await db().roleAuthority.deleteMany({ where: { role: 'role-customerEssence', authority: 'MONITOR_READ' } });
    forgetActors();
    forgetTokens();
    expect((await read('E-1', 'customerEssence')).code).toBe(403);
  });
});
