import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { config } from '@/lib/config';
import { isWritable, pool } from '@/lib/platform/db/client';
import { wasServerFull } from '@/lib/platform/db/open-pool';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { buildVersion } from '@/lib/platform/system/build-version';
import { isDraining } from '@/lib/platform/system/drain';
import { isCold } from '@/lib/platform/system/warm-up';
import { dataDisk } from '@/lib/platform/system/process-figures';
import { health, ready } from './contract';

const PROBE_TIMEOUT_MS = 3000;
const PROBE_SHARED_MS = 1000;

/** Less than the largest upload and what a document needs. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
const MIGRATIONS = 'prisma/migrations';
const UNDEFINED_TABLE = '42P01';

/** The last migration that this version brings; undefined: the folder is not beside the program. */
async function newestMigration(): Promise<string | undefined> {
  const names = await readdir(MIGRATIONS, { withFileTypes: true }).catch(() => []);
  return names
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .at(-1);
}

async function databaseState(): Promise<Pick<Readiness, 'database' | 'migrations' | 'queue'>> {
  try {
    const newest = await newestMigration();
    const { rows } = await pool().query<{ migrated: boolean; queue: boolean }>(
      `SELECT $1::text IS NULL OR EXISTS (SELECT 1 FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NOT NULL AND rolled_back_at IS NULL) AS migrated,
              to_regclass('graphile_worker.jobs') IS NOT NULL AS queue`,
      [newest ?? null],
    );
    return { database: await isWritable(), migrations: rows[0]?.migrated ?? false, queue: rows[0]?.queue ?? false };
  } catch (error) {
    return {
      database: (error as { code?: unknown }).code === UNDEFINED_TABLE,
      migrations: false,
      queue: false,
    };
  }
}

const GatewayState = z.object({ realtime: z.boolean(), broker: z.boolean() });

async function gatewayState(): Promise<Pick<Readiness, 'realtime' | 'broker'>> {
  if (config().upstream !== undefined) return { realtime: true, broker: true };
  try {
    const answer = await fetch(`${config().gateway.url}/health`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return GatewayState.parse(await answer.json());
  } catch {
    return { realtime: false, broker: false };
  }
}

/** Nobody but the database knows its disk: it was full when a write was refused, until none has been for a while. */
const FULL_MS = 15_000;

const diskState = async () => ({
  disk: ((await dataDisk())?.free ?? 0) >= MIN_FREE_BYTES && !wasServerFull(FULL_MS),
});

type Readiness = Omit<OutputOf<typeof ready>, 'status' | 'version' | 'warm'>;

let probe: { at: number; result: Promise<Readiness> } | undefined;

/** Anybody may call it as often as they like, so one probe is shared for a second. */
function readiness(): Promise<Readiness> {
  if (!probe || Date.now() - probe.at > PROBE_SHARED_MS) {
    probe = {
      at: Date.now(),
      result: Promise.all([databaseState(), gatewayState(), diskState()]).then(([database, gateway, disk]) => ({
        ...database,
        ...gateway,
        ...disk,
      })),
    };
  }
  return probe.result;
}

export const services = [
  serve(health, async () => ({ status: 'up' as const })),
  serve(ready, async () => {
    const state = { ...(await readiness()), warm: !isCold() };
    if (isDraining() || !state.warm || !state.database || !state.migrations || !state.realtime || !state.broker) {
      throw new AppError('unavailable', {
        data: { status: 'down', ...state },
        headers: { 'Retry-After': '5' },
      });
    }
    return { status: 'up' as const, ...state, version: buildVersion() };
  }),
];
