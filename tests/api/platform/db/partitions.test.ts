import pg from 'pg';
import { connectionConfig, db, pool } from '@/lib/platform/db/client';
import { dropOldPartitions, ensurePartitions } from '@/lib/platform/db/partitions';
import { PARTITIONED_TABLES } from '@/lib/programs/gateway/partitioned-tables';
import { useFreshDatabase } from '../../support/database';

describe('partitions', () => {
  useFreshDatabase();
  let client: pg.Client;

  beforeEach(async () => {
    client = new pg.Client(connectionConfig());
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
  });

  const NOW = new Date('2026-01-30T10:00:00+08:00');
  const partitionOf = async (table: string, column: string, at: string) => {
    const { rows } = await pool().query<{ name: string }>(
      `SELECT tableoid::regclass::text AS name FROM ${table} WHERE ${column} = $1`,
      [at],
    );
    return rows.map(({ name }) => name);
  };
  const trace = (at: string) =>
    db().equipmentTrace.create({ data: { equipmentNo: '1', bucketStart: new Date(at), changes: [] } });

  it('takes telemetry before any partition is made', async () => {
    await trace('2026-01-30T09:55:00+08:00');
    expect(await partitionOf('equipment_trace', 'bucket_start', '2026-01-30T09:55:00+08:00')).toEqual([
      'equipment_trace_default',
    ]);
  });

  it('makes the days and months ahead and moves the rows that came too early', async () => {
    const made = await ensurePartitions(client, { tables: PARTITIONED_TABLES, now: NOW, aheadDays: 2 });
    expect(made.sort()).toEqual([
      'api_access_log_p202601',
      'api_access_log_p202602',
      'api_access_log_p202603',
      'equipment_log_p202601',
      'equipment_log_p202602',
      'equipment_log_p202603',
      'equipment_trace_p20260129',
      'equipment_trace_p20260130',
      'equipment_trace_p20260131',
      'equipment_trace_p20260201',
    ]);
    expect(await partitionOf('equipment_trace', 'bucket_start', '2026-01-30T09:55:00+08:00')).toEqual([
      'equipment_trace_p20260130',
    ]);
  });

  it('makes nothing twice', async () => {
    expect(await ensurePartitions(client, { tables: PARTITIONED_TABLES, now: NOW, aheadDays: 2 })).toEqual([]);
  });

  it('begins a day at midnight in Shanghai', async () => {
    await trace('2026-01-31T00:00:00+08:00');
    await trace('2026-01-30T23:59:59+08:00');
    expect(await partitionOf('equipment_trace', 'bucket_start', '2026-01-31T00:00:00+08:00')).toEqual([
      'equipment_trace_p20260131',
    ]);
    expect(await partitionOf('equipment_trace', 'bucket_start', '2026-01-30T23:59:59+08:00')).toEqual([
      'equipment_trace_p20260130',
    ]);
  });

  it('refuses the same log entry twice', async () => {
    const entry = {
      cubeDate: NOW,
      equipmentNo: '1',
      logId: 'l-1',
      topic: 1,
      cnType: 'x',
      desc: 'x',
      status: 'x',
      payload: {},
    };
    const { count } = await db().equipmentLog.createMany({ data: [entry, entry], skipDuplicates: true });
    expect(count).toBe(1);
  });

  it('finds its indexes on every partition', async () => {
    const { rows } = await pool().query<{ method: string }>(
      `SELECT am.amname AS method FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am am ON am.oid = c.relam
        WHERE i.indrelid = 'equipment_trace_p20260131'::regclass ORDER BY 1`,
    );
    expect(rows.map(({ method }) => method)).toEqual(['brin', 'btree']);
  });

  it('drops what is older than its time, partitions and stray rows, and nothing else', async () => {
    await ensurePartitions(client, { tables: PARTITIONED_TABLES, now: NOW, aheadDays: 2 });
    await trace('2025-06-01T00:00:00+08:00');
    await trace('2026-03-05T00:00:00+08:00');
    const dropped = await dropOldPartitions(client, {
      tables: PARTITIONED_TABLES,
      now: new Date('2026-03-02T12:00:00+08:00'),
    });
    expect(dropped).toEqual(['equipment_trace_p20260129', 'equipment_trace_p20260130']);
    const left = await db().equipmentTrace.findMany({ select: { bucketStart: true }, orderBy: { bucketStart: 'asc' } });
    expect(left.map(({ bucketStart }) => bucketStart.toISOString())).toEqual([
      '2026-01-30T16:00:00.000Z',
      '2026-03-04T16:00:00.000Z',
    ]);
  });

  it('keeps months as long as it is told', async () => {
    const dropped = await dropOldPartitions(client, {
      tables: PARTITIONED_TABLES,
      now: new Date('2026-03-31T12:00:00+08:00'),
      keep: { api_access_log: { months: 1 }, equipment_trace: { days: 365 } },
    });
    expect(dropped).toEqual(['api_access_log_p202601']);
  });

  it('loses no row while partitions are made under writing', async () => {
    let isDone = false;
    let written = 0;
    const writer = (async () => {
      for (let minute = 0; !isDone; minute += 1) {
        const at = new Date(Date.parse('2026-05-01T00:00:00+08:00') + minute * 60_000);
        await pool().query('INSERT INTO equipment_trace (equipment_no, bucket_start, changes) VALUES ($1, $2, $3)', [
          'w',
          at,
          '[]',
        ]);
        written += 1;
      }
    })();
    await ensurePartitions(client, {
      tables: PARTITIONED_TABLES,
      now: new Date('2026-05-01T12:00:00+08:00'),
      aheadDays: 10,
    });
    isDone = true;
    await writer;
    expect(await db().equipmentTrace.count({ where: { equipmentNo: 'w' } })).toBe(written);
    expect(written).toBeGreaterThan(0);
  });
});
