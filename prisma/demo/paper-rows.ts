import { seeded } from '@/lib/programs/simulator/random';
import { dayStart, dayText, dayNumberOf } from '@/lib/platform/i18n/shanghai';
import { HOUR_MS } from './clock';
import { itemsOf, type Visit } from './maintenance';
import type { InspectionState } from './papers';
import { dayOrNull, type Row } from './rows';
import type { Unit } from './units';

/** Rows of maintenance, contracts, inspections and cameras. */

const at = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
const branchOf = (unit: Unit) => unit.project.place.branchCode;

export const JOB_COLUMNS = [
  'job_no',
  'equipment_no',
  'branch_code',
  'job_status',
  'maintenance_type',
  'job_type',
  'plan_date',
  'plan_end_date',
  'departure_date',
  'done_date',
  'plan_technician1_name',
  'plan_technician1_phone',
  'plan_technician2_name',
  'plan_technician2_phone',
  'actual_technician1_name',
  'actual_technician1_phone',
  'actual_technician2_name',
  'actual_technician2_phone',
  'sign_date',
  'create_date',
  'updated_at',
] as const;

export function jobRow(unit: Unit, visit: Visit): Row {
  const [first, second] = visit.planned;
  const [actual, mate] = visit.actual;
  const planned = dayStart(visit.planDay);
  return [
    visit.jobNo,
    unit.equipmentNo,
    branchOf(unit),
    visit.status,
    visit.maintenanceType,
    'PLAN',
    dayText(visit.planDay),
    new Date(planned + 17 * HOUR_MS),
    at(visit.departAt),
    at(visit.doneAt),
    first?.name ?? null,
    first?.phone ?? null,
    second?.name ?? null,
    second?.phone ?? null,
    actual?.name ?? null,
    actual?.phone ?? null,
    mate?.name ?? null,
    mate?.phone ?? null,
    at(visit.signedAt),
    new Date(planned - 40 * 24 * HOUR_MS),
    at(visit.signedAt ?? visit.doneAt ?? visit.departAt) ?? new Date(planned - 40 * 24 * HOUR_MS),
  ];
}

export const ITEM_COLUMNS = ['job_no', 'no', 'item', 'requirement', 'result', 'remark'] as const;

/** The check list, copied when the technician set out; results once he was done. */
export function itemRows(unit: Unit, visit: Visit, seed: string): Row[] {
  const random = seeded(`${seed}:items:${visit.jobNo}`);
  return itemsOf(unit.displayType, visit.kind).map(([item, requirement], index) => {
    const result =
      visit.doneAt === undefined
        ? null
        : random.weighted([
            ['正常', 93],
            ['调整', 5],
            ['更换', 1],
            ['无此项', 1],
          ] as const);
    return [
      visit.jobNo,
      index + 1,
      item,
      requirement,
      result,
      result === '调整' ? '已调整至要求范围' : result === '更换' ? '已更换新件' : null,
    ];
  });
}

export const PART_COLUMNS = ['job_no', 'name', 'quantity'] as const;
const PARTS = {
  EV: ['靴衬', '门滑块', '层门触点', '光幕电缆', '照明灯管', '油杯'],
  ES: ['梳齿板', '毛刷', '梯级滚轮', '润滑油'],
  WW: ['梳齿板', '毛刷', '踏板滚轮', '润滑油'],
};
export function partRow(unit: Unit, visit: Visit, seed: string): Row[] {
  const random = seeded(`${seed}:parts:${visit.jobNo}`);
  return visit.doneAt !== undefined && random.chance(0.12)
    ? [[visit.jobNo, random.pick(PARTS[unit.displayType]), random.whole(1, 4)]]
    : [];
}

export const REPORT_COLUMNS = [
  'job_no',
  'equipment_no',
  'branch_code',
  'equipment_desc',
  'mnt_date',
  'mnt_type',
  'register_no',
  'building_name',
  'status',
  'mnt_owners',
  'create_date',
  'updated_at',
] as const;

export function reportRow(unit: Unit, visit: Visit, now: number): Row {
  const done = visit.doneAt ?? now;
  const status = visit.signedAt === undefined ? '3' : now - visit.signedAt < HOUR_MS ? '2' : '1';
  return [
    visit.jobNo,
    unit.equipmentNo,
    branchOf(unit),
    unit.equipmentName,
    dayText(dayNumberOf(done)),
    visit.maintenanceType,
    unit.governmentNo,
    unit.buildingName,
    status,
    visit.actual.map(({ name }) => name).join('、'),
    new Date(done),
    new Date(visit.signedAt ?? done),
  ];
}

export const CONTRACT_COLUMNS = [
  'contract_no',
  'equipment_no',
  'branch_code',
  'project_name',
  'origin_contract_no',
  'frame_contract_no',
  'contract_start_date',
  'contract_end_date',
  'contract_actual_end_date',
  'planned_date',
  'effective_end',
  'follow_note',
  'follow_next_date',
  'follow_by',
  'create_by',
  'create_date',
  'update_date',
  'updated_at',
] as const;

