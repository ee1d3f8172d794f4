import { Ingest } from '@/lib/live/telemetry/ingest';
import { applyChanges } from '@/lib/features/facts/changes';
import { computeWholeDays, correctDays } from '@/lib/features/facts/compute';
import { db, pool } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { createBox } from '../../live/telemetry/world';

/**
 * Six weeks of four units: an elevator, an escalator, an elevator that falls silent for three days, and one without a box. Their
 * boxes speak to the ingest as the broker hands it their messages, byte by byte, with the clock of those weeks; the facts
 * are made at their own hours. Days are numbered from 1, Monday 2 March 2026.
 */

export const DAYS = 42;
const MINUTE = 60_000;
export const DAY_MS = 1440 * MINUTE;
const FIRST = Date.parse('2026-03-02T00:00:00+08:00');

/** A moment of a day, wall time of Shanghai. */
export const at = (day: number, time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return FIRST + (day - 1) * DAY_MS + (hours * 60 + minutes) * MINUTE;
};
export const dateOf = (day: number): string => formatDate(at(day, '12:00'));

/** Minutes between two signs of life; a box is silent after 15. */
const SIGN_EVERY = 12;
const READINGS = ['06:00', '12:00', '18:00', '23:30'] as const;
/** What the counters of a kind gain from one reading to the next. */
export const GAINS = {
  EV: { trips: 50, openings: 60, cumulativetriptime: 900, energy: 2.5, passengers: 30 },
  ES: { up: 9000, crawling: 900, readytostart: 450, energy: 5, passengers: 100 },
} as const;

type UnitNo = 'W-EV' | 'W-ES' | 'W-SI';
const KINDS = { 'W-EV': 'EV', 'W-ES': 'ES', 'W-SI': 'EV' } as const;

interface Step {
  /** When it reaches the portal. */
  readonly at: number;
  readonly unit: UnitNo;
  readonly leaf: 'status' | 'counters' | 'event';
  readonly body: object;
  /** By the box's clock, where it is another time. */
  readonly measured?: number;
}

const steps: Step[] = [];
const put = (unit: UnitNo, moment: number, leaf: Step['leaf'], body: object, measured?: number) =>
  steps.push({ at: moment, unit, leaf, body, ...(measured === undefined ? {} : { measured }) });

/** The elevator's clock is ten minutes ahead on day 25, the escalator's ten minutes behind on days 20 and 21. */
const clockOf = (unit: UnitNo, moment: number): number => {
  if (unit === 'W-EV' && moment >= at(25, '00:00') && moment < at(26, '00:00')) return moment + 10 * MINUTE;
  if (unit === 'W-ES' && moment >= at(20, '00:00') && moment < at(22, '00:00')) return moment - 10 * MINUTE;
  return moment;
};
const isSilent = (unit: UnitNo, moment: number) =>
  unit === 'W-SI' && moment > at(14, '12:00') && moment < at(17, '12:00');

function readingOf(unit: UnitNo, day: number, slot: number): object {
  const count = (day - 1) * READINGS.length + slot;
  const since = (resetDay: number, resetSlot: number) => count - ((resetDay - 1) * READINGS.length + resetSlot);
  const values = Object.fromEntries(
    Object.entries(GAINS[KINDS[unit]]).map(([name, gain]) => [name, { value: 1000 + count * gain }]),
  );
  // A new controller counts its trips from 20 on; the meter of the escalator begins at 0.
  if (unit === 'W-EV' && since(10, 1) >= 0) values.trips = { value: 20 + since(10, 1) * GAINS.EV.trips };
  if (unit === 'W-ES' && since(33, 2) >= 0) values.energy = { value: since(33, 2) * GAINS.ES.energy };
  return { counters: values };
}

function speakDaily(unit: UnitNo): void {
  const sign = KINDS[unit] === 'EV' ? { door: { value: 'Closed' } } : { controlmode: { value: 'Local' } };
  for (let moment = at(1, '00:00'); moment <= at(DAYS + 1, '00:00'); moment += SIGN_EVERY * MINUTE)
    if (!isSilent(unit, moment)) put(unit, moment, 'status', { status: sign }, clockOf(unit, moment));
  for (let day = 1; day <= DAYS; day += 1)
    READINGS.forEach((time, slot) => {
      const measured = at(day, time);
      if (isSilent(unit, measured)) return;
      // One reading of the elevator comes seven hours late, after the one that follows it.
      const isLate = unit === 'W-EV' && day === 17 && slot === 3;
      put(unit, isLate ? at(18, '07:00') : measured, 'counters', readingOf(unit, day, slot), clockOf(unit, measured));
    });
}

