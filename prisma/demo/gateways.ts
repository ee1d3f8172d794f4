import type pg from 'pg';
import { hashCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { secretOf } from '@/lib/programs/simulator/secret';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock';
import type { Row } from './rows';

/** Boxes that serve no unit, pro gateways and gateways of other makers, in every state (readings 105). */

interface Boxless {
  readonly equipment_no: string;
  readonly project_id: string;
  readonly branch_code: string;
}

interface Options {
  /** Key from which the boxes' secrets follow. */
  readonly key: string;
  readonly now: Date;
}

const CUBE_COLUMNS = [
  'cube_no',
  'kind',
  'bind_state',
  'branch_code',
  'project_id',
  'ports',
  'model',
  'secret_hash',
  'secret_at',
  'enabled',
  'fw_version',
  'signal',
  'ip',
  'state',
  'state_at',
  'last_data_at',
  'health',
  'remark',
  'create_by',
  'create_date',
  'update_date',
] as const;
const HISTORY_COLUMNS = ['cube_no', 'action', 'equipment_no', 'reason', 'operator', 'create_date'] as const;

/** On the shelf, switched off, and at the end of its life; of the branch that is shown first, and of the next. */
const SPARES = [
  { no: 'EC2548900001', state: 'UNBOUND', enabled: true, remark: '备件', days: 12 },
  { no: 'EC2548900002', state: 'UNBOUND', enabled: true, remark: null, days: 12 },
  { no: 'EC2531900003', state: 'UNBOUND', enabled: false, remark: 'SIM卡欠费', days: 160 },
  { no: 'EC2112900004', state: 'RETIRED', enabled: true, remark: '进水', days: 900 },
] as const;

/** Ports, units on them, and what its link is like. */
const PROS = [
  { no: 'GW2540000001', ports: 8, units: 6, silentMin: 0, health: { cpu: 23, disk: 41, temperature: 47 } },
  { no: 'GW2540000002', ports: 4, units: 4, silentMin: 0, health: { cpu: 61, disk: 78, temperature: 58 } },
  { no: 'GW2540000003', ports: 8, units: 3, silentMin: 95, health: { cpu: 12, disk: 35, temperature: 39 } },
  { no: 'GW2540000004', ports: 16, units: 0, silentMin: null, health: null },
] as const;

const THIRD_STATES = [1, 2, 4, 1, 1, 2] as const;

/** Units without a box where others have one, a project after the other, those of the first branch first. */
async function findBoxless(client: pg.ClientBase): Promise<Boxless[]> {
  const { rows } = await client.query<Boxless>(
    `SELECT e.equipment_no, pe.project_id, e.branch_code FROM equipment e JOIN project_equipment pe USING (equipment_no) JOIN project p USING (project_id)
      WHERE e.cube_no IS NULL AND e.deleted_at IS NULL AND p.installed_total > 0
      ORDER BY e.branch_code, pe.project_id, e.equipment_no LIMIT 2000`,
  );
  return rows;
}

/** The first projects with so many units for a gateway; each is taken once. */
function takeUnits(free: Map<string, Boxless[]>, wanted: number): Boxless[] {
  for (const [projectId, units] of free) {
    if (units.length < Math.max(1, wanted)) continue;
    free.delete(projectId);
    return units.slice(0, Math.max(1, wanted));
  }
  return [];
}

/** Writes what the units' own loader does not make; the units and their projects are there. */
export async function loadGateways(client: pg.ClientBase, { key, now }: Options): Promise<void> {
  const boxless = await findBoxless(client);
  const branches = [...new Set(boxless.map(({ branch_code: code }) => code))];
  const cubes: Row[] = [];
  const history: Row[] = [];
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const secret = (no: string) => hashCubeSecret(secretOf(key, no));
  for (const [index, branch] of branches.slice(0, 2).entries())
    for (const { no, state, enabled, remark, days } of SPARES) {
      const cubeNo = index === 0 ? no : no.replace('9000', '9100');
      const made = ago(days * DAY_MS);
      const heard = days > 100 ? ago(40 * DAY_MS) : null;
      cubes.push([
        cubeNo,
        'box',
        state,
        branch,
        null,
        null,
        'EC-200',
        secret(cubeNo),
        made,
        enabled,
        heard && '2.3.0',
        heard && -88,
        null,
        'offline',
        heard,
        heard,
        null,
        remark,
        'hq_admin',
        made,
        made,
      ]);
      history.push([cubeNo, 'register', null, null, 'hq_admin', made]);
      if (state === 'RETIRED') history.push([cubeNo, 'retire', null, null, 'hq_admin', ago(30 * DAY_MS)]);
    }

  const free = new Map<string, Boxless[]>();
  for (const unit of boxless) free.set(unit.project_id, [...(free.get(unit.project_id) ?? []), unit]);
  for (const { no, ports, units, silentMin, health } of PROS) {
    const taken = takeUnits(free, units);
    const [first] = taken;
    if (!first) continue;
    const made = ago(200 * DAY_MS);
    const heard = silentMin === null ? null : ago(Math.max(1, silentMin) * MINUTE_MS);
    const isUp = silentMin === 0;
    cubes.push([
      no,
      'pro',
      'BOUND',
      first.branch_code,
      first.project_id,
      ports,
      'EG-800',
      secret(no),
      made,
      true,
      heard && '3.1.2',
      heard && -67,
      heard && '10.32.8.21',
      isUp ? 'online' : 'offline',
      heard && new Date(heard.getTime() + (isUp ? -6 * HOUR_MS : 1000)),
      heard,
      health && JSON.stringify(health),
      silentMin === null ? '待安装' : null,
      'hq_admin',
      made,
      made,
    ]);
    history.push([no, 'register', null, null, 'hq_admin', made]);
    if (units === 0) continue;
    for (const [index, { equipment_no: equipmentNo }] of taken.entries()) {
      const port = index + 1;
      history.push([no, 'attach', equipmentNo, String(port), 'hq_admin', made]);
      await client.query('UPDATE equipment SET cube_no = $2 WHERE equipment_no = $1', [equipmentNo, `${no}-${port}`]);
      await client.query(
        `UPDATE equipment_status SET online_status = $2, error_status = $3, last_data_at = $4, live = $5::jsonb, connection = $6::link_state
          WHERE equipment_no = $1`,
        [
          equipmentNo,
          1,
          0,
          heard,
          JSON.stringify({ connected: { value: true, at: heard?.getTime() } }),
          isUp ? 'online' : 'offline',
        ],
      );
    }
    await client.query(
      `UPDATE project p SET installed_total = (
         SELECT count(*) FROM project_equipment pe JOIN equipment e USING (equipment_no) WHERE pe.project_id = p.project_id AND e.cube_no IS NOT NULL)
        WHERE p.project_id = $1`,
      [first.project_id],
    );
  }
  await copyRows(client, 'edge_cube', CUBE_COLUMNS, cubes);
  await copyRows(client, 'cube_history', HISTORY_COLUMNS, history);
  await copyRows(
    client,
    'third_gateway',
    [
      'id',
      'kind',
      'equipment_no',
      'step_equipment_no',
      'step_cube_id',
      'online_status',
      'last_data_at',
      'branch_code',
      'create_by',
      'create_date',
      'update_date',
    ],
    (['tl', 'step'] as const).flatMap((kind, turn) =>
      THIRD_STATES.flatMap((state, index): Row[] => {
        const unit = boxless.at(-1 - (turn * THIRD_STATES.length + index));
        if (!unit) return [];
        const made = ago((40 + index * 9) * DAY_MS);
        const isStep = kind === 'step';
        return [
          [
            `TG-${kind}-${index + 1}`,
            kind,
            unit.equipment_no,
            isStep ? `XSD${80_210 + index}` : null,
            isStep ? `NB${4_100_730 + index}` : null,
            state,
            state === 4 ? null : ago(state === 1 ? HOUR_MS : 9 * DAY_MS),
            unit.branch_code,
            'hq_admin',
            made,
            made,
          ],
        ];
      }),
    ),
  );
}
