import { judgeDays } from '@/lib/features/detector/internal/nightly';
import { db, pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';
import { Fleet, symptomsOf } from './fleet';

/** Days before the last whole one, as text. */
const DAY_MS = 86_400_000;
const NOW = Date.now();
const dayOf = (back: number) => new Date(NOW + 8 * 3_600_000 - (back + 1) * DAY_MS).toISOString().slice(0, 10);

describe('rules over days (silent-screens F2, D01 to D07)', () => {
  useFreshDatabase();

  let fleet: Fleet;
  beforeAll(() => {
    fleet = new Fleet(NOW);
  });
  afterAll(() => fleet.stop());

  const night = async () => {
    await judgeDays(new Date(fleet.now));
    await fleet.act();
  };
  const cycles = (no: string, back: number, columns: Record<string, unknown>) => {
    const names = Object.keys(columns);
    return pool().query(
      `INSERT INTO equipment_cycle_day (equipment_no, day, ${names.join(', ')}) VALUES ($1, $2, ${names.map((_, index) => `$${index + 3}`).join(', ')})
       ON CONFLICT (equipment_no, day) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      [no, dayOf(back), ...Object.values(columns)],
    );
  };
  const days = (no: string, back: number, trips: number, runSec: number, kwh: number) =>
    pool().query(
      `INSERT INTO equipment_day (equipment_no, day, branch_code, trips, run_sec, energy_kwh) VALUES ($1, $2, 'B1', $3, $4, $5)
       ON CONFLICT (equipment_no, day) DO UPDATE SET trips = excluded.trips, run_sec = excluded.run_sec, energy_kwh = excluded.energy_kwh`,
      [no, dayOf(back), trips, runSec, kwh],
    );

  it('D01: doors that close a third slower than in 90 days, until three days are calm; once, however often it runs', async () => {
    await createBox('C1', 'E1');
    for (let back = 0; back < 60; back += 1)
      await cycles('E1', back, { door_closings: 100, door_close_ms: 100 * (back < 7 ? 4000 : 3000) });
    await Promise.all([judgeDays(new Date(fleet.now)), judgeDays(new Date(fleet.now))]);
    await night();
    expect(await symptomsOf('E1')).toEqual(['D01 INIT 1']);
    for (let back = 0; back < 9; back += 1) await cycles('E1', back, { door_closings: 100, door_close_ms: 100 * 3100 });
    await night();
    expect(await symptomsOf('E1')).toEqual(['D01 INACTIVE 1']);
  });

  it('D02: reversals at more than five of a hundred closings on three days running', async () => {
    await createBox('C2', 'E2');
    for (let back = 0; back < 3; back += 1)
      await cycles('E2', back, { door_closings: 100, door_reversals: back === 2 ? 5 : 6 });
    await night();
    expect(await symptomsOf('E2')).toEqual([]);
    await cycles('E2', 2, { door_closings: 100, door_reversals: 6 });
    await night();
    expect(await symptomsOf('E2')).toEqual(['D02 INIT 1']);
  });

  it('D03: stops off the level, of enough stops', async () => {
    for (const [no, stops] of [
      ['3', 199],
      ['4', 200],
    ] as const) {
      await createBox(`C${no}`, `E${no}`);
      await cycles(`E${no}`, 1, { stops, off_level_stops: 3 });
    }
    await night();
    expect([await symptomsOf('E3'), await symptomsOf('E4')]).toEqual([[], ['D03 INIT 1']]);
  });

  it('D04: one code three times on a day that nobody was called to', async () => {
    await createBox('C5', 'E5');
    const fault = (id: number) =>
      pool().query(
        `INSERT INTO equipment_event (equipment_no, branch_code, event_id, sub_type, code, object_status, start_at, end_at)
         VALUES ('E5', 'B1', $1, 'error', '01', false, ($2::date + time '12:00') AT TIME ZONE 'Asia/Shanghai', ($2::date + time '12:05') AT TIME ZONE 'Asia/Shanghai')`,
        [`e${id}`, dayOf(0)],
      );
    await fault(1);
    await fault(2);
    await night();
    expect(await symptomsOf('E5')).toEqual([]);
    await fault(3);
    await night();
    expect(await symptomsOf('E5')).toEqual(['D04 INIT 1']);
  });

  it('D04: one code three times within 24 hours, across midnight too, and not of the day before alone', async () => {
    const fault = (no: string, back: number, time: string) =>
      pool().query(
        `INSERT INTO equipment_event (equipment_no, branch_code, event_id, sub_type, code, object_status, start_at, end_at)
         VALUES ($1, 'B1', $2, 'error', '01', false, ($3::date + $4::time) AT TIME ZONE 'Asia/Shanghai', ($3::date + $4::time) AT TIME ZONE 'Asia/Shanghai' + interval '5 minutes')`,
        [no, `${back} ${time}`, dayOf(back), time],
      );
    for (const no of ['10', '11', '12']) await createBox(`C${no}`, `E${no}`);
    for (const time of ['20:00', '23:00']) {
      await fault('E10', 1, time);
      await fault('E11', 1, time);
      await fault('E12', 1, time);
    }
    await fault('E10', 0, '19:59');
    await fault('E11', 0, '20:01');
    await fault('E12', 1, '23:30');
    await night();
    expect([await symptomsOf('E10'), await symptomsOf('E11'), await symptomsOf('E12')]).toEqual([
      ['D04 INIT 1'],
      [],
      [],
    ]);
  });

  it('D05: a trip between two floors that takes a fifth longer', async () => {
    await createBox('C6', 'E6');
    for (let back = 0; back < 60; back += 1)
      await cycles('E6', back, { floor_pairs: JSON.stringify({ '1-5': [10, 10 * (back < 7 ? 13_000 : 10_000)] }) });
    await night();
    expect(await symptomsOf('E6')).toEqual(['D05 INIT 1']);
  });

  it('D06 and D07: energy a trip, and heavy use, day after day', async () => {
    await createBox('C7', 'E7');
    for (let back = 0; back < 60; back += 1) await days('E7', back, 1001, 3600, back < 7 ? 14 : 10);
    await night();
    expect(await symptomsOf('E7')).toEqual(['D06 INIT 1', 'D07 INIT 1']);
    await days('E7', 3, 1000, 3600, 14);
    for (let back = 0; back < 14; back += 1) await days('E7', back, 900, 3600, 9);
    await night();
    expect(await symptomsOf('E7')).toEqual(['D06 INACTIVE 1', 'D07 INACTIVE 1']);
  });

  it('a rule that is off for a unit says nothing of it', async () => {
    await db().detectorSetting.create({
      data: { rule: 'D03', scope: 'unit', target: 'E8', enabled: false, numbers: {} },
    });
    await createBox('C8', 'E8');
    await cycles('E8', 1, { stops: 1000, off_level_stops: 500 });
    await night();
    expect(await symptomsOf('E8')).toEqual([]);
  });
});
