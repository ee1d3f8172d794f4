import { resetConfig } from '@/lib/config';
import { db, pool } from '@/lib/platform/db/client';
import { startJobs } from '@/lib/programs/gateway/jobs';
import { tidyTables } from '@/lib/programs/gateway/tidy-tables';
import { announceChanges, listenForChanges } from '@/lib/live/realtime/server/live-hints';
import type { LiveChange } from '@/lib/live/units/live-message';
import { Ingest } from '@/lib/live/telemetry/ingest';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { createBox, statusOf, type Box } from '../../live/telemetry/world';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** Lets the jobs run once at a moment. */
async function runAt(now: number): Promise<void> {
  const stop = startJobs(() => now);
  await new Promise((resolve) => setTimeout(resolve, 400));
  await stop();
}

const partitions = async (table: string) =>
  (
    await pool().query<{ name: string }>(
      'SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass ORDER BY 1',
      [table],
    )
  ).rows.map(({ name }) => name);

describe('tables that grow', () => {
  useFreshDatabase();
  const now = new Date('2026-03-28T12:00:00+08:00');

  it('have their partitions before the day comes: a week of days, the next month', async () => {
    await tidyTables(now);
    const days = await partitions('equipment_trace');
    expect(days).toEqual(expect.arrayContaining(['equipment_trace_p20260328', 'equipment_trace_p20260404']));
    expect(days).not.toContain('equipment_trace_p20260405');
    for (const table of ['equipment_log', 'api_access_log']) {
      expect(await partitions(table)).toEqual(expect.arrayContaining([`${table}_p202603`, `${table}_p202604`]));
    }
    await pool().query(
      `INSERT INTO equipment_trace (equipment_no, bucket_start, changes) VALUES ('E', '2026-04-04T20:00:00+08:00', '[]')`,
    );
    expect((await pool().query('SELECT 1 FROM equipment_trace_default')).rowCount).toBe(0);
    expect((await pool().query('SELECT 1 FROM equipment_trace_p20260404')).rowCount).toBe(1);
  });

  it('lose whole days after their time, and the days in it stay', async () => {
    await tidyTables(new Date(now.getTime() + 31 * DAY));
    const days = await partitions('equipment_trace');
    expect(days).not.toContain('equipment_trace_p20260328');
    expect(days).toContain('equipment_trace_p20260404');
    expect(await db().equipmentTrace.count()).toBe(1);
  });

  it('are kept as long as the operator chose', async () => {
    process.env.KEEP_DAYS = 'equipment_trace=60, error_log=10';
    resetConfig();
    try {
      await tidyTables(now);
      const at = (days: number) => new Date(now.getTime() - days * DAY);
      await db().errorLog.createMany({
        data: [9, 11].map((days) => ({ level: 'error', message: 'x', createDate: at(days) })),
      });
      await tidyTables(now);
      expect((await db().errorLog.findMany()).map(({ createDate }) => createDate)).toEqual([at(9)]);
      // The day above would have ended after 30 days.
      await tidyTables(new Date(now.getTime() + 45 * DAY));
      expect(await partitions('equipment_trace')).toContain('equipment_trace_p20260404');
    } finally {
      delete process.env.KEEP_DAYS;
      resetConfig();
    }
  });

  it('lose old rows in portions, however many there are', async () => {
    const reject = (rows: number, at: string) =>
      pool().query(
        `INSERT INTO ingest_reject (cube_no, topic, code, message, at) SELECT 'C', 'status', 'bad_value', 'x', $2::timestamptz FROM generate_series(1, $1)`,
        [rows, at],
      );
    await reject(25_000, '2026-03-21T11:59:59+08:00');
    await reject(3, '2026-03-21T12:00:00+08:00');
    await pool().query(`CREATE TABLE statement_size (rows int);
      CREATE FUNCTION note_size() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO statement_size SELECT count(*) FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER note_size AFTER DELETE ON ingest_reject REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_size()`);
    await tidyTables(now);
    expect(await db().ingestReject.count()).toBe(3);
    const { rows } = await pool().query<{ most: number; sum: number }>(
      'SELECT max(rows)::int AS most, sum(rows)::int AS sum FROM statement_size',
    );
    expect(rows[0]).toEqual({ most: 10_000, sum: 25_000 });
  });
});

