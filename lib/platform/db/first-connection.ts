import pg from 'pg';
import { config } from '@/lib/config';
import { ConfigError } from '@/lib/config-parts';
import { mistakeOf } from '@/lib/database-options.mjs';
import { connectionConfig, poolConfig } from './client';

/** A server that does not answer within this time is waited for later, as one that is away. */
const WAIT_MS = 3000;

/**
 * Connects once at the start of a process. A server that is away is waited for by everybody; a setting with which no
 * connection can ever succeed (a wrong CA) has to end the start.
 * @throws ConfigError with one sentence
 */
export async function tryDatabase(): Promise<void> {
  const { databaseUrl, sessionDatabase, isDatabasePooled } = config();
  if (isDatabasePooled)
    await tryOne(connectionConfig(), { url: sessionDatabase.connectionString, variable: 'DATABASE_SESSION_URL' });
  await tryOne(poolConfig(), { url: databaseUrl, variable: 'DATABASE_URL' });
}

async function tryOne(settings: pg.ClientConfig, named: { url: string; variable: string }): Promise<void> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: WAIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const mistake = mistakeOf(error, named.url, named.variable);
    if (mistake !== undefined) throw new ConfigError(mistake, { cause: error });
  } finally {
    client.end().catch(() => undefined);
  }
}
