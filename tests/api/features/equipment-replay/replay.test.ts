import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { Ingest } from '@/lib/live/telemetry/ingest';
import { applyTimeRules } from '@/lib/live/telemetry/time-rules';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { stateAt, type ReplayChange } from '@/lib/live/units/trace';
import type { EquipmentReplay } from '@/lib/features/equipment-replay/contract';
import { seeded } from '@/lib/programs/simulator/random';
import { call, forgetTokens } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';
import { EVERYTHING, without } from '../strategies/support/strategy';

/** What boxes publish goes in through the ingest and is read back as the past of the live page (readings 75). */

useFreshDatabase();
afterAll(closePortal);

const MINUTE = 60_000;
/** Some time ago, so that the whole window is over. */
const START = Math.floor(Date.now() / 300_000) * 300_000 - 90 * MINUTE;
let now = START;
let ingest: Ingest;

beforeAll(async () => {
  await createPersonas();
  ingest = new Ingest({ pool, now: () => now, flushMs: 1, downlink: { publish: () => undefined } });
});
afterAll(() => ingest.stop());

type Leaf = 'status' | 'connection' | 'event';
async function send(cubeNo: string, leaf: Leaf, body: Record<string, unknown>): Promise<void> {
  await new Promise((settle) =>
    ingest.offer({ cubeNo, leaf, source: 'mqtt', payload: Buffer.from(JSON.stringify({ v: 1, ...body })), settle }),
  );
}
const read = (equipmentNo: string, at: number | string, name: PersonaName = 'platformAdmin') =>
  call<EquipmentReplay>(name, 'GET', `equipmentReplay/${equipmentNo}?at=${encodeURIComponent(at)}`);
const plain = (status: LiveStatus) =>
  Object.fromEntries(Object.entries(status).map(([key, { at: _at, ...entry }]) => [key, entry]));
const shownAt = (replay: EquipmentReplay, moment: number) =>
  plain(stateAt(replay.changes as unknown as ReplayChange[], moment));

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

/** A message of the test, and what its box means by it: a whole state, or some keys. */
interface Sent {
  readonly at: number;
  readonly full: boolean;
  readonly status: Record<string, Record<string, unknown>>;
}

