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

/** Can the portal do its work: database and realtime reachable? 503 when not (api.md §2.27). */
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
    /** Of the pages that are served now: an open page of another one asks to be loaded anew. */
    version: z.string(),
  }),
  summary: 'Readiness of database and realtime (api.md §2.27)',
  isLocal: true,
  audit: 'none',
});

export const systemOperations = [health, ready];
