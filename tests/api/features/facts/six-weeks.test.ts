import type { EnergySavingRow } from '@/lib/features/energy-saving/contract';
import type { OperationRow } from '@/lib/features/operation-report/contract';
import { seedDictionaries } from '@/lib/features/dictionaries/internal/seed-dictionaries';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { pool } from '@/lib/platform/db/client';
import { call } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';
import { dateOf, DAYS, liveSixWeeks } from './six-weeks';
import { MARCH_BY_HAND, marchOf, PROJECT_BY_HAND, projectReport } from './six-weeks-reports';

/** Every day and month of six weeks that were lived, not loaded: worked out by hand. */

useFreshDatabase();

let counted: Awaited<ReturnType<typeof liveSixWeeks>>;
beforeAll(async () => {
  await createPersonas();
  await seedDictionaries();
  counted = await liveSixWeeks();
}, 180_000);
afterAll(closePortal);

/** Minutes; counters as they count. */
interface HandDay {
  readonly trips: number | null;
  readonly openings: number | null;
  readonly run: number | null;
  readonly full: number | null;
  readonly crawl: number | null;
  readonly standby: number | null;
  readonly energy: number | null;
  readonly saved: number | null;
  readonly passengers: number | null;
  readonly fault: number;
  readonly own: number;
  readonly unknown: number;
  readonly silent: number;
  readonly service: number;
  readonly seen: boolean;
  readonly shutdowns: number;
  readonly callbacks: number;
  readonly equipmentCallbacks: number;
  readonly entrapments: number;
  readonly flagged: boolean;
  readonly online: number | null;
}
const NOTHING: HandDay = {
  ...{ trips: null, openings: null, run: null, full: null, crawl: null, standby: null, energy: null, saved: null },
  ...{ passengers: null, fault: 0, own: 0, unknown: 0, silent: 0, service: 0, seen: true, shutdowns: 0, callbacks: 0 },
  ...{ equipmentCallbacks: 0, entrapments: 0, flagged: false, online: 1 },
};
/** Four readings a day: 50 trips, 60 openings, 15 minutes, 2.5 kWh, 30 persons each. */
const RUN: HandDay = { ...NOTHING, trips: 200, openings: 240, run: 60, energy: 10, passengers: 120 };
/** 150 minutes at full speed, 15 crawling, 7.5 standing by, 5 kWh, 100 persons each. */
const STEPS: HandDay = { ...NOTHING, run: 660, full: 600, crawl: 60, standby: 30, energy: 20, passengers: 400 };
const SILENT: HandDay = { ...NOTHING, unknown: 1440, silent: 1440, seen: false };

