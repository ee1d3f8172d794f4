import { pool } from '@/lib/platform/db/client';
import { openCallbackSql } from '@/lib/features/callbacks/state';
import { dayFigures } from './internal/day-figures';
import { dayAfter, dayBefore, DAY_MS, daysBetween, monthOf, sumDay, windowOf } from './shared/days';
import { exclusively } from './exclusive';
import { overlaps } from './internal/intervals';
import { readMarks, setMark } from './marks';
import { LASTED_LONG, readDays, type DayUnit } from './internal/read-days';
import { rollUp, writeMonth } from './roll-up';
import { removeDays, writeDays, writeSaved, type DayRow } from './write-days';

/** Computes the facts of days (readings 76) in portions, so that memory does not grow with the fleet. */

export const UNITS_A_PORTION = 2000;
/** Corrections reach back so far without anybody having to tell of them. */
const CORRECTED_DAYS = 45;
/** Boxes deliver events for up to 30 days. */
const LATE_EVENT_DAYS = 31;
/** So long after midnight a state is still that of midnight. */
const MIDNIGHT_MS = 3_600_000;

export interface ComputeWatch {
  readonly signal?: AbortSignal;
  progress?(done: number, total: number): Promise<void>;
}

/** A unit without a box has facts where something was heard of it, else no row: no row is no value. */
const isKnown = ({ day }: DayUnit) => day.hasBox || day.callOuts.some(({ at }) => overlaps(at, day.window));

/**
 * Makes the facts of some units on one day.
 * @returns the units whose facts are other than they were
 */
export async function computePortion(day: string, equipmentNos: readonly string[], now: number): Promise<string[]> {
  const window = windowOf(day, now);
  const sinceEnd = now - window[0] - DAY_MS;
  const isMidnight = sinceEnd >= 0 && sinceEnd < MIDNIGHT_MS;
  return exclusively(async () => {
    const units = await readDays(equipmentNos, window, now);
    const rows = units.filter(isKnown).map((unit): DayRow => ({
      equipmentNo: unit.equipmentNo,
      branchCode: unit.branchCode,
      onlineStatus: isMidnight ? unit.onlineStatus : null,
      ...dayFigures(unit.day),
    }));
    const changed = await writeDays(day, rows);
    const unheard = units.filter((unit) => !isKnown(unit)).map(({ equipmentNo }) => equipmentNo);
    const removed = await removeDays(day, unheard);
    const saved = await writeSaved(day, equipmentNos);
    return [...new Set([...changed, ...removed, ...saved])];
  });
}

async function unitsAfter(equipmentNo: string): Promise<string[]> {
  const { rows } = await pool().query<{ no: string }>(
    `SELECT equipment_no AS no FROM equipment WHERE deleted_at IS NULL AND equipment_no > $1 ORDER BY 1 LIMIT ${UNITS_A_PORTION}`,
    [equipmentNo],
  );
  return rows.map(({ no }) => no);
}

/** Units that are gone, with days in a month. */
async function goneUnits(month: string): Promise<string[]> {
  const { rows } = await pool().query<{ no: string }>(
    `SELECT equipment_no AS no FROM equipment e WHERE deleted_at >= $1::date
        AND EXISTS (SELECT 1 FROM equipment_day d WHERE d.equipment_no = e.equipment_no AND d.day >= $1::date AND d.day < $1::date + interval '1 month')`,
    [month],
  );
  return rows.map(({ no }) => no);
}

