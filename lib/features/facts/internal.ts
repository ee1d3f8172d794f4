import { keepCallbackFacts } from '@/lib/features/callbacks/internal';
import { cron } from '@/lib/platform/jobs/cron';
import { defineCronJob, type Task } from '@/lib/platform/jobs/define';
import { fillBack } from './backfill';
import { applyChanges } from './changes';
import { computeDay, computeWholeDays, correctDays } from './compute';
import { dayBefore } from './days';

export { sumLoaded } from './backfill';
export { noteDays } from './note-days';
export { dayFigures, downOf } from './day-figures';
export type { CallOut, DayIntervals } from './day-figures';
export { cut, overlaps, seconds, union } from './intervals';
export type { Interval } from './intervals';
export { usualUse } from './energy';
export { energyStatusOf } from './energy-status';
export { energyPerUnitDay, savingShare, standbyShare } from './figures';
export type { FigureKey } from './figures';
export { readFigures, shownFrom } from './read';
export type { FigureQuestion } from './read';
export { readDays } from './read-days';
export type { DayWindow } from './read-units';
export { unitWindow } from './unit-window';

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
    // Done late, it is still the day before the one it was meant for.
    run: (due, run) => computeWholeDays(dayBefore(due.getTime(), 1), run.now().getTime(), run),
  }),
  defineCronJob({
    name: 'facts-corrected',
    cron: cron('30 2 * * *'),
    run: async (_due, run) => {
      await correctDays(run.now().getTime(), run);
    },
  }),
  defineCronJob({
    name: 'callback-facts',
    cron: cron('50 2 * * *'),
    atStart: true,
    run: async (_due, run) => {
      await keepCallbackFacts(run.now().getTime(), run);
    },
  }),
  // Nothing to do is one look at a small table.
  defineCronJob({
    name: 'facts-changed',
    cron: cron('*/10 * * * *'),
    maxAttempts: 2,
    run: async (_due, run) => {
      await applyChanges(run.now().getTime(), run);
    },
  }),
  defineCronJob({
    name: 'facts-filled',
    cron: cron('*/10 * * * *'),
    atStart: true,
    maxAttempts: 2,
    run: async (_due, run) => {
      await fillBack(run.now().getTime(), run);
    },
  }),
];
