import { config } from '@/lib/config';
import { pool } from '@/lib/db/client';
import { AppError } from '@/lib/sms/errors';
import { serve } from '@/lib/sms/serve';
import { health, ready } from './contract';

const PROBE_TIMEOUT_MS = 3000;

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

export const systemServices = [
  serve(health, async () => ({ status: 'up' as const })),
  serve(ready, async () => {
    const upstream = config().upstream;
    const [database, realtime] = await Promise.all([isDatabaseUp(), upstream ? Promise.resolve(true) : isRealtimeUp()]);
    if (!database || !realtime) {
      throw new AppError('unavailable', { data: { status: 'down', database, realtime }, headers: { 'Retry-After': '5' } });
    }
    return { status: 'up' as const, database, realtime };
  }),
];
