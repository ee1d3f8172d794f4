import { z } from 'zod';
import { callsShown } from '@/lib/live/scope/shown-calls';
import { NOT_RECORDED } from '@/lib/features/callbacks/value-sets';
import { daysBetween } from '@/lib/features/facts/shared/days';
import type { FigureKey } from '@/lib/features/facts/internal/figures';
import { shownFrom } from '@/lib/features/facts/internal/read-figures';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import type { DashIn, getDashboardTrend } from './contract';
import { lastDays, monthDays, monthsOf, windowDays, type Days } from './days';
import { narrow, type Narrowed } from './narrow';
import { madeAt, figuresOf, momentsOf, rowsOf, shared, SLOW_MS } from './read';
import { WEEK_DAYS } from './value-sets';

/** Call-outs by month, by reason, and by hour of day (silent-screens D1, D2). */

type Trend = OutputOf<typeof getDashboardTrend>;

const HOURS = 24;
const local = Prisma.raw(`(f.create_date AT TIME ZONE '${TIME_ZONE}')`);
const from = Prisma.sql`callback_fact f JOIN equipment e ON e.equipment_no = f.equipment_no`;

const Cause = z.object({ code: z.string(), quantity: z.number() });

/** Most first, those without a reason last. */
const readCauses = (narrowed: Narrowed, days: Days) =>
  rowsOf(
    Cause,
    Prisma.sql`
      SELECT * FROM (SELECT coalesce(f.scsa, ${NOT_RECORDED}) AS code, count(*)::int AS quantity FROM ${from}
                      WHERE ${callsShown(narrowed, ...momentsOf(days))} AND f.is_closed GROUP BY 1) found
       ORDER BY code = ${NOT_RECORDED}, quantity DESC, code`,
  );

const Hour = z.object({ day: z.string(), hour: z.number(), calls: z.number(), trapped: z.number() });
type HourRow = z.output<typeof Hour>;

const readHours = (narrowed: Narrowed, days: Days) =>
  rowsOf(
    Hour,
    Prisma.sql`
      SELECT to_char(${local}, 'YYYY-MM-DD') AS day, extract(hour FROM ${local})::int AS hour,
             count(*)::int AS calls, count(*) FILTER (WHERE f.person_trapped)::int AS trapped
        FROM ${from} WHERE ${callsShown(narrowed, ...momentsOf(days))} GROUP BY 1, 2`,
  );

const TrappedHour = z.object({ hour: z.number(), trapped: z.number() });
const readTrappedHours = (narrowed: Narrowed, days: Days) =>
  rowsOf(
    TrappedHour,
    Prisma.sql`
      SELECT extract(hour FROM ${local})::int AS hour, count(*)::int AS trapped
        FROM ${from} WHERE ${callsShown(narrowed, ...momentsOf(days))} AND f.person_trapped GROUP BY 1`,
  );

/** 0 to 23 o'clock; an hour without any is 0. */
const byHour = <T extends { readonly hour: number }>(rows: readonly T[], of: (row: T) => number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => {
    const found = rows.find((row) => row.hour === hour);
    return found ? of(found) : 0;
  });

const weekOf = (rows: readonly HourRow[], days: Days): Trend['week'] =>
  daysBetween(days.from, days.until).map((day) => {
    const ofDay = rows.filter((row) => row.day === day);
    return {
      day,
      callbacks: byHour(ofDay, ({ calls }) => calls),
      entrapments: byHour(ofDay, ({ trapped }) => trapped),
    };
  });

async function readTrend(narrowed: Narrowed, { window }: DashIn, now: number): Promise<Trend> {
  const days = windowDays(window, now);
  const week = lastDays(WEEK_DAYS, now);
  const months = monthsOf(now);
  const [{ first }, byMonth, causes, trapped, hours] = await Promise.all([
    shownFrom(narrowed.actor, days),
    figuresOf(narrowed, 'month', monthDays(now), now),
    readCauses(narrowed, days),
    readTrappedHours(narrowed, days),
    readHours(narrowed, week),
  ]);
  const kept = byMonth.from.slice(0, 7);
  // A month without a call-out has none; one that the data strategy cuts is not known.
  const line = (key: FigureKey) =>
    months.map((month) =>
      month < kept ? null : (byMonth.rows.find((row) => row.key === month)?.figures[key].value ?? 0),
    );
  return {
    asOf: madeAt(now),
    from: first,
    until: days.until,
    months,
    callbacks: line('callbacks'),
    equipmentCaused: line('equipmentCallbacks'),
    entrapments: line('entrapments'),
    causes,
    entrapmentHours: byHour(trapped, (row) => row.trapped),
    week: weekOf(hours, week),
  };
}

/** @throws as `findSummary` */
export async function findTrend(actor: Actor, asked: DashIn, now = Date.now()): Promise<Trend> {
  const narrowed = await narrow(actor, asked);
  const question = { window: asked.window, today: formatDate(now) };
  return shared(narrowed, 'getDashboardTrend', question, SLOW_MS, () => readTrend(narrowed, asked, now));
}