export const contractRows = (unit: Unit, now: Date): Row[] =>
  unit.papers.contracts.map((term) => [
    term.contractNo,
    unit.equipmentNo,
    branchOf(unit),
    unit.project.projectName,
    unit.originContractNo,
    term.frameContractNo,
    dayOrNull(term.start),
    dayOrNull(term.end),
    dayOrNull(term.actualEnd),
    dayOrNull(term.end === undefined ? undefined : term.end - 45),
    dayOrNull(term.actualEnd ?? term.end),
    term.follow?.note ?? null,
    dayOrNull(term.follow?.next),
    term.follow ? `${unit.project.place.short.toLowerCase()}_manager` : null,
    'sap',
    term.start === undefined || dayStart(term.start) > now.getTime() ? now : new Date(dayStart(term.start)),
    now,
    now,
  ]);

export const OFF_COLUMNS = [
  'id',
  'equipment_no',
  'branch_code',
  'contract_no',
  'off_date',
  'reason',
  'state',
  'note',
  'follower',
  'last_follow',
  'recover_date',
  'create_by',
  'create_date',
  'update_date',
] as const;

export function offRow(unit: Unit, now: Date): Row[] {
  const { off } = unit.papers;
  if (!off) return [];
  const noticed = new Date(Math.min(now.getTime(), dayStart(off.offDay) + 2 * HOUR_MS));
  const follower = off.state === 'OPEN' ? null : `${unit.project.place.short.toLowerCase()}_manager`;
  const followed = follower ? new Date(Math.min(now.getTime(), noticed.getTime() + 5 * 24 * HOUR_MS)) : null;
  return [
    [
      `OFF${unit.equipmentNo}`,
      unit.equipmentNo,
      branchOf(unit),
      off.contractNo,
      dayText(off.offDay),
      off.reason,
      off.state,
      off.note ?? null,
      follower,
      followed,
      dayOrNull(off.recoverDay),
      'system',
      noticed,
      followed ?? noticed,
    ],
  ];
}

export const INSPECTION_COLUMNS = [
  'equipment_no',
  'branch_code',
  'last_inspection_date',
  'next_inspection_date',
  'kind',
  'result',
  'planned_date',
  'technician_name',
  'comments',
  'create_by',
  'create_date',
  'update_date',
  'updated_at',
] as const;
export const inspectionRow = (unit: Unit, state: InspectionState, now: Date): Row => [
  unit.equipmentNo,
  branchOf(unit),
  dayOrNull(state.last?.day),
  dayOrNull(state.next),
  state.last?.kind ?? null,
  state.last?.result ?? null,
  dayOrNull(state.plannedDay),
  state.technician ?? null,
  state.last?.comments ?? null,
  'sap',
  now,
  now,
  now,
];

export const INSPECTION_HISTORY_COLUMNS = [
  'equipment_no',
  'inspection_date',
  'kind',
  'result',
  'next_inspection_date',
  'comments',
  'operator',
  'create_date',
] as const;
export const inspectionHistoryRows = (unit: Unit, state: InspectionState): Row[] =>
  state.history.map((one) => [
    unit.equipmentNo,
    dayText(one.day),
    one.kind,
    one.result,
    dayText(one.next),
    one.comments ?? null,
    `${unit.project.place.short.toLowerCase()}_manager`,
    new Date(dayStart(one.day) + 18 * HOUR_MS),
  ]);

export const CAMERA_COLUMNS = [
  'camera_id',
  'equipment_no',
  'branch_code',
  'platform',
  'device_id',
  'channel_id',
  'position',
  'stream_type',
  'proto_type',
  'encrypt_mode',
  'source',
  'recorded',
  'status',
  'last_online_date',
  'update_by',
  'create_by',
  'create_date',
  'update_date',
] as const;

export function cameraRow(unit: Unit, now: Date): Row {
  const random = seeded(`camera:${unit.equipmentNo}`);
  // Those that play draw the test picture; nobody publishes for the others, so they are offline.
  const isOnline = unit.machine.isShowcase || random.chance(0.92);
  const since = new Date(Math.min(now.getTime(), Number.isFinite(unit.liveFrom) ? unit.liveFrom : now.getTime()));
  return [
    `C${unit.equipmentNo}`,
    unit.equipmentNo,
    branchOf(unit),
    'video',
    `DS${String(random.whole(0, 999_999_999)).padStart(9, '0')}-${unit.equipmentNo.slice(-6)}`,
    1,
    unit.displayType === 'EV' ? 'car' : 'upper',
    'main',
    'rtsp',
    'none',
    isOnline ? 'demo' : 'rtmp',
    unit.machine.isShowcase,
    isOnline ? '02' : '01',
    new Date(now.getTime() - random.between(0.1, isOnline ? 1 : 90) * HOUR_MS),
    'hq_admin',
    'hq_admin',
    since,
    since,
  ];
}
