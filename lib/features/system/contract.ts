import { z } from 'zod';
import { noInput } from '@/lib/platform/contract/schemas';
import { operation, PUBLIC } from '@/lib/platform/contract/operation';

/** Is this process alive? Asks nothing else (api.md §2.27). */
export const health = operation({
  name: 'health',
  method: 'GET',
  path: 'health/live',
  access: PUBLIC,
  scope: '-',
  input: noInput,
  output: z.object({ status: z.literal('up') }),
  summary: 'Liveness of the web process (api.md §2.27)',
  isLocal: true,
  audit: 'none',
});

/**
 * Can the portal do its work (api.md §2.27)? 503 without a database that has the tables of this version, and without a
 * gateway with its broker, and as long as the first calls to it would be slow. Disk and queue are told.
 */
export const ready = operation({
  name: 'ready',
  method: 'GET',
  path: 'health/ready',
  access: PUBLIC,
  scope: '-',
  input: noInput,
  output: z.object({
    status: z.enum(['up', 'down']),
    database: z.boolean(),
    realtime: z.boolean(),
    /** The database has every migration of this version. */
    migrations: z.boolean(),
    broker: z.boolean(),
    /** The job queue is there. */
    queue: z.boolean(),
    /** DATA_DIR has room for a file, and the database for what is written. */
    disk: z.boolean(),
    /** This process has used everything once, so that no caller is the first. */
    warm: z.boolean(),
    /** Of the pages that are served now: an open page of another one asks to be loaded anew. */
    version: z.string(),
  }),
  summary: 'Readiness of database, gateway, broker, queue and disk (api.md §2.27)',
  isLocal: true,
  audit: 'none',
});

export const systemOperations = [health, ready];
