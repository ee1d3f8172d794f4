import pg from 'pg';
import { config } from '@/lib/config';
import { pool } from '@/lib/platform/db/client';
import { SilenceWatch } from '@/lib/platform/db/silent-server';
import { Vanishing } from '../../support/vanishing';
import { useFreshDatabase } from '../../support/database';

/** A server whose packets vanish without a word: whoever waits for it is told, whoever is merely busy is left alone. */

const TIMINGS = { quietMs: 300, tryMs: 300, lookMs: 50 };

describe('a database that does not answer', () => {
  useFreshDatabase();
  let way: Vanishing;
  const open: pg.Client[] = [];
  const connect = async () => {
    const url = new URL(config().databaseUrl);
    url.port = String(way.port);
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    open.push(client);
    return client;
  };
  beforeEach(async () => {
    way = await Vanishing.to(Number(new URL(config().databaseUrl).port));
  });
  afterEach(async () => {
    await way.close();
    await Promise.all(open.splice(0).map((client) => client.end().catch(() => undefined)));
  });

  it('a statement whose answer never comes fails within seconds, and idle connections to the same machine end with it', async () => {
    const watch = new SilenceWatch(TIMINGS);
    const [asking, idle] = [await connect(), await connect()];
    const ended = new Promise<void>((resolve) => idle.once('end', resolve));
    watch.add(asking);
    watch.add(idle);
    await new Promise((resolve) => setTimeout(resolve, TIMINGS.quietMs));
    await way.vanish();
    await expect(asking.query('SELECT 1')).rejects.toThrow('does not answer');
    await ended;
    way.return();
    expect((await (await connect()).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('a statement that only takes long is waited for, as its machine answers', async () => {
    const watch = new SilenceWatch(TIMINGS);
    const client = await connect();
    watch.add(client);
    expect((await client.query('SELECT 1 AS one FROM pg_sleep(2)')).rows).toEqual([{ one: 1 }]);
  });

  it('the server is told to notice by itself that packets do not come through', async () => {
    const { rows } = await pool().query<{ value: string }>("SELECT current_setting('tcp_user_timeout') AS value");
    expect(rows).toEqual([{ value: '13000' }]);
  });
});