describe('the past of a unit', () => {
  it('equals, at 40 random moments and key by key, an independent evaluation of the published messages', async () => {
    await createBox('RC1', 'R1', { floorMapping: { '1': 'B1', '2': '1', '3': '2', '4': '3' } });
    const random = seeded('replay');
    const sent: Sent[] = [];
    const value: Record<string, () => Record<string, unknown>> = {
      door: () => ({ value: random.pick(['Closed', 'Opening', 'Opened', 'Blocked']) }),
      drive: () => ({ value: random.pick(['Moving', 'Standing']) }),
      position: () => ({ physicalvalue: random.whole(1, 4) }),
      mode: () => ({ value: random.pick(['N', 'INS']), secondary: random.pick([[], ['JAB'], ['JAB', 'KFM']]) }),
      errorstate: () => random.pick([{ value: false }, { value: true, code: random.whole(1, 60) }]),
      alarm: () => random.pick([{ value: 'Off' }, { value: 'On', tracking: { code: 10003, entrap_enable: false } }]),
      speed: () => ({ value: random.whole(0, 1750) }),
      technicianonsite: () => ({ value: random.chance(0.5) }),
    };
    const keys = Object.keys(value);
    for (now = START; now < START + 40 * MINUTE; now += random.whole(1200, 20_000)) {
      const full = random.chance(0.03);
      // A whole state may leave keys out: those are forgotten.
      const some = keys.filter(() => random.chance(full ? 0.8 : 0.3));
      const status = Object.fromEntries(some.map((key) => [key, value[key]?.() ?? {}]));
      if (some.length === 0) continue;
      sent.push({ at: now, full, status });
      await send('RC1', 'status', { equipmentNo: 'R1', at: now, full, status });
      // Some arrive twice, some too late to count.
      if (random.chance(0.1)) await send('RC1', 'status', { equipmentNo: 'R1', at: now, full, status });
      if (random.chance(0.1))
        await send('RC1', 'status', {
          equipmentNo: 'R1',
          at: now - 900,
          status: { [some[0] ?? 'door']: value.door?.() },
        });
    }
    await ingest.idle();
    expect(sent.length).toBeGreaterThan(150);

    const label: Record<number, string> = { 1: 'B1', 2: '1', 3: '2', 4: '3' };
    let state: Record<string, Record<string, unknown>> = {};
    const course = sent.map(({ at, full, status }) => {
      const told = Object.fromEntries(
        Object.entries(status).map(([key, entry]) => [
          key,
          key === 'position' ? { ...entry, value: label[Number(entry.physicalvalue)] } : entry,
        ]),
      );
      state = full ? told : { ...state, ...told };
      return { at, told, state };
    });
    const fold = (moment: number) => course.findLast(({ at }) => at <= moment)?.state ?? {};
    // When a key was told with the value that it has at a moment, since it has it: what it is as old as is one of these.
    const toldSince = (key: string, moment: number) => {
      const wanted = JSON.stringify(fold(moment)[key]);
      const moments: number[] = [];
      for (const one of course) {
        if (one.at > moment) break;
        if (JSON.stringify(one.state[key]) !== wanted) moments.length = 0;
        else if (one.told[key]) moments.push(one.at);
      }
      return moments;
    };
    const at = START + 22 * MINUTE;
    const { data: replay, code } = await read('R1', at);
    expect([code, replay.from, replay.until, replay.isCut]).toEqual([200, at - 10 * MINUTE, at + 10 * MINUTE, false]);
    for (let moment = 0; moment < 40; moment += 1) {
      const when = replay.from + Math.round(random.next() * (replay.until - replay.from));
      const { onlinestatus, ...shown } = shownAt(replay, when);
      expect(onlinestatus).toEqual({ value: 1 });
      expect(shown).toEqual(fold(when));
      const ages = stateAt(replay.changes as unknown as ReplayChange[], when);
      for (const key of Object.keys(shown))
        expect([key, toldSince(key, when)]).toEqual([key, expect.arrayContaining([ages[key]?.at])]);
    }
    // And before the window nothing but what was known when it began.
    expect(shownAt(replay, replay.from)).toMatchObject(fold(replay.from));
    expect(new Set(replay.changes.filter((one) => one.at < replay.from).map(({ key }) => key)).size).toBe(
      replay.changes.filter((one) => one.at < replay.from).length,
    );
  }, 120_000);

  it('knows the state of a unit that had nothing to say for hours, and when the clock or its box moved it', async () => {
    await createBox('RC2', 'R2');
    now = START;
    await send('RC2', 'connection', { state: 'online', session: 's1', at: now });
    await send('RC2', 'status', { equipmentNo: 'R2', at: now, status: { door: { value: 'Closed' } } });
    await ingest.idle();
    now = START + 50 * MINUTE;
    await send('RC2', 'connection', { state: 'offline', session: 's1', at: now });
    await ingest.idle();
    const { data: replay } = await read('R2', now);
    expect(shownAt(replay, now - 1)).toEqual({
      door: { value: 'Closed' },
      connection: { value: 'online' },
      onlinestatus: { value: 1 },
    });
    expect(shownAt(replay, now).connection).toEqual({ value: 'offline' });

    const later = now + 20 * MINUTE;
    await pool().query(
      "UPDATE equipment_status SET last_data_at = to_timestamp($1 / 1000.0) WHERE equipment_no = 'R2'",
      [later - 73 * 60 * MINUTE],
    );
    await applyTimeRules(pool(), later);
    const { data: moved } = await read('R2', later);
    expect([later - 1, later].map((moment) => shownAt(moved, moment).onlinestatus?.value)).toEqual([1, 0]);
  });

  it('tells of the faults and trapped persons that reach into it, and of what was done about call-outs', async () => {
    const box = await createBox('RC3', 'R3');
    now = START + 30 * MINUTE;
    const event = (eventId: string, objectStatus: boolean, at: number, rest: object = {}) =>
      send('RC3', 'event', {
        equipmentNo: box.equipmentNo,
        eventId,
        subType: 'error',
        code: '52',
        objectStatus: String(objectStatus),
        at,
        ...rest,
      });
    await event('before', true, now - 50 * MINUTE, { code: '12' });
    await event('before', false, now - 40 * MINUTE, { code: '12' });
    await event('lasting', true, now - 30 * MINUTE);
    await send('RC3', 'status', { equipmentNo: 'R3', at: now, status: { entrapment: { value: true } } });
    now += 5 * MINUTE;
    await send('RC3', 'status', { equipmentNo: 'R3', at: now, status: { entrapment: { value: false } } });
    await ingest.idle();
    await db().callback.create({
      data: {
        callbackId: 'RC-1',
        equipmentNo: 'R3',
        branchCode: 'B1',
        callbackType: 'Customer call',
        jobStatus: 'SITE',
        createDate: new Date(now),
        jobUpdateDate: new Date(now),
        statuses: {
          create: [
            { status: 'INIT', updateTime: new Date(now) },
            { status: 'PAGE', updateTime: new Date(now + MINUTE) },
            { status: 'SITE', updateTime: new Date(now + 30 * MINUTE) },
          ],
        },
      },
    });
    const { data: replay } = await read('R3', formatDateTime(now));
    expect(replay.events.map(({ subType, endAt }) => [subType, endAt]).sort()).toEqual([
      ['entrapment', now],
      ['error', null],
    ]);
    expect(replay.steps).toEqual([
      { callbackId: 'RC-1', status: 'INIT', at: now },
      { callbackId: 'RC-1', status: 'PAGE', at: now + MINUTE },
    ]);
  });

  it('is empty where nothing was kept, ends at the present moment, and an invalid moment is refused', async () => {
    const { data: old } = await read('R1', START - 40 * 24 * 60 * MINUTE);
    expect(old).toMatchObject({ changes: [], events: [], isCut: false });
    const { data: present } = await read('R1', Date.now());
    expect(present.until).toBeLessThanOrEqual(Date.now());
    for (const at of ['', 'yesterday', '1e9', '-5', '0', '0001-01-01', '999999999999999'])
      expect([at, (await read('R1', at)).code]).toEqual([at, 400]);
  });

  it('answers at most 20,000 changes and says where they end', async () => {
    await createBox('RC4', 'R4');
    const changes = Array.from({ length: 21_000 }, (_, index) => [START + index * 10, 'speed', index % 1750]);
    await pool().query('INSERT INTO equipment_trace VALUES ($1, $2, $3)', [
      'R4',
      new Date(START),
      JSON.stringify(changes),
    ]);
    const { data: replay } = await read('R4', START + MINUTE);
    expect([replay.changes.length, replay.isCut, replay.until]).toEqual([20_000, true, START + 199_990]);
  });
});

