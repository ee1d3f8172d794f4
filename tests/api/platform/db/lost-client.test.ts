import { pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';

/** A server that goes away under a connection in use must not end the process that uses it. */

useFreshDatabase();

it('a connection that is lost between two statements fails the next one, and nothing else', async () => {
  const client = await pool().connect();
  const {
    rows: [row],
  } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  expect(client.listenerCount('error')).toBeGreaterThan(0);
  const ended = new Promise((resolve) => client.once('end', resolve));
  await pool().query('SELECT pg_terminate_backend($1)', [row?.pid]);
  await ended;
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  expect((await pool().query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