/** A fault from one moment to another by the box's clock; it reaches the portal then, or late. */
function fault(unit: UnitNo, eventId: string, from: number, until: number, late?: number, code = '5'): void {
  for (const [moment, objectStatus] of [
    [from, true],
    [until, false],
  ] as const)
    put(unit, late ?? moment, 'event', { eventId, subType: 'error', code, objectStatus: String(objectStatus) }, moment);
}
const values = (unit: UnitNo, moment: number, status: object) => put(unit, moment, 'status', { status });

for (const unit of Object.keys(KINDS) as UnitNo[]) speakDaily(unit);
fault('W-EV', 'called', at(2, '10:00'), at(2, '10:37'));
fault('W-EV', 'uncalled', at(4, '09:00'), at(4, '09:30'));
values('W-EV', at(6, '13:00'), { mode: { value: 'INS' }, technicianonsite: { value: true } });
fault('W-EV', 'work', at(6, '13:10'), at(6, '13:20'));
values('W-EV', at(6, '13:45'), { mode: { value: 'N' } });
fault('W-EV', 'mains', at(8, '14:00'), at(8, '14:20'), undefined, '41');
fault('W-EV', 'dark', at(8, '14:01'), at(8, '14:15'));
fault('W-EV', 'midnight', at(12, '23:40'), at(13, '00:20'));
fault('W-EV', 'late', at(15, '16:00'), at(15, '17:00'), at(20, '08:00'));
fault('W-EV', 'false', at(22, '08:00'), at(22, '08:30'));
fault('W-EV', 'reasonless', at(28, '10:00'), at(28, '11:00'));
values('W-EV', at(30, '12:00'), { mode: { value: 'UNV' } });
values('W-EV', at(30, '12:30'), { mode: { value: 'N' } });
fault('W-ES', 'user', at(3, '18:00'), at(3, '18:20'));
// By the clock that is ten minutes behind it is before midnight: 23:55 to 00:15.
for (const [time, objectStatus] of [
  [at(21, '00:05'), 'true'],
  [at(21, '00:25'), 'false'],
] as const)
  put('W-ES', time, 'event', { eventId: 'slow', subType: 'error', code: '5', objectStatus }, time - 10 * MINUTE);
values('W-ES', at(27, '09:00'), { operationmode: { value: 'Inspection' }, technicianonsite: { value: true } });
values('W-ES', at(27, '10:00'), { operationmode: { value: 'Continuous' } });
for (const [time, objectStatus] of [
  [at(29, '10:00'), 'true'],
  [at(29, '10:30'), 'false'],
] as const)
  put('W-ES', time, 'event', { eventId: 'off', subType: 'controller_power', objectStatus });
fault('W-ES', 'unpowered', at(29, '10:02'), at(29, '10:28'));

interface CallOutTimes {
  readonly from: number;
  readonly until: number;
  readonly scsa: string | null;
  readonly isTrapped?: true;
  readonly isCancelled?: true;
}
const CALL_OUTS: Readonly<Record<string, { readonly unit: string } & CallOutTimes>> = {
  'WC-1': { unit: 'W-EV', from: at(2, '10:05'), until: at(2, '11:00'), scsa: '1' },
  'WC-2': { unit: 'W-EV', from: at(12, '23:45'), until: at(13, '01:00'), scsa: '1' },
  'WC-3': { unit: 'W-EV', from: at(19, '09:00'), until: at(19, '09:40'), scsa: null, isCancelled: true },
  'WC-4': { unit: 'W-EV', from: at(19, '15:00'), until: at(19, '15:50'), scsa: '5', isTrapped: true },
  // Nobody wrote down why; that came on day 40.
  'WC-5': { unit: 'W-EV', from: at(28, '10:10'), until: at(28, '12:00'), scsa: null },
  'WC-6': { unit: 'W-ES', from: at(3, '18:05'), until: at(3, '19:00'), scsa: '5' },
  'WC-7': { unit: 'W-NB', from: at(9, '09:00'), until: at(9, '11:00'), scsa: '1' },
  'WC-8': { unit: 'W-NB', from: at(31, '22:00'), until: at(32, '02:00'), scsa: '5' },
  'WC-9': { unit: 'W-NB', from: at(36, '08:00'), until: at(36, '09:00'), scsa: '2' },
};

