import { z } from 'zod';
import type { Cron } from './cron';

/**
 * Work that is done later, once for all gateways (docs/decisions/013-jobs.md). It is declared here, written by
 * `enqueue` or by its schedule, and done by the worker of one gateway. A job runs at least once: after a crash it
 * starts again, so it must be safe to repeat.
 */

/** What a job knows about its current run. */
export interface JobRun {
  readonly id: string;
  /** 1 at the first try. */
  readonly attempt: number;
  /** Aborts when the process stops; long jobs check it between their steps and throw. */
  readonly signal: AbortSignal;
  /** The worker's clock; tests set it. */
  now(): Date;
  /** Reports the progress, which administrators see. Each call is a statement: call it once a batch, not once a row. */
  progress(done: number, total: number): Promise<void>;
}

/** A job as the worker sees it. */
export interface Task {
  /** Stored in the database: never reuse it for another job. */
  readonly name: string;
  readonly maxAttempts: number;
  /** Runs one at a time over all gateways. */
  readonly isAlone: boolean;
  readonly cron?: Cron;
  /** Also runs whenever a worker starts, in addition to its schedule. */
  readonly atStart: boolean;
  /** @throws when the payload is invalid or the work failed; the job is then tried again */
  perform(payload: unknown, run: JobRun): Promise<void>;
}

/** A job that is written by `enqueue`. */
export interface Job<Payload> extends Task {
  /** The payload to store. @throws ZodError */
  check(payload: Payload): Payload;
}

/** 2.7, 7, 20 … 8103 s between tries: a job that fails for three and a half hours is given up. */
const ATTEMPTS = 10;
/** A scheduled job is given up within four minutes, so that its failure is visible before its next moment. */
const CRON_ATTEMPTS = 6;

interface JobDefinition<Schema extends z.ZodType> {
  readonly name: string;
  /** JSON in, anything out; the input is stored. */
  readonly payload: Schema;
  readonly maxAttempts?: number;
  readonly isAlone?: boolean;
  run(payload: z.output<Schema>, run: JobRun): Promise<void>;
}

/**
 * Declares a job. It also needs an entry in the worker's list (`lib/programs/gateway/job-list.ts`), otherwise nothing
 * runs it.
 */
export function defineJob<Schema extends z.ZodType>({
  name,
  payload,
  maxAttempts = ATTEMPTS,
  isAlone = false,
  run,
}: JobDefinition<Schema>): Job<z.input<Schema>> {
  return {
    name,
    maxAttempts,
    isAlone,
    atStart: false,
    check: (input) => {
      payload.parse(input);
      return input;
    },
    perform: (stored, context) => run(payload.parse(stored), context),
  };
}

const Due = z.object({ due: z.iso.datetime().transform((text) => new Date(text)) });

interface CronDefinition {
  readonly name: string;
  readonly cron: Cron;
  readonly maxAttempts?: number;
  readonly atStart?: boolean;
  /** @param due the scheduled moment; a gateway that was down runs it late, once */
  run(due: Date, run: JobRun): Promise<void>;
}

/**
 * Declares a scheduled job: it runs once at each of its moments over all gateways, and never twice at the same time.
 */
export function defineCronJob({
  name,
  cron,
  maxAttempts = CRON_ATTEMPTS,
  atStart = false,
  run,
}: CronDefinition): Job<z.input<typeof Due>> {
  const job = defineJob({
    name,
    payload: Due,
    maxAttempts,
    isAlone: true,
    run: ({ due }, context) => run(due, context),
  });
  return { ...job, cron, atStart };
}
