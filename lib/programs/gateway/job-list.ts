import { seedStandardAccess } from '@/lib/features/roles/standard-access';
import { cron } from '@/lib/platform/jobs/cron';
import { defineCronJob, type Task } from '@/lib/platform/jobs/define';
import { keepAnnouncementTimes } from '@/lib/features/announcements/internal/publish';
import { remindOfApprovals } from '@/lib/features/approvals/internal/remind-of-approvals';
import { keepCameraStates } from '@/lib/features/cameras/internal/camera-states';
import { expireApplications } from '@/lib/features/campus-applications/internal/expiry';
import { findIdleElevators } from '@/lib/features/detector/internal/idle-elevators';
import { judgeDays } from '@/lib/features/detector/internal/nightly';
import { seedDictionaries } from '@/lib/features/dictionaries/internal/seed-dictionaries';
import { adoptOpen } from '@/lib/features/escalation/internal/adopt';
import { keepStrips } from '@/lib/features/error-inspection/internal/kept-strips';
import { factJobs } from '@/lib/features/facts/internal/fact-jobs';
import { closeAnswered } from '@/lib/features/feedback/internal/close-answered';
import { forgetMailedReports } from '@/lib/features/mails/internal/mailed-reports';
import { makeSignedDocuments } from '@/lib/features/maintenance-reports/internal/signed-documents';
import { keepRows } from '@/lib/features/inspections/internal/save';
import { askForSignatures, notifyPlans } from '@/lib/features/maintenance/internal/notices';
import { remindOfPlans } from '@/lib/features/equipment-groups/internal/plan-reminders';
import { planAhead } from '@/lib/features/maintenance/internal/plan';
import { keepOffMaintenance } from '@/lib/features/off-maintenance/internal/nightly';
import { sendDueReports } from '@/lib/features/report-subscriptions/internal/send-due-reports';
import { remindAhead } from '@/lib/features/reminders/internal/due-notices';
import { textOverdue } from '@/lib/features/reminders/internal/overdue-messages';
import { seedStrategies } from '@/lib/features/strategies/internal/seed-strategies';
import { writeBiweeklyRows } from '@/lib/features/unit-reports/internal/biweekly-rows';
import { tidyTables } from './tidy-tables';

/**
 * All jobs, each run once over all gateways, with their hours. A job that a feature writes by `enqueue` is declared in the
 * feature and listed here, too.
 */

interface HourlyOptions {
  readonly atStart?: boolean;
  readonly maxAttempts?: number;
}

const at = (pattern: string, name: string, run: (now: Date) => Promise<unknown>, hours: HourlyOptions = {}): Task =>
  defineCronJob({
    name,
    cron: cron(pattern),
    ...hours,
    run: async (_due, context) => {
      await run(context.now());
    },
  });

/** Those that take long have minutes of their own, so that they do not delay each other. */
export const JOBS: readonly Task[] = [
  // Its next run is a minute later: one more attempt before it is enough.
  at('* * * * *', 'fault-strips', (now) => keepStrips(now.getTime()), { maxAttempts: 2 }),
  // What fell due while no process ran is published at the start.
  at('* * * * *', 'announcements', (now) => keepAnnouncementTimes(now.getTime()), { atStart: true, maxAttempts: 2 }),
  // Ten minutes before a start or stop; after an outage what is still ahead.
  at('* * * * *', 'start-stop-reminders', (now) => remindOfPlans(now.getTime()), { atStart: true, maxAttempts: 2 }),
  at('*/10 * * * *', 'camera-states', keepCameraStates, { atStart: true, maxAttempts: 2 }),
  // Signed a minute ago at most.
  at('* * * * *', 'maintenance-records', () => makeSignedDocuments(), { atStart: true, maxAttempts: 2 }),
  at('3 * * * *', 'partitions', tidyTables, { atStart: true }),
  // Imported call-outs get their clocks.
  at('8 * * * *', 'open-clocks', (now) => adoptOpen(now.getTime()), { atStart: true }),
  at('13 * * * *', 'campus-applications', (now) => expireApplications(now.getTime()), { atStart: true }),
  at('23 * * * *', 'approvals', (now) => remindOfApprovals(now.getTime()), { atStart: true }),
  at('33 * * * *', 'feedback', (now) => closeAnswered(now.getTime()), { atStart: true }),
  at('43 * * * *', 'data-strategies', seedStrategies, { atStart: true }),
  at('44 * * * *', 'standard-access', seedStandardAccess, { atStart: true }),
  at('45 * * * *', 'dictionaries', seedDictionaries, { atStart: true }),
  at('53 * * * *', 'inspection-rows', () => keepRows(), { atStart: true }),
  at('20 1 * * *', 'maintenance-plan', (now) => planAhead(now)),
  at('40 1 * * *', 'off-maintenance', (now) => keepOffMaintenance(now)),
  // Due at seven; what fell due while no process ran is sent at the start, and what failed ten minutes later.
  at('4,14,24,34,44,54 * * * *', 'report-subscriptions', (now) => sendDueReports(now.getTime()), {
    atStart: true,
    maxAttempts: 2,
  }),
  at('50 2 * * *', 'mailed-reports', (now) => forgetMailedReports(now.getTime())),
  // By day, and soon after a job was moved to tomorrow.
  at('*/10 8-19 * * *', 'maintenance-plans', (now) => notifyPlans(now.getTime()), { maxAttempts: 2 }),
  at('*/5 * * * *', 'maintenance-signatures', (now) => askForSignatures(now.getTime()), { maxAttempts: 2 }),
  at('0 8 * * *', 'due-reminders', (now) => remindAhead(now.getTime())),
  // Nobody gets text messages at night (silent-screens F8).
  at('0 8 * * *', 'overdue-texts', (now) => textOverdue(now.getTime())),
  // The trips of the hour are written by then.
  at('6 * * * *', 'symptom-hours', findIdleElevators),
  // The facts and cycles of the day before are written by then.
  at('20 2 * * *', 'symptom-nights', judgeDays),
  // The facts of the day before are corrected by then.
  at('40 5 * * *', 'biweekly-reports', (now) => writeBiweeklyRows(now.getTime()), { atStart: true }),
  ...factJobs,
];
