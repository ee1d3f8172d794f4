import type { z } from 'zod';
import { readFigures, type FigureRow } from '@/lib/features/facts/internal/read-figures';
import { DAY_MS } from '@/lib/features/facts/shared/days';
import { AppError } from '@/lib/platform/contract/errors';
import { pool } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { sharedFigures } from '@/lib/platform/db/shared-counts';
import { formatDateTime, parseWallTime } from '@/lib/platform/i18n/format';
import type { Days } from './days';
import type { Narrowed } from './narrow';

/** How dashboards read: one computation serves everybody with the same question for five minutes (readings 103). */

/** Numbers of days and months change slowly, and the page asks as often. */
export const SLOW_MS = 5 * 60_000;
/** When numbers were made. */
export const madeAt = (now: number): string => formatDateTime(now);

/** What the page asks when something rang. */
export const LIVE_MS = 1000;

export function shared<T>(
  { actor, key }: Narrowed,
  operation: string,
  question: Readonly<Record<string, unknown>>,
  maxAgeMs: number,
  read: () => Promise<T>,
): Promise<T> {
  return sharedFigures(actor, operation, { ...key, ...question }, maxAgeMs, read);
}

export async function rowsOf<T extends z.ZodType>(shape: T, { text, values }: Prisma.Sql): Promise<z.output<T>[]> {
  const { rows } = await pool().query<Record<string, unknown>>({ text, values });
  return rows.map((row) => shape.parse(row));
}

/** The moments of days: from the first included, before the second. */
export function momentsOf({ from, until }: Days): [Date, Date] {
  const [first, last] = [parseWallTime(from), parseWallTime(until)];
  if (first === undefined || last === undefined) throw new Error(`${from} to ${until} are no days`);
  return [new Date(first), new Date(last + DAY_MS)];
}

type By = Parameters<typeof readFigures>[1]['by'];

/** Figures of the units of a dashboard. @throws access_denied: the data strategy leaves nothing of these days */
export const figuresOf = ({ actor, branchCodes, projectIds }: Narrowed, by: By, days: Days, now: number) =>
  readFigures(
    actor,
    {
      ...days,
      by,
      focus: true,
      ...(branchCodes ? { branchCodes } : {}),
      ...(projectIds ? { projectIds } : {}),
    },
    now,
  );

/** The same of days that may be beyond the data strategy: undefined then. */
export async function figuresWithin(narrowed: Narrowed, days: Days, now: number): Promise<FigureRow | undefined> {
  try {
    return (await figuresOf(narrowed, 'all', days, now)).rows[0];
  } catch (error) {
    if (error instanceof AppError && error.id === 'access_denied') return undefined;
    throw error;
  }
}
