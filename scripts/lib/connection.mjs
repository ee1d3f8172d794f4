// The one way by which scripts connect to PostgreSQL. What its address and libpq's variables say about TLS is understood by
// lib/database-options.mjs, as in the programs.
import { addressOf, databaseOptions, mistakeOf } from '../../lib/database-options.mjs';
import { Problem } from './problem.mjs';

const WAIT_MS = 10_000;

/** What scripts do takes more than a transaction: they go by the address that leads to a session, where there is one. */
export const sessionUrlOf = (databaseUrl, env = process.env) => env.DATABASE_SESSION_URL || databaseUrl;

const variableOf = (databaseUrl) =>
  databaseUrl === process.env.DATABASE_SESSION_URL ? 'DATABASE_SESSION_URL' : 'DATABASE_URL';

/**
 * What a client, a pool or Prisma's adapter is told.
 * @param {string} databaseUrl
 * @returns {import('pg').ClientConfig}
 * @throws {Error} one sentence that names the setting
 */
export function connectionOptions(databaseUrl) {
  const { options, ...rest } = databaseOptions(databaseUrl, {
    variable: variableOf(databaseUrl),
    env: process.env,
  });
  return {
    ...rest,
    options: `${options} -c TimeZone=UTC`.trim(),
    connectionTimeoutMillis: WAIT_MS,
    keepAlive: true,
  };
}

/**
 * A client that is connected.
 * @param {string} databaseUrl @param {string} program its name at the server
 * @returns {Promise<import('pg').Client>}
 * @throws {Problem} a setting is wrong, or nobody answers
 */
export async function connect(databaseUrl, program) {
  const { default: pg } = await import('pg');
  let client;
  try {
    client = new pg.Client({ ...connectionOptions(databaseUrl), application_name: program });
    // A lost connection fails the statement that needs it; alone it must not end the program.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    client?.end().catch(() => undefined);
    const reason = error.message || error.code || 'no answer';
    throw new Problem(
      mistakeOf(error, databaseUrl, variableOf(databaseUrl)) ??
        `The database at ${addressOf(databaseUrl)} cannot be reached: ${reason}.`,
      { cause: error },
    );
  }
}
