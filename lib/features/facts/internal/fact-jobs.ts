import { keepCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { cron } from '@/lib/platform/jobs/cron';
import { defineCronJob, type Task } from '@/lib/platform/jobs/define';
import { fillBack } from './backfill';
import { applyChanges } from '../changes';
import { computeDay, computeWholeDays, correctDays } from '../compute';
import { dayBefore } from '../shared/days';

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
