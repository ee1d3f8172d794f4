import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { pool } from '@/lib/platform/db/client';
import { dayFigures } from './day-figures';
import { overlaps, type Interval } from './intervals';
import { LASTED_LONG, readDays, type DayUnit } from './read-days';
import { rollUp, writeDays, writeSaved, type DayRow } from './write-days';

/** Computes the facts of days (readings 76) in portions, so that memory does not grow with the fleet. */

const DAY_MS = 24 * 3_600_000;
const UNITS_A_PORTION = 2000;
/** How far back corrections reach. */
const CORRECTED_DAYS = 45;
/** Boxes deliver events for up to 30 days. */
const LATE_EVENT_DAYS = 31;

export interface ComputeWatch {
  readonly signal?: AbortSignal;
  progress?(done: number, total: number): Promise<void>;
}

/** `yyyy-MM-dd` of Shanghai, this many days before a moment. */
export const dayBefore = (now: number, days: number): string => formatDate(now - days * DAY_MS);

/** @throws for an invalid day */
function windowOf(day: string, now: number): Interval {
  const from = parseWallTime(day);
  if (from === undefined) throw new Error(`${day} is not a day`);
  return [from, Math.min(from + DAY_MS, now)];
}

/** A unit without a box has facts only for days with a report. Otherwise it has no row: no row means no value. */
const isKnown = ({ day }: DayUnit) => day.hasBox || day.callOuts.some(({ at }) => overlaps(at, day.window));

async function computePortion(day: string, equipmentNos: readonly string[], now: number): Promise<number> {
  const units = await readDays(equipmentNos, windowOf(day, now), now);
  const rows = units
    .filter(isKnown)
    .map((unit): DayRow => ({ equipmentNo: unit.equipmentNo, branchCode: unit.branchCode, ...dayFigures(unit.day) }));
  const written = await writeDays(day, rows);
  return written + (await writeSaved(day, equipmentNos));
}

async function unitsAfter(equipmentNo: string): Promise<string[]> {
  const { rows } = await pool().query<{ no: string }>(
    `SELECT equipment_no AS no FROM equipment WHERE deleted_at IS NULL AND equipment_no > $1 ORDER BY 1 LIMIT ${UNITS_A_PORTION}`,
    [equipmentNo],
  );
  return rows.map(({ no }) => no);
}

/**
 * The facts of every unit on one day, and of their projects. @param now epoch ms; of today only the past part counts
 */
export async function computeDay(day: string, now: number, { signal, progress }: ComputeWatch = {}): Promise<void> {
  const { rows } = await pool().query<{ units: number }>(
    'SELECT count(*)::int AS units FROM equipment WHERE deleted_at IS NULL',
  );
  let done = 0;
  for (let portion = await unitsAfter(''); portion.length > 0; portion = await unitsAfter(portion.at(-1) ?? '')) {
    signal?.throwIfAborted();
    await computePortion(day, portion, now);
    done += portion.length;
    await progress?.(done, Math.max(done, rows[0]?.units ?? 0));
  }
  await rollUp(day);
}

/**
 * Units of a day about which something new may be known: call-outs, judged faults, rows that count call-outs or a
 * fault, and for a month anything that a box may have sent late.
 */
const TOUCHED = `
  SELECT equipment_no AS no FROM callback
   WHERE create_date < $2 AND create_date >= $1::timestamptz - interval '${CORRECTED_DAYS} days'
     AND (job_status NOT IN ('CLSO', 'CLSC') OR coalesce(close_date, job_update_date) > $1 OR create_date >= $1)
  UNION SELECT equipment_no FROM error_inspection
   WHERE start_date < $2 AND start_date >= $1::timestamptz - interval '${CORRECTED_DAYS} days' AND (recover_date IS NULL OR recover_date > $1) AND result <> 'PENDING'
  UNION SELECT equipment_no FROM equipment_day WHERE day = $3::date AND (callbacks > 0 OR fault_sec > 0)
  UNION SELECT equipment_no FROM equipment_event
   WHERE $4 AND sub_type IN ('error', 'entrapment', 'event', 'controller_power', 'power', 'fire', 'earthquake') AND start_at < $2 AND start_at >= $1::timestamptz - interval '1 day' AND (object_status OR end_at > $1 OR start_at >= $1)
  UNION SELECT equipment_no FROM equipment_event WHERE $4 AND start_at < $2 AND end_at > $1 AND ${LASTED_LONG}
  UNION SELECT equipment_no FROM equipment_event WHERE $4 AND start_at < $2 AND object_status
  UNION SELECT equipment_no FROM equipment_span WHERE $4 AND start_at < $2 AND end_at > $1
  ORDER BY 1`;

/** Corrects the last days. Rows that stay the same are read but not written. @returns how many rows changed */
export async function correctDays(now: number, { signal, progress }: ComputeWatch = {}): Promise<number> {
  let changed = 0;
  for (let back = 1; back <= CORRECTED_DAYS; back += 1) {
    signal?.throwIfAborted();
    const day = dayBefore(now, back);
    const [from, until] = windowOf(day, now);
    const { rows } = await pool().query<{ no: string }>(TOUCHED, [
      new Date(from),
      new Date(until),
      day,
      back <= LATE_EVENT_DAYS,
    ]);
    let ofDay = 0;
    for (let start = 0; start < rows.length; start += UNITS_A_PORTION)
      ofDay += await computePortion(
        day,
        rows.slice(start, start + UNITS_A_PORTION).map(({ no }) => no),
        now,
      );
    if (ofDay > 0) await rollUp(day);
    changed += ofDay;
    await progress?.(back, CORRECTED_DAYS);
  }
  return changed;
}
