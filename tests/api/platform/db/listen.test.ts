import { pool } from '@/lib/platform/db/client';
import { listen } from '@/lib/platform/db/listen';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';

/** One way to hear PostgreSQL's notifications, and to come back from a lost connection with what was missed. */

const tell = (text: string) => pool().query("SELECT pg_notify('test_channel', $1)", [text]);
/** Ends the listener's connection as a restart of the database would. */
const cut = () =>
  pool().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'",
  );

describe('listening to the database', () => {
  useFreshDatabase();
  const heard: (string | undefined)[] = [];
  const listening: (Date | undefined)[] = [];
  let lost = 0;
  let failsOnce = false;
  const start = () =>
    listen({
      channel: 'test_channel',
      onNotice: (payload) => heard.push(payload),
      async onListening(deafSince) {
        listening.push(deafSince);
        if (!failsOnce) return;
        failsOnce = false;
        throw new Error('not read');
      },
      onLost: () => (lost += 1),
    });
  beforeEach(() => {
    heard.length = listening.length = lost = 0;
  });

  it('hears its channel, comes back by itself when the connection is cut, and says since when it was deaf', async () => {
    const stop = start();
    await until(() => listening.length === 1);
    expect(listening).toEqual([undefined]);
    await tell('one');
    await until(() => heard.length === 1);
    const before = Date.now();
    await cut();
    await until(() => listening.length === 2);
    expect(lost).toBe(1);
    expect(listening[1]?.getTime()).toBeGreaterThan(before - 10_000);
    expect(listening[1]?.getTime()).toBeLessThanOrEqual(before);
    await tell('two');
    await until(() => heard.length === 2);
    expect(heard).toEqual(['one', 'two']);
    await stop();
  });

  it('begins anew, as deaf as before, when what was missed cannot be read', async () => {
    const stop = start();
    await until(() => listening.length === 1);
    failsOnce = true;
    await cut();
    await until(() => listening.length === 3);
    expect(listening[2]).toEqual(listening[1]);
    await stop();
  });

  it('hears nothing more, and does not come back, once it is stopped', async () => {
    const stop = start();
    await until(() => listening.length === 1);
    await stop();
    await tell('late');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect([heard, listening.length, lost]).toEqual([[], 1, 0]);
  });
});
