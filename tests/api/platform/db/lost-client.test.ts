import { pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';

/** A server that goes away under a connection in use must not end the process that uses it. */

useFreshDatabase();

it('a connection that is given back in the middle of a transaction is not lent again', async () => {
  const pidOf = async (client: { query(sql: string): Promise<{ rows: { pid: number }[] }> }) =>
    (await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  const client = await pool().connect();
  await client.query('BEGIN');
  const pid = await pidOf(client);
  client.release();
  const next = await pool().connect();
  try {
    expect(await pidOf(next)).not.toBe(pid);
  } finally {
    next.release();
  }
});

it('a connection that is lost between two statements fails the next one, and nothing else', async () => {
  const client = await pool().connect();
  const {
    rows: [row],
  } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  expect(client.listenerCount('error')).toBeGreaterThan(0);
  // Without a listener for errors of its own: those of the pool have to do.
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await pool().query('SELECT pg_terminate_backend($1)', [row?.pid]);
  await ended;
  await expect(client.query('SELECT 1').finally(() => client.release(true))).rejects.toThrow();
  expect((await pool().query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
