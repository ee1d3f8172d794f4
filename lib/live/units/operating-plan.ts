import { dayNumberOf, dayStart, dayText, weekdayOf } from '@/lib/platform/i18n/shanghai';

/**
 * When a group of escalators should run (silent-screens A10, readings 233). A stop not later than its start is the next
 * day's. A closed day and an exception cut what runs into them at midnight. Clock of Asia/Shanghai. Pure.
 */

export interface PlanDay {
  /** `HH:mm`; null on a closed day. */
  readonly startTime: string | null;
  readonly stopTime: string | null;
  readonly closed: boolean;
}
export interface PlanWeekday extends PlanDay {
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
}
export interface PlanException extends PlanDay {
  /** `yyyy-MM-dd` */
  readonly date: string;
}
export interface OperatingPlan {
  readonly week: readonly PlanWeekday[];
  readonly exceptions: readonly PlanException[];
}

export type PlanAction = 'start' | 'stop';
export interface PlanSwitch {
  /** Epoch ms. */
  readonly at: number;
  readonly action: PlanAction;
}

interface Run {
  readonly from: number;
  readonly until: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Longer than all exceptions of a group in a row. */
const SEARCH_DAYS = 120;

/** `05:30` → 330 */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Does the day's stop belong to the next day? */
export const endsNextDay = ({ startTime, stopTime }: PlanDay): boolean =>
  startTime !== null && stopTime !== null && minutesOf(stopTime) <= minutesOf(startTime);

function dayPlan({ week, exceptions }: OperatingPlan, day: number): { entry: PlanDay | undefined; cuts: boolean } {
  const date = dayText(day);
  const exception = exceptions.find((one) => one.date === date);
  const weekday = weekdayOf(day) || 7;
  const entry = exception ?? week.find((one) => one.weekday === weekday);
  return { entry, cuts: exception !== undefined || entry === undefined || entry.closed };
}

function runOf(plan: OperatingPlan, day: number): Run | undefined {
  const { entry } = dayPlan(plan, day);
  if (!entry || entry.closed || entry.startTime === null || entry.stopTime === null) return undefined;
  const from = dayStart(day) + minutesOf(entry.startTime) * MINUTE_MS;
  const until = dayStart(day) + minutesOf(entry.stopTime) * MINUTE_MS + (endsNextDay(entry) ? DAY_MS : 0);
  const midnight = dayStart(day + 1);
  return { from, until: until > midnight && dayPlan(plan, day + 1).cuts ? midnight : until };
}

/** Runs of these days; one that begins while the one before still lasts continues it. */
function runsOf(plan: OperatingPlan, firstDay: number, lastDay: number): Run[] {
  const runs: Run[] = [];
  for (let day = firstDay; day <= lastDay; day += 1) {
    const run = runOf(plan, day);
    if (!run) continue;
    const before = runs.at(-1);
    if (before && run.from <= before.until)
      runs[runs.length - 1] = { from: before.from, until: Math.max(before.until, run.until) };
    else runs.push(run);
  }
  return runs;
}

/** Should the units run at this moment? */
export function shouldRun(plan: OperatingPlan, at: number): boolean {
  const day = dayNumberOf(at);
  return runsOf(plan, day - 1, day).some(({ from, until }) => from <= at && at < until);
}

/** Starts and stops with `after` < at ≤ `until`, in their order. */
export function switchesBetween(plan: OperatingPlan, after: number, until: number): PlanSwitch[] {
  return runsOf(plan, dayNumberOf(after) - 2, dayNumberOf(until) + 1)
    .flatMap<PlanSwitch>((run) => [
      { at: run.from, action: 'start' },
      { at: run.until, action: 'stop' },
    ])
    .filter(({ at }) => at > after && at <= until);
}

/** What comes next; undefined: nothing within the next months. */
export const nextSwitch = (plan: OperatingPlan, at: number): PlanSwitch | undefined =>
  switchesBetween(plan, at, at + 8 * DAY_MS)[0] ?? switchesBetween(plan, at, at + SEARCH_DAYS * DAY_MS)[0];

/** Modes in which an escalator or moving walk serves passengers, or waits for them. */
const SERVING: ReadonlySet<string> = new Set([
  'Continuous',
  'Intermittent',
  'DirectionChange',
  'ReadyToStart',
  'Crawling',
]);

/** Is a unit in service by its operation mode? undefined: the mode is not known. */
export const isServing = (mode: string | undefined): boolean | undefined =>
  mode === undefined ? undefined : SERVING.has(mode);
