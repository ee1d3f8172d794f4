import pg from 'pg';
import { config } from '@/lib/config';
import { ConfigError } from '@/lib/config-parts';
import { addressOf, mistakeOf } from '@/lib/database-options.mjs';
import { connectionConfig, poolConfig } from './client';

/** A server that does not answer within this time is waited for later, as one that is away. */
const WAIT_MS = 3000;

interface Target {
  readonly settings: pg.ClientConfig;
  readonly url: string;
  readonly variable: 'DATABASE_URL' | 'DATABASE_SESSION_URL';
}

/** The addresses that have to answer. */
function targets(): Target[] {
  const { databaseUrl, sessionDatabase, isDatabasePooled } = config();
  const pool: Target = { settings: poolConfig(), url: databaseUrl, variable: 'DATABASE_URL' };
  if (!isDatabasePooled) return [pool];
  const url = sessionDatabase.connectionString;
  return [{ settings: connectionConfig(), url, variable: 'DATABASE_SESSION_URL' }, pool];
}

/** @returns what went wrong */
async function connectOnce({ settings }: Target): Promise<unknown> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: WAIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    client.end().catch(() => undefined);
  }
}

/**
 * Connects once at the start of a process. A server that is away is waited for by everybody; a setting with which no
 * connection can ever succeed (a wrong CA) has to end the start.
 * @throws ConfigError with one sentence
 */
export async function tryDatabase(): Promise<void> {
  for (const target of targets()) {
    const error = await connectOnce(target);
    const mistake = error === undefined ? undefined : mistakeOf(error, target.url, target.variable);
    if (mistake !== undefined) throw new ConfigError(mistake, { cause: error });
  }
}

/**
 * Why no connection can be had at this moment, for programs that wait for nobody.
 * @returns one sentence; undefined where the database answers
 */
export async function databaseFault(): Promise<string | undefined> {
  for (const target of targets()) {
    const error = await connectOnce(target);
    if (error === undefined) continue;
    const { message, code } = error as { message?: string; code?: string };
    return (
      mistakeOf(error, target.url, target.variable) ??
      `The database at ${addressOf(target.url, target.variable)} cannot be reached: ${message || code || 'no answer'}.`
    );
  }
  return undefined;
}
