import { config } from '@/lib/config';
import { pool } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { buildVersion } from '@/lib/platform/system/build-version';
import { health, ready } from './contract';

const PROBE_TIMEOUT_MS = 3000;
const PROBE_SHARED_MS = 1000;

async function isDatabaseUp(): Promise<boolean> {
  try {
    await pool().query('SELECT 1');
    return true;
  } catch {
    return false;
  }
}

async function isRealtimeUp(): Promise<boolean> {
  try {
    const answer = await fetch(`${config().gateway.url}/health`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

interface Readiness {
  database: boolean;
  realtime: boolean;
}

let probe: { at: number; result: Promise<Readiness> } | undefined;

/** Anybody may call it as often as they like, so one probe is shared for a second. */
function readiness(): Promise<Readiness> {
  if (!probe || Date.now() - probe.at > PROBE_SHARED_MS) {
    const isProxy = config().upstream !== undefined;
    probe = {
      at: Date.now(),
      result: Promise.all([isDatabaseUp(), isProxy || isRealtimeUp()]).then(([database, realtime]) => ({
        database,
        realtime,
      })),
    };
  }
  return probe.result;
}

export const services = [
  serve(health, async () => ({ status: 'up' as const })),
  serve(ready, async () => {
    const { database, realtime } = await readiness();
    if (!database || !realtime) {
      throw new AppError('unavailable', {
        data: { status: 'down', database, realtime },
        headers: { 'Retry-After': '5' },
      });
    }
    return { status: 'up' as const, database, realtime, version: buildVersion() };
  }),
];
