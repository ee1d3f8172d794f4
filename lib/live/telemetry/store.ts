import type pg from 'pg';
import type { DetectorState } from '@/lib/live/detector/state';
import type { DisplayType } from '@/lib/live/units/value-sets';
import { HAS_CAMERA_SQL } from '@/lib/live/units/camera';
import type { CounterState } from './counters';
import type { EventRow } from './incident-events';
import type { StoredEntry } from './merge';
import type { OpenSpan } from './spans';
import type { LinkState } from './state';

/** What a batch reads, and the locks it takes. Locks are taken in the order of keys: units first, then boxes. */

/** Notes of a unit, stored beside its counters under a name that no counter has. */
export interface UnitNotes {
  /** Key → `at` of the newest full message without it (merge.ts). */
  gone?: Record<string, number>;
  /** Receive time since which `connected` has its value. */
  connectedSince?: number;
  /** `at` of the newest alarm that says persons are trapped. */
  trappedAlarmAt?: number;
  /** Time of the message that last changed the box's link. */
  connectionAt?: number;
  /** The open state, for the facts of the day. */
  span?: OpenSpan | undefined;
}
export const NOTES = '$unit';

export interface UnitRow {
  equipmentNo: string;
  cubeNo: string | null;
  displayType: DisplayType;
  equipmentType: string;
  branchCode: string;
  floorMapping: unknown;
  hasCamera: boolean;
  /** Out of service: reports nothing except trapped persons (silent-screens A8). */
  serviceStopped: boolean;
  onlineStatus: number;
  errorStatus: number;
  entrapmentStatus: number;
  connection: 'online' | 'offline' | null;
  session: string | null;
  /** Epoch ms. */
  lastDataAt: number | null;
  live: Record<string, StoredEntry>;
  counters: Record<string, CounterState>;
  notes: UnitNotes;
  productLine: string | null;
  totalFloors: number | null;
  /** m/s */
  ratedSpeed: number | null;
  /** What the symptom rules remember. Replaced, never changed. */
  detector: DetectorState;
  /** When the rules have to check again, epoch ms. */
  detectorDue: number | null;
}