/** What is other than usual on a day. */
const HAND: Readonly<Record<string, { usual: HandDay | null; days: Readonly<Record<number, Partial<HandDay>>> }>> = {
  'W-EV': {
    usual: RUN,
    days: {
      // Its first reading is the base: three more follow.
      1: { trips: 150, openings: 180, run: 45, energy: 7.5, passengers: 90 },
      2: { fault: 37, own: 37, shutdowns: 1, callbacks: 1, equipmentCallbacks: 1 },
      // Nobody called and nobody judged: whose it was is not known.
      4: { fault: 30, shutdowns: 1 },
      6: { service: 45 },
      // No mains for 20 minutes: neither that nor the fault within is its own.
      8: {},
      // The reading that begins anew brings nothing.
      10: { trips: 150, flagged: true },
      12: { fault: 20, own: 20, shutdowns: 1, callbacks: 1, equipmentCallbacks: 1 },
      13: { fault: 20, own: 20 },
      // Told five days later.
      15: { fault: 60, shutdowns: 1 },
      // A cancelled call-out counts nowhere; one of a trapped person that was the user's fault.
      19: { callbacks: 1, entrapments: 1 },
      // A false alarm.
      22: {},
      // From its last sign at 23:48 on nothing is believed: its clock is ten minutes ahead.
      24: { unknown: 12, silent: 12 },
      25: { ...SILENT },
      // Five gains at its first reading.
      26: { trips: 400, openings: 480, run: 120, energy: 20, passengers: 240, flagged: true },
      28: { fault: 60, own: 60, shutdowns: 1, callbacks: 1, equipmentCallbacks: 1 },
      30: { fault: 30, shutdowns: 1 },
    },
  },
  'W-ES': {
    usual: STEPS,
    days: {
      1: { run: 495, full: 450, crawl: 45, standby: 22.5, energy: 15, passengers: 300 },
      3: { fault: 20, shutdowns: 1, callbacks: 1 },
      // 00:05 to 00:25, by its clock 23:55 to 00:15.
      20: { fault: 5, shutdowns: 1 },
      21: { fault: 15 },
      27: { service: 60 },
      // 30 minutes without its controller's power.
      29: {},
      33: { energy: 15, flagged: true },
    },
  },
  'W-SI': {
    usual: RUN,
    days: {
      1: { trips: 150, openings: 180, run: 45, energy: 7.5, passengers: 90 },
      // Silent from noon to noon three days later: half a day is still seen.
      14: { trips: 100, openings: 120, run: 30, energy: 5, passengers: 60, unknown: 720, silent: 720 },
      15: { ...SILENT },
      16: { ...SILENT },
      // Twelve gains at its first reading, then two.
      17: {
        ...{ trips: 700, openings: 840, run: 210, energy: 35, passengers: 420 },
        ...{ unknown: 720, silent: 720, flagged: true },
      },
    },
  },
  'W-NB': {
    usual: null,
    days: {
      9: { fault: 120, own: 120, unknown: 1320, shutdowns: 1, callbacks: 1, equipmentCallbacks: 1 },
      31: { fault: 120, unknown: 1320, shutdowns: 1, callbacks: 1 },
      32: { fault: 120, unknown: 1320 },
      // All was well when somebody came.
      36: { unknown: 1440, callbacks: 1 },
    },
  },
};

/** The day that a person works out; null: there is none. */
function byHand(unit: string, day: number): HandDay | null {
  const { usual, days } = HAND[unit] ?? { usual: null, days: {} };
  const other = days[day];
  if (usual === null) return other ? { ...NOTHING, silent: 1440, seen: false, online: null, ...other } : null;
  // An hour of 6 kW and half an hour of 7.5 kW less, once the powers are entered.
  const saved = unit === 'W-ES' && day >= 10 ? 9.75 : null;
  return { ...usual, saved, ...other };
}
const UNITS = Object.keys(HAND);
const NUMBERS = Array.from({ length: DAYS }, (_, index) => index + 1);

const STORED = `
  SELECT trips, openings, run_sec / 60.0 AS run, full_sec / 60.0 AS full, crawl_sec / 60.0 AS crawl, standby_sec / 60.0 AS standby, energy_kwh AS energy,
         saved_kwh AS saved, passengers, fault_sec / 60.0 AS fault, equipment_fault_sec / 60.0 AS own, unknown_sec / 60.0 AS unknown, silent_sec / 60.0 AS silent,
         service_sec / 60.0 AS service, seen, shutdowns, callbacks, equipment_callbacks AS "equipmentCallbacks", entrapments, flagged, online_status AS online,
         available_sec + equipment_fault_sec AS whole
    FROM equipment_day WHERE equipment_no = $1 AND day = $2::date`;
async function stored(unit: string, day: number): Promise<HandDay | null> {
  const { rows } = await pool().query<Record<string, unknown>>(STORED, [unit, dateOf(day)]);
  if (!rows[0]) return null;
  const { whole, ...row } = rows[0];
  expect([unit, day, whole]).toEqual([unit, day, 86_400]);
  const plain = (value: unknown) => (typeof value === 'string' ? Number(value) : value);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])) as unknown as HandDay;
}

