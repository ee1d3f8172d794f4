import { pool } from '@/lib/platform/db/client';
import { runEscalation } from '@/lib/features/escalation/internal/run';
import { contentsSent, sendDueContents } from '@/lib/features/screens/internal/screen-service';
import { sendDuePushes } from '@/lib/features/web-push/internal/dispatch';
import { followPushes } from '@/lib/features/web-push/internal/follow';
import { startWorker } from '@/lib/platform/jobs/worker';
import { announceChanges } from '@/lib/live/realtime/server/live-hints';
import { sendDueMail } from '@/lib/platform/mail/dispatch';
import { sendDueSms } from '@/lib/platform/texting/dispatch';
import { logger } from '@/lib/platform/system/log';
import { applyTimeRules } from '@/lib/live/telemetry/time-rules';
import { JOBS } from './job-list';
import { removeUnusedFiles } from './unused-files';

/**
 * Scheduled work (role `jobs`). Work that may wait is a job, run once over all gateways (`job-list.ts`). Seven things
 * stay timers of each gateway: online states, because they must not wait behind reports; text messages, e-mails, notices
 * to closed browsers, contents of screens and escalation, which check every few seconds, find their rows by a due time and
 * claim them themselves; unused files, which are on the disk of one machine. Each may run in several gateways at once.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SMS_EVERY_MS = 5000;
const MAIL_EVERY_MS = 5000;
const PUSH_EVERY_MS = 5000;
/** Trapped persons are calmed within two seconds. */
const SCREENS_EVERY_MS = 1000;
const ESCALATION_EVERY_MS = 5000;

/**
 * Starts timers and worker.
 * @returns a function that stops them and waits for running jobs; `until`: when the process is cut off, epoch ms
 */
export function startJobs(now: () => number = Date.now): (until?: number) => Promise<void> {
  const log = logger('jobs');
  /** Runs at once and then every `ms`. A run that takes longer skips the next one; a failed one is logged. */
  const repeat = (name: string, ms: number, work: () => Promise<void>) => {
    let isRunning = false;
    const run = () => {
      if (isRunning) return;
      isRunning = true;
      work()
        .catch((error: unknown) => log.warn({ err: error, job: name }, 'failed, will run again'))
        .finally(() => {
          isRunning = false;
        });
    };
    run();
    return setInterval(run, ms);
  };
  const timers = [
    repeat('online-states', MINUTE_MS, async () => {
      await announceChanges(pool(), await applyTimeRules(pool(), now()));
    }),
    repeat('escalation', ESCALATION_EVERY_MS, async () => void (await runEscalation(now()))),
    repeat('text-messages', SMS_EVERY_MS, async () => void (await sendDueSms(now))),
    repeat('web-push', PUSH_EVERY_MS, async () => void (await sendDuePushes(now))),
    repeat('screen-service', SCREENS_EVERY_MS, async () => void (await sendDueContents(now))),
    repeat('mail', MAIL_EVERY_MS, async () => void (await sendDueMail(now))),
    repeat('unused-files', HOUR_MS, () => removeUnusedFiles(new Date(now()))),
  ];
  const stopPushes = followPushes((error) =>
    log.warn({ err: error }, 'notices of the last minutes not sent to devices'),
  );
  const worker = startWorker(JOBS, { clock: () => new Date(now()) });
  return async (until) => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all([worker.stop(until), stopPushes(), contentsSent()]);
  };
}