/** A time as a plain number: parsing dates would take a tenth of the time of reading a row. */
function epochMs(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::float8`;
}

const UNIT_COLUMNS = `
  e.equipment_no, e.cube_no, e.display_type, e.equipment_type, e.branch_code, e.floor_mapping,
  ${HAS_CAMERA_SQL} AS has_camera, e.service_stopped,
  s.online_status, s.error_status, s.entrapment_status, s.connection, s.session, ${epochMs('s.last_data_at')} AS last_data_at, s.live, s.counters,
  e.product_line, e.total_floors, e.rated_speed::float8 AS rated_speed, s.detector, ${epochMs('s.detector_due')} AS detector_due`;

interface RawUnit {
  equipment_no: string;
  cube_no: string | null;
  display_type: DisplayType;
  equipment_type: string;
  branch_code: string;
  floor_mapping: unknown;
  has_camera: boolean;
  service_stopped: boolean;
  online_status: number;
  error_status: number;
  entrapment_status: number;
  connection: 'online' | 'offline' | null;
  session: string | null;
  last_data_at: number | null;
  live: Record<string, StoredEntry>;
  counters: Record<string, unknown>;
  product_line: string | null;
  total_floors: number | null;
  rated_speed: number | null;
  detector: DetectorState;
  detector_due: number | null;
}

function unitOf(row: RawUnit): UnitRow {
  const { [NOTES]: notes, ...counters } = row.counters;
  return {
    equipmentNo: row.equipment_no,
    cubeNo: row.cube_no,
    displayType: row.display_type,
    equipmentType: row.equipment_type,
    branchCode: row.branch_code,
    floorMapping: row.floor_mapping,
    hasCamera: row.has_camera,
    serviceStopped: row.service_stopped,
    onlineStatus: row.online_status,
    errorStatus: row.error_status,
    entrapmentStatus: row.entrapment_status,
    connection: row.connection,
    session: row.session,
    lastDataAt: row.last_data_at,
    live: row.live,
    counters: counters as Record<string, CounterState>,
    notes: (notes as UnitNotes | undefined) ?? {},
    productLine: row.product_line,
    totalFloors: row.total_floors,
    ratedSpeed: row.rated_speed,
    detector: row.detector,
    detectorDue: row.detector_due,
  };
}

async function selectUnits(client: pg.ClientBase, equipmentNos: readonly string[]): Promise<UnitRow[]> {
  const { rows } = await client.query<RawUnit>({
    name: 'ingest-units',
    text: `SELECT ${UNIT_COLUMNS} FROM equipment e JOIN equipment_status s USING (equipment_no)
            WHERE e.equipment_no = ANY($1) AND e.deleted_at IS NULL
            ORDER BY e.equipment_no FOR NO KEY UPDATE OF s`,
    values: [equipmentNos],
  });
  return rows.map(unitOf);
}

/** Units that the symptom rules have to check now. Locked rows are left to the process that holds them. */
export async function lockDueUnits(client: pg.ClientBase, now: number, most: number): Promise<UnitRow[]> {
  const { rows } = await client.query<RawUnit>({
    name: 'detector-due',
    text: `SELECT ${UNIT_COLUMNS} FROM equipment_status s JOIN equipment e USING (equipment_no)
            WHERE s.detector_due <= to_timestamp($1 / 1000.0) AND e.deleted_at IS NULL
            ORDER BY s.detector_due LIMIT $2 FOR NO KEY UPDATE OF s SKIP LOCKED`,
    values: [now, most],
  });
  return rows.map(unitOf);
}

/** Locks the units that exist and reads them; a unit without a status row gets one. */
export async function lockUnits(client: pg.ClientBase, equipmentNos: readonly string[]): Promise<Map<string, UnitRow>> {
  if (equipmentNos.length === 0) return new Map();
  const units = await selectUnits(client, equipmentNos);
  if (units.length < equipmentNos.length) {
    const found = new Set(units.map((unit) => unit.equipmentNo));
    const missing = equipmentNos.filter((equipmentNo) => !found.has(equipmentNo));
    const { rowCount } = await client.query(
      `INSERT INTO equipment_status (equipment_no)
       SELECT equipment_no FROM equipment WHERE equipment_no = ANY($1) AND deleted_at IS NULL ORDER BY equipment_no
       ON CONFLICT DO NOTHING`,
      [missing],
    );
    if (rowCount) units.push(...(await selectUnits(client, missing)));
  }
  return new Map(units.map((unit) => [unit.equipmentNo, unit]));
}

/** Reads more units when they turn out to be needed, for example all units of a box. */
export interface CubeRow extends LinkState {
  cubeNo: string;
  isPro: boolean;
  lastDataAt: number | null;
}

interface RawCube {
  cube_no: string;
  is_pro: boolean;
  state: 'online' | 'offline';
  session: string | null;
  state_at: number | null;
  last_data_at: number | null;
}

const SELECT_CUBES = `
  SELECT cube_no, kind = 'pro' AS is_pro, state, session, ${epochMs('state_at')} AS state_at, ${epochMs('last_data_at')} AS last_data_at
    FROM edge_cube WHERE cube_no = ANY($1) AND enabled AND bind_state <> 'RETIRED'`;

/**
 * Reads the boxes, and locks those whose link state may change; data does not change the others. Retired and disabled
 * boxes are left out, because nobody may use them.
 */
export async function findCubes(
  client: pg.ClientBase,
  { locked, others }: { locked: readonly string[]; others: readonly string[] },
): Promise<CubeRow[]> {
  const read = async (name: string, text: string, cubeNos: readonly string[]) =>
    cubeNos.length === 0 ? [] : (await client.query<RawCube>({ name, text, values: [cubeNos] })).rows;
  const rows = [
    ...(await read('ingest-lock-cubes', `${SELECT_CUBES} ORDER BY cube_no FOR NO KEY UPDATE`, locked)),
    ...(await read('ingest-cubes', SELECT_CUBES, others)),
  ];
  return rows.map((row) => ({
    cubeNo: row.cube_no,
    isPro: row.is_pro,
    state: row.state,
    session: row.session,
    stateAt: row.state_at,
    lastDataAt: row.last_data_at,
  }));
}

export const MAX_PORTS = 32;

/** The cube numbers of a box's units: its own and, for a pro box, those of its ports (api.md §4.1). */
export function mappedNumbers(cubeNo: string): string[] {
  return [cubeNo, ...Array.from({ length: MAX_PORTS }, (_, port) => `${cubeNo}-${port + 1}`)];
}

/** May the box send data for the unit? */
export function isMapped(cube: Pick<CubeRow, 'cubeNo' | 'isPro'>, unit: Pick<UnitRow, 'cubeNo'>): boolean {
  if (unit.cubeNo === null) return false;
  if (!cube.isPro) return unit.cubeNo === cube.cubeNo;
  const port = unit.cubeNo.startsWith(`${cube.cubeNo}-`) ? unit.cubeNo.slice(cube.cubeNo.length + 1) : '';
  return /^[1-9]\d?$/.test(port) && Number(port) <= MAX_PORTS;
}

/** Units that the boxes may serve: box number or port number → unit. */
export async function findMappedUnits(
  client: pg.ClientBase,
  cubeNos: readonly string[],
): Promise<{ equipmentNo: string; cubeNo: string }[]> {
  if (cubeNos.length === 0) return [];
  const { rows } = await client.query<{ equipment_no: string; cube_no: string }>({
    name: 'ingest-mapped',
    text: 'SELECT equipment_no, cube_no FROM equipment WHERE cube_no = ANY($1) AND deleted_at IS NULL',
    values: [cubeNos.flatMap(mappedNumbers)],
  });
  return rows.map((row) => ({ equipmentNo: row.equipment_no, cubeNo: row.cube_no }));
}

/** Event rows by unit and eventId. The locks on the units protect them. */
export async function findEvents(
  client: pg.ClientBase,
  keys: readonly { equipmentNo: string; eventId: string }[],
): Promise<Map<string, EventRow>> {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<{
    id: string;
    equipment_no: string;
    event_id: string;
    sub_type: string;
    code: string | null;
    title: string | null;
    message: string | null;
    object_status: boolean;
    start_at: Date | null;
    end_at: Date | null;
  }>({
    name: 'ingest-events',
    text: `SELECT e.id, e.equipment_no, e.event_id, e.sub_type, e.code, e.title, e.message, e.object_status, e.start_at, e.end_at
             FROM unnest($1::text[], $2::text[]) AS k (equipment_no, event_id)
             JOIN equipment_event e ON e.equipment_no = k.equipment_no AND e.event_id = k.event_id`,
    values: [keys.map((key) => key.equipmentNo), keys.map((key) => key.eventId)],
  });
  return new Map(
    rows.map((row) => [
      factKey(row.equipment_no, row.event_id),
      {
        id: row.id,
        subType: row.sub_type,
        code: row.code,
        title: row.title,
        message: row.message,
        objectStatus: row.object_status,
        startAt: row.start_at?.getTime() ?? null,
        endAt: row.end_at?.getTime() ?? null,
        payload: null,
      },
    ]),
  );
}

/** Key of an event or a log entry. A unit's number contains no space. */
export function factKey(equipmentNo: string, id: string): string {
  return `${equipmentNo} ${id}`;
}

/** Which of these log entries are stored already. */
export async function findLogs(
  client: pg.ClientBase,
  keys: readonly { equipmentNo: string; logId: string }[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await client.query<{ equipment_no: string; log_id: string }>({
    name: 'ingest-logs',
    text: `SELECT l.equipment_no, l.log_id FROM unnest($1::text[], $2::text[]) AS k (equipment_no, log_id)
             JOIN equipment_log l ON l.equipment_no = k.equipment_no AND l.log_id = k.log_id`,
    values: [keys.map((key) => key.equipmentNo), keys.map((key) => key.logId)],
  });
  return new Set(rows.map((row) => factKey(row.equipment_no, row.log_id)));
}

/** Events of a kind that are open on a unit. */
export async function findOpenEvents(client: pg.ClientBase, equipmentNo: string, subType: string): Promise<string[]> {
  const { rows } = await client.query<{ event_id: string }>(
    'SELECT event_id FROM equipment_event WHERE equipment_no = $1 AND object_status AND sub_type = $2',
    [equipmentNo, subType],
  );
  return rows.map((row) => row.event_id);
}

/** Which of these units have an open error event. Call it after this batch's events are written. */
export async function findUnitsWithOpenErrors(
  client: pg.ClientBase,
  equipmentNos: readonly string[],
): Promise<Set<string>> {
  if (equipmentNos.length === 0) return new Set();
  const { rows } = await client.query<{ equipment_no: string }>({
    name: 'ingest-open-errors',
    text: `SELECT k.equipment_no FROM unnest($1::text[]) AS k (equipment_no)
            WHERE EXISTS (SELECT 1 FROM equipment_event e WHERE e.equipment_no = k.equipment_no AND e.object_status AND e.sub_type = 'error')`,
    values: [equipmentNos],
  });
  return new Set(rows.map((row) => row.equipment_no));
}

export interface CodeText {
  text: string;
  isError: boolean;
}

/** Texts of fault codes; unknown codes are absent. */
export async function findCodes(client: pg.ClientBase, codes: readonly string[]): Promise<Map<string, CodeText>> {
  if (codes.length === 0) return new Map();
  const { rows } = await client.query<{ gb_code: string; text: string; error: boolean }>(
    'SELECT gb_code, text, error FROM gb_code_dict WHERE gb_code = ANY($1)',
    [codes],
  );
  return new Map(rows.map((row) => [row.gb_code, { text: row.text, isError: row.error }]));
}
