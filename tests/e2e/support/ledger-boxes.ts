import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { LedgerBox } from '../../support/ledger';
import { dataDir } from './data-dir';

/** Boxes of the test's own in the running portal's database, and ways to kill what runs. */

export function connectionString(): string {
  if (process.env.E2E_DATABASE_URL) return process.env.E2E_DATABASE_URL;
  const { POSTGRES_PASSWORD } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    POSTGRES_PASSWORD: string;
  };
  return `postgres://portal:${encodeURIComponent(POSTGRES_PASSWORD)}@127.0.0.1:${process.env.E2E_PG_PORT ?? '5433'}/portal`;
}

export async function query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: connectionString() });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Registers boxes with one unit each in the first branch. */
export async function createLedgerBoxes(count: number): Promise<LedgerBox[]> {
  const run = randomBytes(3).toString('hex');
  const boxes = Array.from({ length: count }, (_, index) => ({
    cubeNo: `LB${run}${index}`.toUpperCase(),
    equipmentNo: `LU${run}${index}`,
    secret: randomBytes(32).toString('base64url'),
  }));
  const [branch] = await query<{ branch_code: string }>('SELECT branch_code FROM branch ORDER BY 1 LIMIT 1');
  const hashes = boxes.map(({ secret }) => {
    const salt = randomBytes(16).toString('base64url');
    return `sha256$${salt}$${createHash('sha256').update(salt).update(secret).digest('hex')}`;
  });
  const cubes = boxes.map(({ cubeNo }) => cubeNo);
  const units = boxes.map(({ equipmentNo }) => equipmentNo);
  await query(
    `INSERT INTO edge_cube (cube_no, kind, bind_state, secret_hash, secret_at, update_date) SELECT c, 'box', 'BOUND', h, now(), now() FROM unnest($1::text[], $2::text[]) AS t(c, h)`,
    [cubes, hashes],
  );
  await query(
    `INSERT INTO equipment (equipment_no, equipment_name, cube_no, equipment_type, display_type, branch_code, update_date) SELECT e, 'Ledger ' || e, c, 'YAE_ELT', 'EV', $3, now() FROM unnest($1::text[], $2::text[]) AS t(e, c)`,
    [units, cubes, branch?.branch_code],
  );
  await query(`INSERT INTO equipment_status (equipment_no, online_status) SELECT e, 0 FROM unnest($1::text[]) AS e`, [
    units,
  ]);
  return boxes;
}

const isStillReferred = (error: unknown) =>
  error instanceof pg.DatabaseError && ['23001', '23503'].includes(error.code ?? '');

/** Removes what `createLedgerBoxes` and the run made. */
export async function removeLedgerBoxes(boxes: readonly LedgerBox[]): Promise<void> {
  const units = boxes.map(({ equipmentNo }) => equipmentNo);
  // The portal's own rules may still be acting on the units: first they are none of theirs any more.
  await query('UPDATE equipment SET deleted_at = now() WHERE equipment_no = ANY($1)', [units]);
  for (;;) {
    try {
      await removeRows(units);
      break;
    } catch (error) {
      // What they had found before was written meanwhile.
      if (!isStillReferred(error)) throw error;
    }
  }
  await query('DELETE FROM edge_cube WHERE cube_no = ANY($1)', [boxes.map(({ cubeNo }) => cubeNo)]);
}

async function removeRows(units: readonly string[]): Promise<void> {
  for (const table of [
    'error_inspection',
    'notification',
    // What the portal's own rules made of faults and silence.
    'sla_mark',
    'symptom',
    'activity',
    'callback',
    'equipment_event',
    'equipment_status',
    'equipment_trace',
    'equipment_day',
    'equipment_hour',
    'equipment_cycle_day',
    'equipment_span',
    // What is due at every unit, written by the clock.
    'inspection',
    'maintenance_job',
    'off_maintenance',
    'equipment',
  ]) {
    await query(`DELETE FROM ${table} WHERE equipment_no = ANY($1)`, [units]);
  }
}

/** `kill -9` of a process of the running portal by its name in run.json. */
export function killProgram(name: string): number {
  const { children } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as {
    children: { name: string; pid: number }[];
  };
  const pid = children.find((child) => child.name === name)?.pid;
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** `kill -9` of the database server: the parent of any of its backends. */
export async function killDatabase(): Promise<number> {
  const probe = new pg.Client({ connectionString: connectionString() });
  probe.on('error', () => undefined);
  await probe.connect();
  const { rows } = await probe.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8');
  const postmaster = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  process.kill(postmaster, 'SIGKILL');
  await probe.end().catch(() => undefined);
  return postmaster;
}
