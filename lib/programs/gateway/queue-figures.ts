import { pool } from '@/lib/platform/db/client';
import { firstDueAt, type Cron } from '@/lib/platform/jobs/cron';
import type { Task } from '@/lib/platform/jobs/define';
import { gauge, type GaugeValue } from '@/lib/platform/system/metrics';

/**
 * What waits in the database, for the metrics page of a gateway with the role `jobs`: jobs, messages to people,
 * escalations, news. All such gateways show the same; a rule takes the largest. However often the page is read, the
 * database is asked once in ten seconds, by statements that walk an index of what is due. Where it does not answer, these
 * figures are missing and the rest of the page is there.
 */

const SHARED_MS = 10_000;
const PATIENCE_MS = 2000;

const JOBS = `
  SELECT count(*) FILTER (WHERE is_open AND run_at <= now())::int AS due, count(*) FILTER (WHERE is_open AND run_at > now())::int AS later,
         count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
         count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS dead,
         coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_open AND run_at <= now())), 0)::float AS oldest
    FROM (SELECT *, locked_at IS NULL AND attempts < max_attempts AS is_open FROM graphile_worker.jobs) job`;

const CLOCK = `
  SELECT name, extract(epoch FROM last_success)::float AS success, last_success < last_due AS "isOwed", extract(epoch FROM now())::float AS now
    FROM job_schedule WHERE name = ANY($1) AND last_success IS NOT NULL`;

/** Of the last 24 hours by state, and how long the first that is due has been waiting. */
const MESSAGES = [
  ['mail', 'mail_log'],
  ['text', 'sms_log'],
  ['push', 'push_log'],
]
  .map(
    ([kind, table]) => `
  SELECT '${kind}' AS kind, lower(state::text) AS state, count(*)::int AS messages FROM ${table}
   WHERE create_date > now() - interval '24 hours' GROUP BY state`,
  )
  .join(' UNION ALL ');

const LATE = `
  SELECT 'mail' AS what, (SELECT extract(epoch FROM now() - min(next_at)) FROM mail_log WHERE next_at <= now())::float AS seconds
  UNION ALL SELECT 'text', (SELECT extract(epoch FROM now() - min(next_at)) FROM sms_log WHERE next_at <= now())::float
  UNION ALL SELECT 'push', (SELECT extract(epoch FROM now() - min(next_at)) FROM push_log WHERE state = 'QUEUED' AND next_at <= now())::float
  UNION ALL SELECT 'escalation', (SELECT extract(epoch FROM now() - min(next_at)) FROM sla_mark WHERE next_at <= now())::float
  UNION ALL SELECT 'news', (SELECT extract(epoch FROM now() - min(create_date)) FROM outbox WHERE xid >= pg_snapshot_xmin(pg_current_snapshot()))::float`;

interface Queues {
  jobs: { due: number; later: number; running: number; dead: number; oldest: number };
  clock: { name: string; success: number; late: number }[];
  messages: { kind: string; state: string; messages: number }[];
  late: { what: string; seconds: number | null }[];
}

/** Since the first hour that passed without a success, s: a job of each minute is no less late than a nightly one. */
const lateness = (cron: Cron, success: number, now: number): number => {
  const due = firstDueAt(cron, success * 1000, now * 1000);
  return due === undefined ? 0 : now - due / 1000;
};

async function readQueues(crons: ReadonlyMap<string, Cron>): Promise<Queues> {
  const ask = async <T>(text: string, values: unknown[] = []) =>
    (await pool().query<T & Record<string, unknown>>(text, values)).rows as T[];
  const [jobs, clock, messages, late] = await Promise.all([
    ask<Queues['jobs']>(JOBS),
    ask<{ name: string; success: number; isOwed: boolean; now: number }>(CLOCK, [[...crons.keys()]]),
    ask<Queues['messages'][number]>(MESSAGES),
    ask<Queues['late'][number]>(LATE),
  ]);
  return {
    jobs: jobs[0] ?? { due: 0, later: 0, running: 0, dead: 0, oldest: 0 },
    clock: clock.map(({ name, success, isOwed, now }) => {
      const cron = isOwed ? crons.get(name) : undefined;
      return { name, success, late: cron ? lateness(cron, success, now) : 0 };
    }),
    messages,
    late,
  };
}

/** @param tasks whose names are the only ones that a label may have */
export function showQueues(tasks: readonly Task[], now: () => number = Date.now): void {
  const crons = new Map(tasks.flatMap(({ name, cron }) => (cron ? [[name, cron] as const] : [])));
  let held: { at: number; queues: Promise<Queues | undefined> } | undefined;
  const read = (): Promise<Queues | undefined> => {
    if (!held || now() - held.at > SHARED_MS) {
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined).unref());
      held = { at: now(), queues: Promise.race([readQueues(crons).catch(() => undefined), late]) };
    }
    return held.queues;
  };
  const show = (name: string, help: string, figures: (queues: Queues) => readonly GaugeValue[], label?: string) =>
    gauge(
      name,
      help,
      async () => {
        const queues = await read();
        return queues ? figures(queues) : [];
      },
      label,
    );

  show(
    'portal_jobs',
    'Jobs by state: due, later, running, and dead (given up)',
    ({ jobs: { due, later, running, dead } }) => [
      [due, 'due'],
      [later, 'later'],
      [running, 'running'],
      [dead, 'dead'],
    ],
    'state',
  );
  show('portal_jobs_oldest_seconds', 'How long the first due job has been waiting', ({ jobs }) => [[jobs.oldest]]);
  show(
    'portal_clock_job_success_timestamp_seconds',
    'When a job of the clock last succeeded; of one that never did, when it was first seen',
    ({ clock }) => clock.map(({ name, success }) => [success, name]),
    'job_name',
  );
  show(
    'portal_clock_job_late_seconds',
    'How long ago a job of the clock was first due since it last succeeded; 0: it is not',
    ({ clock }) => clock.map(({ name, late }) => [late, name]),
    'job_name',
  );
  const ofKind =
    (kind: string) =>
    ({ messages }: Queues): readonly GaugeValue[] =>
      messages.filter((one) => one.kind === kind).map(({ state, messages: count }) => [count, state]);
  show('portal_mails', 'E-mails of the last 24 hours by state', ofKind('mail'), 'state');
  show('portal_texts', 'Text messages of the last 24 hours by state', ofKind('text'), 'state');
  show('portal_pushes', 'Notices to devices of the last 24 hours by state', ofKind('push'), 'state');
  show(
    'portal_late_seconds',
    'How long the first thing that is due has been waiting: mail, text, push, escalation; news: outbox rows that a running transaction hides',
    ({ late }) => late.map(({ what, seconds }) => [Math.max(0, seconds ?? 0), what]),
    'what',
  );
}
