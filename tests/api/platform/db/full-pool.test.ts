import { config } from '@/lib/config';
import { db, pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';

/** Where all connections are in use for a while, a transaction waits for one as a statement does. */

useFreshDatabase();

it('a transaction that finds the pool full for some seconds is begun when it can be', async () => {
  // The client is there already: only the pool is waited for.
  await db().$queryRaw`SELECT 1`;
  const held = await Promise.all(Array.from({ length: config().databasePool }, () => pool().connect()));
  const released = new Promise<void>((resolve) =>
    setTimeout(() => {
      for (const client of held) client.release();
      resolve();
    }, 3500),
  );
  try {
    await expect(db().$transaction(async (sql) => sql.$queryRaw`SELECT 1 AS one`)).resolves.toEqual([{ one: 1 }]);
  } finally {
    await released;
  }
});
