import { pool } from '@/lib/platform/db/client';
import type { Watch } from './compute';
import { dayAfter, dayBefore, monthOf, rolledDay } from './days';
import { exclusively } from './exclusive';
import { readMarks, setMark } from './marks';
import { rollUp, writeMonth } from './roll-up';

/** Reports reach back 24 months, and compare with the month before. */
export const KEPT_MONTHS = 25;

/** The first day that has facts, of those that reports reach. */
export async function firstFactDay(now: number): Promise<string | undefined> {
  const { rows } = await pool().query<{ day: string | null }>(
    'SELECT greatest(min(day), $1::date)::text AS day FROM equipment_day',
    [monthOf(dayBefore(now, 0), -KEPT_MONTHS)],
  );
  return rows[0]?.day ?? undefined;
}

/**
 * Makes the sums of the days that have facts and no sums yet: after the first start, and after somebody has imported days
 * of long ago. Goes back day by day and remembers how far, so that it goes on where it was ended.
 */
export async function fillBack(now: number, { signal, progress }: Watch = {}): Promise<number> {
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
      await rollUp(client, [rolledDay(day, now)]);
      if (isMonthMade && monthOf(day) < monthOf(dayBefore(now, 0))) await writeMonth(client, monthOf(day));
    });
    await setMark('since', day);
    done += 1;
    await progress?.(done, total);
  }
  return done;
}