it('all that the boxes said was taken, but for the day on which a clock was ahead', () => {
  // 120 signs and 4 readings of day 25.
  expect(counted).toMatchObject({ refused: 124, odd: [] });
  expect(counted.taken).toBeGreaterThan(15_000);
});

it.each(UNITS)('[R217] [R218] every day of %s is what a person works out', async (unit) => {
  for (const day of NUMBERS)
    expect([unit, dateOf(day), await stored(unit, day)]).toEqual([unit, dateOf(day), byHand(unit, day)]);
});

/** Months by hand, minutes: March from the 2nd, April until the 12th and 18 days without anything. */
const MONTHS: Readonly<Record<string, Readonly<Record<'2026-03-01' | '2026-04-01', object>>>> = {
  'W-EV': {
    '2026-03-01': {
      ...{ days: 30, seen: 29, trips: 5900, openings: 7140, run: 1785, energy: 297.5, passengers: 3570, saved: null },
      ...{ fault: 257, own: 137, normal: 29 * 1440 - 257 - 12, service: 45, shutdowns: 6, callbacks: 4 },
      ...{ equipmentCallbacks: 3, entrapments: 1, flagged: 2, trip_days: 29 },
    },
    '2026-04-01': {
      ...{ days: 30, seen: 12, trips: 2400, openings: 2880, run: 720, energy: 120, passengers: 1440, saved: null },
      ...{ fault: 0, own: 0, normal: 12 * 1440, service: 0, shutdowns: 0, callbacks: 0 },
      ...{ equipmentCallbacks: 0, entrapments: 0, flagged: 0, trip_days: 12 },
    },
  },
  'W-ES': {
    '2026-03-01': {
      ...{ days: 30, seen: 30, trips: null, openings: null, run: 19_635, energy: 595, passengers: 11_900 },
      ...{ saved: 204.75, fault: 40, own: 0, normal: 30 * 1440 - 40, service: 60, shutdowns: 2, callbacks: 1 },
      ...{ equipmentCallbacks: 0, entrapments: 0, flagged: 0, trip_days: 0 },
    },
    '2026-04-01': {
      ...{ days: 30, seen: 12, trips: null, openings: null, run: 7920, energy: 235, passengers: 4800, saved: 117 },
      ...{ fault: 0, own: 0, normal: 12 * 1440, service: 0, shutdowns: 0, callbacks: 0 },
      ...{ equipmentCallbacks: 0, entrapments: 0, flagged: 1, trip_days: 0 },
    },
  },
  'W-SI': {
    '2026-03-01': {
      ...{ days: 30, seen: 28, trips: 5950, openings: 7140, run: 1785, energy: 297.5, passengers: 3570, saved: null },
      ...{ fault: 0, own: 0, normal: 27 * 1440, service: 0, shutdowns: 0, callbacks: 0 },
      ...{ equipmentCallbacks: 0, entrapments: 0, flagged: 1, trip_days: 28 },
    },
    '2026-04-01': {
      ...{ days: 30, seen: 12, trips: 2400, openings: 2880, run: 720, energy: 120, passengers: 1440, saved: null },
      ...{ fault: 0, own: 0, normal: 12 * 1440, service: 0, shutdowns: 0, callbacks: 0 },
      ...{ equipmentCallbacks: 0, entrapments: 0, flagged: 0, trip_days: 12 },
    },
  },
  'W-NB': {
    '2026-03-01': {
      ...{ days: 1, seen: 0, trips: null, openings: null, run: null, energy: null, passengers: null, saved: null },
      ...{ fault: 120, own: 120, normal: 0, service: 0, shutdowns: 1, callbacks: 1 },
      ...{ equipmentCallbacks: 1, entrapments: 0, flagged: 0, trip_days: 0 },
    },
    '2026-04-01': {
      ...{ days: 3, seen: 0, trips: null, openings: null, run: null, energy: null, passengers: null, saved: null },
      ...{ fault: 240, own: 0, normal: 0, service: 0, shutdowns: 1, callbacks: 2 },
      ...{ equipmentCallbacks: 0, entrapments: 0, flagged: 0, trip_days: 0 },
    },
  },
};

