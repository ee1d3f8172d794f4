import { Problem } from '../problem.mjs';

/**
 * Works with a connection of its own.
 * @template T
 * @param {string} databaseUrl @param {(client: import('pg').Client) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {Problem} it cannot be reached
 */
export async function withConnection(databaseUrl, work) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'lift-portal backup',
  });
  // A lost connection fails the statement that needs it; alone it must not end the program.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new Problem(`The database cannot be reached: ${error.message || error.code || 'no answer'}.`, {
      cause: error,
    });
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @template T @param {import('pg').Client} client @param {string} begin @param {() => Promise<T>} work @returns {Promise<T>} */
export async function inTransaction(client, begin, work) {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
