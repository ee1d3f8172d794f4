import { z } from 'zod';
import type { Cron } from './cron';

/**
 * Work that is done later, once over all gateways (docs/decisions/013-jobs.md): declared here, written by `enqueue` or by
 * its hours, done by the worker of some gateway. A job runs at least once: after a crash it begins again, so what it does
 * has to bear that.
 */

/** What a job knows of the run it is in. */
export interface JobRun {
  readonly id: string;
  /** 1 at the first try. */
  readonly attempt: number;
  /** Ends when the process stops; long jobs look at it between their steps and throw. */
  readonly signal: AbortSignal;
  /** The worker's clock: tests turn it. */
  now(): Date;
  /** How far it is; shown to administrators. A statement each time: call it by portions, not by rows. */
  progress(done: number, total: number): Promise<void>;
}

/** A job as the worker sees it. */
export interface Task {
  /** Stands in the database: never reused for something else. */
  readonly name: string;
  readonly maxAttempts: number;
  /** One after the other, over all gateways. */
  readonly isAlone: boolean;
  readonly cron?: Cron;
  /** Besides its hours, whenever a worker starts. */
  readonly atStart: boolean;
  /** @throws when the payload is not the job's, or the work failed: it is tried again */
  perform(payload: unknown, run: JobRun): Promise<void>;
}

/** A job that is written by `enqueue`. */
export interface Job<Payload> extends Task {
  /** The payload as it is stored. @throws ZodError */
  check(payload: Payload): Payload;
}

/** 2.7, 7, 20 … 8103 s between them: a job that fails for three and a half hours is a dead letter. */
const ATTEMPTS = 10;
/** A job that comes back by itself gives up within four minutes, so that its failure is seen before its next hour. */
const CRON_ATTEMPTS = 6;

interface JobDefinition<Schema extends z.ZodType> {
  readonly name: string;
  /** JSON in, anything out; what is stored is the input. */
  readonly payload: Schema;
  readonly maxAttempts?: number;
  readonly isAlone?: boolean;
  run(payload: z.output<Schema>, run: JobRun): Promise<void>;
}

/** Declares a job. Put it into the worker's list (`lib/programs/gateway/job-list.ts`), else nobody does it. */
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
  /** @param due the moment it was meant for; a gateway that was away does it late, once */
  run(due: Date, run: JobRun): Promise<void>;
}

/** Declares a job that comes by the clock: once at each of its moments over all gateways, never beside itself. */
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