describe('who may see the past of a unit', () => {
  beforeAll(async () => {
    await pool().query('INSERT INTO equipment_trace VALUES ($1, $2, $3)', [
      'E-1',
      new Date(START),
      JSON.stringify([
        [START, 'door', 'Closed'],
        [START + 1, 'mode', 'N'],
        [START + 2, 'errorstate', true],
        [START + 3, 'entrapment', true],
      ]),
    ]);
  });
  const keysFor = async (name: PersonaName) => {
    const { data } = await read('E-1', START + MINUTE, name);
    return data.changes.map(({ key }) => key).sort();
  };
  const event = (subType: 'error' | 'entrapment' | 'event') =>
    db().equipmentEvent.create({
      data: {
        equipmentNo: 'E-1',
        branchCode: 'B01',
        eventId: `past-${subType}`,
        subType,
        code: '12',
        objectStatus: false,
        startAt: new Date(START),
        endAt: new Date(START + MINUTE),
      },
    });

  it('is whoever may see the unit’s live page, and only of units in scope', async () => {
    expect((await read('E-1', START, 'customerLite')).code).toBe(200);
    expect((await read('E-1', START, 'customerElite')).code).toBe(511);
    expect((await read('NO-SUCH', START)).code).toBe(404);
    await db().roleAuthority.deleteMany({ where: { role: 'role-customerEssence', authority: 'MONITOR_READ' } });
    forgetActors();
    forgetTokens();
    expect((await read('E-1', START, 'customerEssence')).code).toBe(403);
  });

  it('an account that sees dates without times has no replay; a data strategy leaves what concerns trapped persons', async () => {
    await underStrategy({ maskTime: true }, async () => {
      expect((await read('E-1', START, 'customerLite')).code).toBe(403);
      await event('error');
      await event('entrapment');
      const { data } = await read('E-1', START + MINUTE, 'customerLite');
      expect(data.changes.map(({ key }) => key)).toEqual(['entrapment']);
      expect(data.events.map(({ subType }) => subType)).toEqual(['entrapment']);
    });
    await db().authority.createMany({ data: [{ authority: 'DISABLE_MAINTENANCE_HH_MM_SS' }], skipDuplicates: true });
    await db().roleAuthority.create({
      data: { role: 'role-customerLite', authority: 'DISABLE_MAINTENANCE_HH_MM_SS' },
    });
    forgetActors();
    forgetTokens();
    expect((await read('E-1', START, 'customerLite')).code).toBe(403);
  });

  it('a data strategy hides its groups, and everything older than its months except trapped persons', async () => {
    await event('event');
    await underStrategy({ dataGroups: without('faults') }, async () => {
      expect(await keysFor('branchManager')).toEqual(['door', 'entrapment', 'mode']);
      const { data } = await read('E-1', START, 'branchManager');
      expect(data.events.map(({ subType }) => subType).sort()).toEqual(['entrapment', 'event']);
    });
    await underStrategy({ dataGroups: without('live', 'runModes', 'otherEvents') }, async () => {
      expect(await keysFor('branchManager')).toEqual(['entrapment', 'errorstate']);
      const { data } = await read('E-1', START, 'branchManager');
      expect(data.events.map(({ subType }) => subType).sort()).toEqual(['entrapment', 'error']);
    });
    await underStrategy({ historyMonths: 1 }, async () => {
      expect(await keysFor('branchManager')).toEqual(['door', 'entrapment', 'errorstate', 'mode']);
      expect(await read('E-1', START - 40 * 24 * 60 * MINUTE, 'branchManager')).toMatchObject({
        code: 403,
        message: '仅可查看近1个月数据',
      });
    });
  });

  it('a live interval of a data strategy shows nothing earlier than the live page would have', async () => {
    await underStrategy({ liveIntervalSec: 30 }, async () => {
      const { data } = await read('E-1', START + MINUTE, 'branchManager');
      const at = Object.fromEntries(data.changes.map(({ key, at: time }) => [key, time - START]));
      expect(at).toEqual({ door: 0, mode: 30_000, errorstate: 30_000, entrapment: 3 });
    });
  });
});
