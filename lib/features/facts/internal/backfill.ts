import { pool, type Queryable } from '@/lib/platform/db/client';
import type { ComputeWatch } from '../compute';
import { dayAfter, dayBefore, daysBetween, monthOf, sumDay } from '../shared/days';
import { exclusively } from '../exclusive';
import { readMarks, setMark } from '../marks';
import { rollUp, writeMonth } from '../roll-up';

/** Reports reach back 24 months, and compare with the month before. */
const KEPT_MONTHS = 25;

/** The first day that has facts, of those that reports reach. */
async function firstFactDay(now: number, sql: Queryable = pool()): Promise<string | undefined> {
  const { rows } = await sql.query<{ day: string | null }>(
    'SELECT greatest(min(day), $1::date)::text AS day FROM equipment_day',
    [monthOf(dayBefore(now, 0), -KEPT_MONTHS)],
  );
  return rows[0]?.day ?? undefined;
}

/**
 * Makes the sums of the days that have facts and no sums yet: after the first start, and after somebody has imported days
 * of long ago. Goes back day by day and remembers how far, so that it goes on where it was ended.
 */
export async function fillBack(now: number, { signal, progress }: ComputeWatch = {}): Promise<number> {
  const first = await firstFactDay(now);
  if (first === undefined) return 0;
  const yesterday = dayBefore(now, 1);
  const { since, until } = await readMarks();
  const last = since === undefined ? yesterday : dayAfter(since, -1);
  if (since === undefined && until === undefined && first <= yesterday) await setMark('until', yesterday);
  const total = Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1);
  let done = 0;
  for (let day = last; day >= first; day = dayAfter(day, -1)) {
    signal?.throwIfAborted();
    const isMonthMade = day === first || day === monthOf(day);
    await exclusively(async (client) => {
      await rollUp(client, [sumDay(day, now)]);
      if (isMonthMade && monthOf(day) < monthOf(dayBefore(now, 0))) await writeMonth(client, monthOf(day));
    });
    await setMark('since', day);
    done += 1;
    await progress?.(done, total);
  }
  return done;
}

/** Days of the sums of a demo installation that one statement makes. */
const DAYS_AT_ONCE = 31;

/** All sums of a database that one loader fills, in its transaction; what it noted of changes is done with them. */
export async function sumLoaded(client: Queryable, now: number): Promise<void> {
  const first = await firstFactDay(now, client);
  const yesterday = dayBefore(now, 1);
  if (first !== undefined && first <= yesterday) {
    const days = daysBetween(first, yesterday);
    for (let start = 0; start < days.length; start += DAYS_AT_ONCE)
      await rollUp(
        client,
        days.slice(start, start + DAYS_AT_ONCE).map((day) => sumDay(day, now)),
      );
    for (let month = monthOf(first); month < monthOf(dayBefore(now, 0)); month = monthOf(month, 1))
      await writeMonth(client, month);
    await setMark('since', first, client);
    await setMark('until', yesterday, client);
  }
  await client.query('DELETE FROM fact_change');
}