it('[R217] every month of every unit is what a person adds up', async () => {
  for (const [unit, months] of Object.entries(MONTHS))
    for (const [month, hand] of Object.entries(months)) {
      const { rows } = await pool().query<Record<string, unknown>>(
        `SELECT days, seen_days AS seen, trips::int, openings::int, run_sec::float8 / 60 AS run, energy_kwh::float8 AS energy, passengers::int, saved_kwh::float8 AS saved,
                fault_sec::float8 / 60 AS fault, equipment_fault_sec::float8 / 60 AS own, normal_sec::float8 / 60 AS normal, service_sec::float8 / 60 AS service,
                shutdowns, callbacks, equipment_callbacks AS "equipmentCallbacks", entrapments, flagged_days AS flagged, trip_days
           FROM equipment_month WHERE equipment_no = $1 AND month = $2::date`,
        [unit, month],
      );
      expect([unit, month, rows[0]]).toEqual([unit, month, hand]);
    }
});

it('a day of the project has each unit once, and says how many of them somebody saw', async () => {
  const { rows } = await pool().query(
    `SELECT display_type::text AS type, units, seen_units AS seen, trips::int, trip_units, fault_sec::int / 60 AS fault, unknown_sec::int / 60 AS unknown
       FROM project_day WHERE project_id = 'W-P' AND day = $1::date ORDER BY 1`,
    [dateOf(15)],
  );
  expect(rows).toEqual([
    { type: 'ES', units: 1, seen: 1, trips: null, trip_units: 0, fault: 0, unknown: 0 },
    // The silent one, and the one without a box.
    { type: 'EV', units: 3, seen: 1, trips: 200, trip_units: 1, fault: 60, unknown: 2880 },
  ]);
});

it('[OPER-007] the operation report and energy saving say the same of the two months', async () => {
  const runs = await call<{ records: OperationRow[] }>('platformAdmin', 'POST', 'equipment/equipmentRunCount', {
    ...{ startDate: '2026-03-01', endDate: '2026-04-30', keyword: 'W-', sortField: 'equipmentNo', sortOrder: 'asc' },
  });
  expect(
    runs.data.records.map((row) => [
      ...[row.equipmentNo, row.runTimeCount, row.runCount, row.openDoorCount, row.normalTimeCount],
      ...[row.errorTimeCount, row.passengersCount],
    ]),
  ).toEqual([
    ['W-ES', 459.25, null, null, 1007.33, 0.67, 16_700],
    ['W-EV', 41.75, 8300, 10_020, 979.52, 4.28, 5010],
    ['W-NB', null, null, null, null, 6, null],
    ['W-SI', 41.75, 8350, 10_020, 936, 0, 5010],
  ]);
  const energy = await call<{ records: EnergySavingRow[] }>('platformAdmin', 'POST', 'energySave/query', {
    ...{ startMonth: '2026-03', endMonth: '2026-04', key: 'W-E', sortField: 'equipmentNo', sortOrder: 'asc' },
  });
  expect(energy.data.records).toMatchObject([
    {
      ...{ equipmentNo: 'W-ES', energyCount: 830, operationCount: null, operationHours: 459.25, fullHours: 417.5 },
      ...{ crawlHours: 41.75, standbyHours: 20.88, savingShare: 13.04, savedCount: 321.75, perHour: 1.81 },
    },
    // 417.5 kWh for 8,300 trips.
    { equipmentNo: 'W-EV', energyCount: 417.5, operationCount: 8300, perThousandTrips: 50.3, savingShare: null },
  ]);
});

it('the monthly report on each unit, and the report on their project, say what a person adds up', async () => {
  for (const [unit, hand] of Object.entries(MARCH_BY_HAND)) expect([unit, await marchOf(unit)]).toEqual([unit, hand]);
  expect(await projectReport()).toEqual(PROJECT_BY_HAND);
});
