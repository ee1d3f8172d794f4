import type pg from 'pg';
import { fromWall, toWall } from '@/lib/platform/i18n/shanghai';

/**
 * Range partitions of the tables that only grow (api.md §5.1). Days and months are those of Shanghai, as in
 * every report. Each table also has a default partition, so an insert never fails. Rows that went there because a
 * partition was missing are moved when it is created.
 */
export interface PartitionedTable {
  table: string;
  column: string;
  unit: 'day' | 'month';
  /** How long whole partitions are kept, counted back from now. */
  keep: { days: number } | { months: number };
}

const DAY_MS = 86_400_000;
/** Maintenance by two gateways at once is a waste, not an error: the second one waits. */
const MAINTENANCE_LOCK = 7_258_310_443;

export interface Partition {
  table: string;
  /** Name of the partition's own table, e.g. `api_access_log_p202601`, of days `…_p20260131`. */
  name: string;
  from: Date;
  /** First moment after it. */
  to: Date;
}

/** The partition of a table that a moment belongs to. */
export function partitionAt({ table, unit }: Pick<PartitionedTable, 'table' | 'unit'>, at: Date): Partition {
  const local = new Date(toWall(at.getTime()));
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const start = unit === 'day' ? Date.UTC(year, month, day) : Date.UTC(year, month);
  const end = unit === 'day' ? start + DAY_MS : Date.UTC(year, month + 1);
  const digits = new Date(start)
    .toISOString()
    .replaceAll('-', '')
    .slice(0, unit === 'day' ? 8 : 6);
  return {
    table,
    name: `${table}_p${digits}`,
    from: new Date(fromWall(start)),
    to: new Date(fromWall(end)),
  };
}

/** Partitions of a table from the one of `from` to the one of `until`, both included. */
export function partitionsBetween(
  spec: Pick<PartitionedTable, 'table' | 'unit'>,
  from: Date,
  until: Date,
): Partition[] {
  const found: Partition[] = [];
  for (let at = from; at <= until || found.length === 0;) {
    const partition = partitionAt(spec, at);
    found.push(partition);
    at = partition.to;
  }
  return found;
}

export interface EnsureOptions {
  tables: readonly PartitionedTable[];
  now: Date;
  /** Partitions are created up to this many days ahead; of months, at least the next one. */
  aheadDays: number;
  /** And from this many days back, for demo history and late data. Default 1. */
  backDays?: number;
}

/**
 * Creates missing partitions and moves rows out of the default partition.
 * @param client a client of its own (not a pool: it locks and runs transactions)
 * @returns names of the partitions created
 */
export async function ensurePartitions(
  client: pg.ClientBase,
  { tables, now, aheadDays, backDays = 1 }: EnsureOptions,
): Promise<string[]> {
  return withMaintenanceLock(client, async () => {
    const made: string[] = [];
    for (const spec of tables) {
      const existing = new Set(await partitionNames(client, spec.table));
      const from = new Date(now.getTime() - backDays * DAY_MS);
      const until = new Date(now.getTime() + Math.max(aheadDays, spec.unit === 'month' ? 32 : 1) * DAY_MS);
      for (const partition of partitionsBetween(spec, from, until)) {
        if (existing.has(partition.name)) continue;
        await makePartition(client, partition);
        made.push(partition.name);
      }
    }
    return made;
  });
}

/** By a function of the database, which has the rights of the tables' owner (deploy/roles.sql). */
async function makePartition(client: pg.ClientBase, { table, name, from, to }: Partition): Promise<void> {
  await inShortTransaction(client, async () => {
    await client.query('SELECT make_partition($1, $2, $3, $4)', [table, name, from, to]);
  });
}

/** Gives up after 10 s of waiting for a lock, because all others queue behind the waiting one. */
async function inShortTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query("SET LOCAL lock_timeout = '10s'");
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

export interface DropOptions {
  tables: readonly PartitionedTable[];
  now: Date;
  /** Another retention than the usual one, by table. */
  keep?: Record<string, PartitionedTable['keep']>;
}

/**
 * Drops the partitions that ended before the retention time. Rows that old in a default partition are deleted, too.
 * @returns names of the partitions dropped
 */
export async function dropOldPartitions(
  client: pg.ClientBase,
  { tables, now, keep = {} }: DropOptions,
): Promise<string[]> {
  return withMaintenanceLock(client, async () => {
    const dropped: string[] = [];
    for (const spec of tables) {
      const oldest = partitionAt(spec, keepSince(keep[spec.table] ?? spec.keep, now));
      for (const name of await partitionNames(client, spec.table)) {
        // Same prefix, same number of digits: the order of the names is the order of time.
        if (!isPartitionName(spec, name) || name >= oldest.name) continue;
        await inShortTransaction(
          client,
          async () => void (await client.query('SELECT drop_partition($1, $2)', [spec.table, name])),
        );
        dropped.push(name);
      }
      await client.query(`DELETE FROM ${spec.table}_default WHERE ${spec.column} < $1`, [oldest.from]);
    }
    return dropped;
  });
}

function keepSince(keep: PartitionedTable['keep'], now: Date): Date {
  if ('days' in keep) return new Date(now.getTime() - keep.days * DAY_MS);
  const since = new Date(now);
  since.setUTCDate(1); // The month's last day may not exist in the earlier month.
  since.setUTCMonth(since.getUTCMonth() - keep.months);
  return since;
}

function isPartitionName({ table, unit }: PartitionedTable, name: string): boolean {
  return new RegExp(`^${table}_p\\d{${unit === 'day' ? 8 : 6}}$`).test(name);
}

async function partitionNames(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = $1::regclass ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function withMaintenanceLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('SELECT pg_advisory_lock($1)', [MAINTENANCE_LOCK]);
  try {
    return await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MAINTENANCE_LOCK]);
  }
}
