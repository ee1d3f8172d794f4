import { cron } from '@/lib/platform/jobs/cron';
import { defineCronJob, type Task } from '@/lib/platform/jobs/define';
import { computeDay, correctDays, dayBefore } from './compute';

export { dayFigures, downOf } from './day-figures';
export type { CallOut, DayIntervals } from './day-figures';
export { cut, overlaps, seconds, union } from './intervals';
export type { Interval } from './intervals';
export { readDays } from './read-days';

/** The scheduled work on the facts of days (readings 76), by the time of Shanghai. */
export const factJobs: readonly Task[] = [
  defineCronJob({
    name: 'facts-today',
    cron: cron('5 * * * *'),
    atStart: true,
    run: async (_due, run) => {
      const now = run.now().getTime();
      await computeDay(dayBefore(now, 0), now, run);
    },
  }),
  defineCronJob({
    name: 'facts-yesterday',
    cron: cron('10 0 * * *'),
    // When it runs late, it still computes the day before the planned one.
    run: (due, run) => computeDay(dayBefore(due.getTime(), 1), run.now().getTime(), run),
  }),
  defineCronJob({
    name: 'facts-corrected',
    cron: cron('30 2 * * *'),
    run: async (_due, run) => {
      await correctDays(run.now().getTime(), run);
    },
  }),
];