/** The facts of every unit on one day, and their sums. @param now epoch ms; of today what has gone counts */
export async function computeDay(day: string, now: number, { signal, progress }: ComputeWatch = {}): Promise<void> {
  const { rows } = await pool().query<{ units: number }>(
    'SELECT count(*)::int AS units FROM equipment WHERE deleted_at IS NULL',
  );
  const isPastMonth = monthOf(day) < monthOf(dayBefore(now, 0));
  let done = 0;
  for (let portion = await unitsAfter(''); portion.length > 0; portion = await unitsAfter(portion.at(-1) ?? '')) {
    signal?.throwIfAborted();
    await computePortion(day, portion, now);
    if (isPastMonth) await exclusively((client) => writeMonth(client, monthOf(day), portion));
    done += portion.length;
    await progress?.(done, Math.max(done, rows[0]?.units ?? 0));
  }
  const gone = isPastMonth ? await goneUnits(monthOf(day)) : [];
  if (gone.length > 0) await exclusively((client) => writeMonth(client, monthOf(day), gone));
  await exclusively((client) => rollUp(client, [sumDay(day, now)]));
}

/** Every whole day that has not been made yet, the last one in any case. @param last yesterday, or the day before the moment the job was meant for */
export async function computeWholeDays(last: string, now: number, watch: ComputeWatch = {}): Promise<void> {
  const { until, since } = await readMarks();
  const missing = until === undefined || until >= last ? last : dayAfter(until);
  const first = [missing, dayAfter(last, 1 - CORRECTED_DAYS)].sort().at(-1) ?? last;
  for (const day of daysBetween(first, last)) {
    await computeDay(day, now, watch);
    if (since === undefined && day === first) await setMark('since', day);
    await setMark('until', day);
  }
}

/**
 * Units of a day about which something new may be known: call-outs, judged faults, rows that count call-outs or a
 * fault, and for a month anything that a box may have sent late.
 */
const TOUCHED = `
  SELECT equipment_no AS no FROM callback c
   WHERE create_date < $2 AND create_date >= $1::timestamptz - interval '${CORRECTED_DAYS} days'
     AND (${openCallbackSql('c')} OR coalesce(close_date, job_update_date) > $1 OR create_date >= $1)
  UNION SELECT equipment_no FROM error_inspection
   WHERE start_date < $2 AND start_date >= $1::timestamptz - interval '${CORRECTED_DAYS} days' AND (recover_date IS NULL OR recover_date > $1) AND result <> 'PENDING'
  UNION SELECT equipment_no FROM equipment_day WHERE day = $3::date AND (callbacks > 0 OR fault_sec > 0)
  UNION SELECT equipment_no FROM equipment_event
   WHERE $4 AND sub_type IN ('error', 'entrapment', 'event', 'controller_power', 'power', 'fire', 'earthquake') AND start_at < $2 AND start_at >= $1::timestamptz - interval '1 day' AND (object_status OR end_at > $1 OR start_at >= $1)
  UNION SELECT equipment_no FROM equipment_event WHERE $4 AND start_at < $2 AND end_at > $1 AND ${LASTED_LONG}
  UNION SELECT equipment_no FROM equipment_event WHERE $4 AND start_at < $2 AND object_status
  UNION SELECT equipment_no FROM equipment_span WHERE $4 AND start_at < $2 AND end_at > $1
  ORDER BY 1`;

/** Makes the days of some units again, with the sums of the units; those of branches and projects are the caller's. @returns changed units */
export async function computeAgain(day: string, equipmentNos: readonly string[], now: number): Promise<string[]> {
  const isPastMonth = monthOf(day) < monthOf(dayBefore(now, 0));
  const changed: string[] = [];
  for (let start = 0; start < equipmentNos.length; start += UNITS_A_PORTION)
    changed.push(...(await computePortion(day, equipmentNos.slice(start, start + UNITS_A_PORTION), now)));
  if (isPastMonth && changed.length > 0) await exclusively((client) => writeMonth(client, monthOf(day), changed));
  return changed;
}

/** Corrects the last days. A row that nothing changed for is read and left. @returns rows that changed */
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
    const ofDay = await computeAgain(
      day,
      rows.map(({ no }) => no),
      now,
    );
    if (ofDay.length > 0) await exclusively((client) => rollUp(client, [sumDay(day, now)]));
    changed += ofDay.length;
    await progress?.(back, CORRECTED_DAYS);
  }
  return changed;
}
