import { connect } from '../connection.mjs';
import { Problem } from '../problem.mjs';

/**
 * Works with a connection of its own.
 * @template T
 * @param {string} databaseUrl @param {(client: import('pg').Client) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {Problem} it cannot be reached
 */
export async function withConnection(databaseUrl, work) {
  const client = await connect(databaseUrl, 'lift-portal backup');
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Nobody knows whether a transaction was committed: the connection was lost before the answer came. */
export class CommitUnknown extends Problem {}

/**
 * @template T
 * @param {import('pg').Client} client @param {string} begin @param {() => Promise<T>} work @returns {Promise<T>}
 * @throws {CommitUnknown} after which the rows may be there; after any other error they are not
 */
export async function inTransaction(client, begin, work) {
  await client.query(begin);
  try {
    const result = await work();
    await commit(client);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function commit(client) {
  try {
    await client.query('COMMIT');
  } catch (error) {
    // What the server refuses is rolled back. A connection that ends, also by the server's word (FATAL), says nothing.
    if (error.severity === 'ERROR') throw error;
    throw new CommitUnknown(`The database went away at the end (${error.message}); all rows may be there, or none.`, {
      cause: error,
    });
  }
}
