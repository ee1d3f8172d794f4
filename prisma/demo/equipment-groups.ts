import type pg from 'pg';
import { switchesBetween, type OperatingPlan, type PlanDay } from '@/lib/live/units/operating-plan';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Account, Persona } from './accounts';
import { DAY_MS, MINUTE_MS } from './clock';
import type { Row } from './rows';

/** Start and stop groups in every state, with what was recorded for them (readings 105). */

type Result = 'SUCCESS' | 'SKIPPED' | 'FAILED';

interface DemoGroup {
  readonly id: string;
  readonly name: string;
  readonly units: number;
  /** Monday to Friday, Saturday, Sunday; null: closed. */
  readonly hours: readonly [string | null, string | null, string | null];
  /** Days from now, and the hours on them; null: closed. */
  readonly exceptions?: readonly (readonly [number, string | null])[];
  readonly isOff?: boolean;
  readonly responsible: readonly Persona[];
  /** Of its last executions, the latest first; none: it was never executed. */
  readonly results: readonly Result[];
  readonly remark?: string;
}

const GROUPS: readonly DemoGroup[] = [
  {
    id: 'west',
    name: '西厅扶梯',
    units: 9,
    hours: ['05:20-00:40', '05:20-00:40', '05:40-00:10'],
    exceptions: [[9, '05:00-02:00']],
    responsible: ['branchManager', 'platformAdmin'],
    results: ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS'],
    remark: '末班车后停运',
  },
  {
    id: 'mall',
    name: '商场中庭',
    units: 6,
    hours: ['09:30-22:00', '09:00-22:30', '09:00-22:30'],
    exceptions: [
      [20, null],
      [21, '12:00-20:00'],
    ],
    responsible: ['branchManager'],
    results: ['FAILED', 'SUCCESS', 'SUCCESS', 'SUCCESS'],
  },
  {
    id: 'office',
    name: '办公区',
    units: 4,
    hours: ['07:00-20:00', null, null],
    responsible: ['platformAdmin'],
    results: ['SKIPPED', 'SUCCESS'],
  },
  {
    id: 'new',
    name: '北出口',
    units: 3,
    hours: ['06:00-23:00', '06:00-23:00', '06:00-23:00'],
    responsible: ['branchManager'],
    results: [],
  },
  {
    id: 'always',
    name: '24小时通道',
    units: 2,
    hours: ['00:00-00:00', '00:00-00:00', '00:00-00:00'],
    responsible: ['platformAdmin'],
    results: [],
  },
  {
    id: 'off',
    name: '装修停用区',
    units: 2,
    hours: ['08:00-18:00', '08:00-18:00', null],
    isOff: true,
    responsible: ['platformAdmin'],
    results: ['SUCCESS', 'SUCCESS'],
  },
];
const REASONS: Readonly<Record<Result, string | null>> = {
  SUCCESS: null,
  SKIPPED: '区域未开放',
  FAILED: '钥匙开关故障，已报修',
};

const GROUP_COLUMNS = [
  'group_id',
  'group_name',
  'project_id',
  'branch_code',
  'remark',
  'enabled',
  'mode',
  'responsible',
  'exceptions',
  'version',
  'update_by',
  'create_by',
  'create_date',
  'update_date',
] as const;
const ITEM_COLUMNS = ['group_id', 'equipment_no'] as const;
const WEEK_COLUMNS = ['group_id', 'weekday', 'start_time', 'stop_time', 'closed'] as const;
const LOG_COLUMNS = [
  'group_id',
  'planned_time',
  'action',
  'equipment_no',
  'result',
  'reason',
  'confirmed_by',
  'create_date',
] as const;

function dayOf(hours: string | null): PlanDay {
  const [startTime = null, stopTime = null] = hours?.split('-') ?? [];
  return { startTime, stopTime, closed: hours === null };
}