describe('72 hours without data', () => {
  useFreshDatabase();
  const received = Date.parse('2026-03-01T08:00:00Z');
  let box: Box;

  const offer = async (at: number, leaf: 'status' | 'connection', body: object) => {
    const ingest = new Ingest({ pool, downlink: { publish: () => undefined }, now: () => at, flushMs: 1 });
    const result = await new Promise((settle) =>
      ingest.offer({
        cubeNo: box.cubeNo,
        leaf,
        source: 'http',
        payload: { body: { v: 1, equipmentNo: box.equipmentNo, ...body } },
        settle,
      }),
    );
    await ingest.stop();
    return result;
  };

  beforeAll(async () => {
    box = await createBox('JC1', 'JE1');
    // Measured two hours before it came: the box had no network.
    await offer(received, 'status', { at: received - 2 * 3600 * SECOND, status: { door: { value: 'Closed' } } });
    expect(await statusOf('JE1')).toMatchObject({ online_status: 1, last_data_at: new Date(received) });
  });

  it('[EQUIP-023] count from the receipt: a second before it is online', async () => {
    await runAt(received + 3 * DAY - SECOND);
    expect((await statusOf('JE1')).online_status).toBe(1);
  });

  it('are not begun anew by a gateway that starts again, nor by a box that only connects', async () => {
    for (const hours of [24, 48, 71]) await runAt(received + hours * 3600 * SECOND);
    await offer(received + 71 * 3600 * SECOND, 'connection', {
      state: 'online',
      session: 's2',
      at: received + 71 * 3600 * SECOND,
    });
    expect((await statusOf('JE1')).last_data_at).toEqual(new Date(received));
  });

  it('[EQUIP-023] and a minute and a second after it is offline, since data may have come that long after the stored time', async () => {
    const stop = startJobs(() => received + 3 * DAY + 61 * SECOND);
    await until(async () => (await statusOf('JE1')).online_status === 0);
    await stop();
    expect(await statusOf('JE1')).toMatchObject({
      online_status: 0,
      error_status: 2,
      last_data_at: new Date(received),
    });
  });
});

describe('what the clock changed', () => {
  useFreshDatabase();
  const changeOf = (index: number): LiveChange => ({
    equipmentNo: `HE${index}`,
    equipmentType: 'YAE_ELT',
    displayType: 'EV',
    changes: { onlinestatus: { value: 0, at: 1000 + index } },
    committedAt: 1000 + index,
  });

  it('reaches listeners once each, also when it is more than a notification holds, and after the connection was cut', async () => {
    const heard: LiveChange[] = [];
    const stop = listenForChanges((changes) => heard.push(...changes));
    const listener = () =>
      pool()
        .query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN live' AND datname = current_database()`,
        )
        .then(({ rows }) => rows[0]?.pid);
    const pid = await until(listener);
    const changes = Array.from({ length: 300 }, (_, index) => changeOf(index));
    await announceChanges(pool(), changes);
    await until(() => heard.length >= 300);
    expect(heard).toEqual(changes);

    await createBox('HC', 'HE-gap', { onlineStatus: 1 });
    heard.length = 0;
    await pool().query('SELECT pg_terminate_backend($1)', [pid]);
    await pool().query(
      `UPDATE equipment_status SET online_status = 0, updated_at = now() WHERE equipment_no = 'HE-gap'`,
    );
    await until(
      async () =>
        heard.some(
          ({ equipmentNo, changes: { onlinestatus } }) => equipmentNo === 'HE-gap' && onlinestatus?.value === 0,
        ),
      10_000,
    );
    await stop();
  });

  it('nothing changed: nothing is said', async () => {
    const sql = { query: jest.fn() };
    await announceChanges(sql as unknown as Parameters<typeof announceChanges>[0], []);
    expect(sql.query).not.toHaveBeenCalled();
  });
});
