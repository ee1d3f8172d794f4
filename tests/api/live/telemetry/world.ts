import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pool } from '@/lib/platform/db/client';
import { hashCubeSecret, newCubeSecret } from '@/lib/live/telemetry/cube-secret';
import type { DisplayType } from '@/lib/live/units/value-sets';

/** Boxes and units for tests of the ingest, and the real Mosquitto programs as their voice. */

export interface Box {
  cubeNo: string;
  secret: string;
  equipmentNo: string;
}

export async function createBranch(branchCode = 'B1'): Promise<void> {
  await pool().query(
    `INSERT INTO branch (branch_code, branch_id, branch_name, branch_full_name, update_date) VALUES ($1, $1, $1, $1, now()) ON CONFLICT DO NOTHING`,
    [branchCode],
  );
}

export interface BoxOptions {
  displayType?: DisplayType;
  equipmentType?: string;
  floorMapping?: Record<string, string>;
  kind?: 'box' | 'pro';
  /** Cube number in the equipment, when it is not the box's own (ports of a pro box). */
  unitCubeNo?: string;
  onlineStatus?: number;
}

/** One box with one unit. */
export async function createBox(cubeNo: string, equipmentNo: string, options: BoxOptions = {}): Promise<Box> {
  const {
    displayType = 'EV',
    equipmentType = 'YAE_ELT',
    floorMapping = null,
    kind = 'box',
    unitCubeNo = cubeNo,
    onlineStatus = 0,
  } = options;
  const secret = newCubeSecret();
  await createBranch();
  await pool().query(
    `INSERT INTO edge_cube (cube_no, kind, bind_state, secret_hash, secret_at, update_date) VALUES ($1, $2, 'BOUND', $3, now(), now()) ON CONFLICT DO NOTHING`,
    [cubeNo, kind, hashCubeSecret(secret)],
  );
  await pool().query(
    `INSERT INTO equipment (equipment_no, equipment_name, cube_no, equipment_type, display_type, floor_mapping, branch_code, update_date)
     VALUES ($1, $1, $2, $3, $4, $5, 'B1', now())`,
    [equipmentNo, unitCubeNo, equipmentType, displayType, floorMapping === null ? null : JSON.stringify(floorMapping)],
  );
  await pool().query('INSERT INTO equipment_status (equipment_no, online_status) VALUES ($1, $2)', [
    equipmentNo,
    onlineStatus,
  ]);
  return { cubeNo, secret, equipmentNo };
}

/** Result of a program. */
export interface Ran {
  code: number | null;
  output: string;
}

export async function run(program: string, args: string[], input?: string | Buffer): Promise<Ran> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: Buffer.concat(chunks).toString('utf8') };
}

const login = (box: Box, port: number) => [
  '-h',
  '127.0.0.1',
  '-p',
  String(port),
  '-i',
  box.cubeNo,
  '-u',
  box.cubeNo,
  '-P',
  box.secret,
];

/** Publishes as a box would, with QoS 1. */
export function mosquittoPub(
  port: number,
  box: Box,
  topic: string,
  payload: string | Buffer,
  more: string[] = [],
): Promise<Ran> {
  return run('mosquitto_pub', [...login(box, port), '-q', '1', '-t', topic, '-s', ...more], payload);
}

/** Subscribes for some seconds or until `count` messages came. */
export function mosquittoSub(
  port: number,
  box: Box,
  topics: string[],
  seconds: number,
  more: string[] = [],
): Promise<Ran> {
  return run('mosquitto_sub', [
    ...login(box, port),
    '-q',
    '1',
    '-W',
    String(seconds),
    '-v',
    ...topics.flatMap((topic) => ['-t', topic]),
    ...more,
  ]);
}

export async function statusOf(equipmentNo: string) {
  const { rows } = await pool().query<{
    online_status: number;
    error_status: number;
    entrapment_status: number;
    connection: string | null;
    session: string | null;
    last_data_at: Date | null;
    live: Record<string, { value: unknown; at: number; physicalvalue?: number }>;
    counters: Record<string, { value: number; at: number }>;
  }>('SELECT * FROM equipment_status WHERE equipment_no = $1', [equipmentNo]);
  const row = rows[0];
  if (!row) throw new Error(`no status of ${equipmentNo}`);
  return row;
}