function planOf({ hours: [workday, saturday, sunday], exceptions = [] }: DemoGroup, now: Date): OperatingPlan {
  return {
    week: [workday, workday, workday, workday, workday, saturday, sunday].map((hours, index) => ({
      weekday: index + 1,
      ...dayOf(hours),
    })),
    exceptions: exceptions.map(([days, hours]) => ({
      date: formatDate(now.getTime() + days * DAY_MS),
      ...dayOf(hours),
    })),
  };
}

interface ProjectSteps {
  readonly project_id: string;
  readonly branch_code: string;
  units: string[];
}

/** Projects with escalators and walks, those whose boxes are heard first. */
async function findSteps(client: pg.ClientBase): Promise<ProjectSteps[]> {
  const { rows } = await client.query<ProjectSteps>(
    `SELECT p.project_id, p.branch_code, array_agg(e.equipment_no ORDER BY s.online_status = 1 DESC, e.equipment_no) AS units
       FROM project p JOIN project_equipment pe USING (project_id) JOIN equipment e USING (equipment_no) JOIN equipment_status s USING (equipment_no)
      WHERE e.display_type IN ('ES', 'WW') AND e.deleted_at IS NULL AND p.deleted_at IS NULL
      GROUP BY p.project_id, p.branch_code
      ORDER BY p.branch_code, count(*) FILTER (WHERE s.online_status = 1) DESC, p.project_id LIMIT 50`,
  );
  return rows;
}

/** The executions of a group: the latest switches of its plan, each a few minutes early or late. */
function logRows(group: DemoGroup, plan: OperatingPlan, units: readonly string[], by: string, now: Date): Row[] {
  const planned = switchesBetween(plan, now.getTime() - 14 * DAY_MS, now.getTime() - 30 * MINUTE_MS).reverse();
  return group.results.flatMap((result, index) => {
    const one = planned[index];
    if (!one) return [];
    const at = new Date(one.at + (((index * 7) % 11) - 4) * MINUTE_MS);
    return units.map((equipmentNo, place): Row => {
      const own = result === 'FAILED' && place > 0 ? 'SUCCESS' : result;
      return [group.id, new Date(one.at), one.action, equipmentNo, own, REASONS[own], by, at];
    });
  });
}

/** Writes the groups; projects, units and accounts are there. */
export async function loadEquipmentGroups(
  client: pg.ClientBase,
  accounts: readonly Account[],
  now: Date,
): Promise<void> {
  const free = await findSteps(client);
  const nameOf = new Map(accounts.map(({ persona, username }) => [persona, username]));
  const rows = { groups: [] as Row[], items: [] as Row[], week: [] as Row[], log: [] as Row[] };
  for (const [index, group] of GROUPS.entries()) {
    const large = free.filter(({ units }) => units.length > group.units);
    const project = large[index % Math.min(3, large.length)] ?? free.find(({ units }) => units.length > 0);
    if (!project) break;
    const units = project.units.splice(0, group.units);
    // A unit of two projects is in one group.
    for (const other of free) other.units = other.units.filter((no) => !units.includes(no));
    const responsible = group.responsible.flatMap((persona) => nameOf.get(persona) ?? []);
    const [by = 'hq_admin'] = responsible;
    const plan = planOf(group, now);
    const made = new Date(now.getTime() - 60 * DAY_MS);
    rows.groups.push([
      group.id,
      group.name,
      project.project_id,
      project.branch_code,
      group.remark ?? null,
      !group.isOff,
      'REMINDER',
      JSON.stringify(responsible),
      JSON.stringify(plan.exceptions),
      1,
      by,
      by,
      made,
      made,
    ]);
    for (const no of units) rows.items.push([group.id, no]);
    for (const { weekday, startTime, stopTime, closed } of plan.week)
      rows.week.push([group.id, weekday, startTime, stopTime, closed]);
    rows.log.push(...logRows(group, plan, units, by, now));
  }
  await copyRows(client, 'equipment_group', GROUP_COLUMNS, rows.groups);
  await copyRows(client, 'equipment_group_item', ITEM_COLUMNS, rows.items);
  await copyRows(client, 'equipment_group_schedule', WEEK_COLUMNS, rows.week);
  await copyRows(client, 'equipment_group_log', LOG_COLUMNS, rows.log);
}