/** What people do, and when the facts are made. */
function deeds(): { readonly at: number; readonly run: () => Promise<unknown> }[] {
  const calls = Object.entries(CALL_OUTS).flatMap(
    ([callbackId, { unit, from, until, scsa, isTrapped, isCancelled }]) => [
      {
        at: from,
        run: () =>
          db().callback.create({
            data: {
              callbackId,
              equipmentNo: unit,
              branchCode: 'B1',
              callbackType: 'Customer call',
              jobStatus: 'PAGE',
              personTrapped: isTrapped ?? false,
              createDate: new Date(from),
              jobUpdateDate: new Date(from),
            },
          }),
      },
      {
        at: until,
        run: () =>
          db().callback.update({
            where: { callbackId },
            data: {
              jobStatus: isCancelled ? 'CLSC' : 'CLSO',
              scsa,
              closeDate: new Date(until),
              jobUpdateDate: new Date(until),
            },
          }),
      },
    ],
  );
  const nights = Array.from({ length: DAYS }, (_, index) => index + 1).flatMap((day) => [
    { at: at(day + 1, '00:10'), run: () => computeWholeDays(dateOf(day), at(day + 1, '00:10')) },
    // Each night in the portal; once a week is enough to see that it mends.
    ...(day % 7 === 0 ? [{ at: at(day + 1, '02:30'), run: () => correctDays(at(day + 1, '02:30')) }] : []),
  ]);
  return [
    ...calls,
    ...nights,
    {
      at: at(23, '09:00'),
      run: () =>
        db().errorInspection.updateMany({
          where: { equipmentNo: 'W-EV', startDate: new Date(at(22, '08:00')) },
          data: { result: 'FALSE_ALARM', inspectDate: new Date(at(23, '09:00')) },
        }),
    },
    {
      at: at(40, '09:00'),
      run: () => db().callback.update({ where: { callbackId: 'WC-5' }, data: { scsa: '1' } }),
    },
  ];
}

async function createUnits(): Promise<void> {
  for (const [unit, displayType] of Object.entries(KINDS))
    await createBox(`C${unit}`, unit, {
      displayType,
      equipmentType: displayType === 'EV' ? 'YAE_ELT' : 'YAE_ESC',
    });
  await pool().query(`UPDATE edge_cube SET bind_date = '2026-01-01' WHERE cube_no LIKE 'CW-%'`);
  await pool().query(
    `INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, update_date) VALUES ('W-NB', 'W-NB', 'YAE_ELT', 'EV', 'B1', now())`,
  );
  await pool().query(`UPDATE equipment SET create_date = '2026-01-01' WHERE equipment_no LIKE 'W-%'`);
  await pool().query(
    `INSERT INTO project (project_id, branch_code, project_name, update_date) VALUES ('W-P', 'B1', 'W-P', now())`,
  );
  await pool().query(
    `INSERT INTO project_equipment (project_id, equipment_no) SELECT 'W-P', equipment_no FROM equipment WHERE equipment_no LIKE 'W-%'`,
  );
  // Entered on day 9, they count from day 10 on.
  await db().energyPower.create({
    data: { equipmentNo: 'W-ES', fromDay: new Date(dateOf(10)), ratedPower: 8, crawlPower: 2, standbyPower: 0.5 },
  });
}

/** Takes away what comes first. */
function takeUntil<T extends { readonly at: number }>(sorted: T[], moment: number): T[] {
  const later = sorted.findIndex((one) => one.at > moment);
  return sorted.splice(0, later === -1 ? sorted.length : later);
}

/** @returns how many messages were taken, how many refused for their time, and what else was refused */
export async function liveSixWeeks(): Promise<{ taken: number; refused: number; odd: string[] }> {
  await createUnits();
  let now = 0;
  const ingest = new Ingest({ pool, downlink: { publish: () => undefined }, now: () => now, flushMs: 0 });
  const counted = { taken: 0, refused: 0, odd: [] as string[] };
  const send = ({ at: moment, unit, leaf, body, measured = moment }: Step) =>
    new Promise<void>((done) =>
      ingest.offer({
        cubeNo: `C${unit}`,
        leaf,
        source: 'mqtt',
        payload: Buffer.from(JSON.stringify({ v: 1, equipmentNo: unit, at: measured, ...body })),
        settle: ({ isRefused, refusals }) => {
          if (isRefused) counted.refused += 1;
          else counted.taken += 1;
          counted.odd.push(...refusals.filter(({ code }) => code !== 'bad_time').map(({ message }) => message));
          done();
        },
      }),
    );
  const told = [...steps].sort((one, other) => one.at - other.at);
  const ours = deeds().sort((one, other) => one.at - other.at);
  while (told.length + ours.length > 0) {
    now = Math.min(told[0]?.at ?? Infinity, ours[0]?.at ?? Infinity);
    await Promise.all(takeUntil(told, now).map(send));
    for (const { run } of takeUntil(ours, now)) await run();
  }
  await ingest.stop();
  // The boxes are switched off; the months end.
  const end = Date.parse('2026-05-01T00:10:00+08:00');
  await computeWholeDays('2026-04-30', end);
  await correctDays(end);
  await applyChanges(end);
  return counted;
}
