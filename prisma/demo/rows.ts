import { RestingUnit } from '@/lib/programs/simulator/resting-unit';
import { hashCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { secretOf } from '@/lib/programs/simulator/secret';
import { seeded } from '@/lib/programs/simulator/random';
import type { CopyValue } from '@/lib/live/telemetry/copy-rows';
import { dayNumberOf, dayText } from '@/lib/platform/i18n/shanghai';
import { branchName, type BranchPlace } from './places';
import { contractColumns } from './papers';
import { lastHeard } from './story';
import type { Project } from './projects';
import type { Unit } from './units';

/** From what was made to rows of the tables; each table names its columns once, beside the values. */

export type Row = readonly CopyValue[];
const day = (at: Date) => at.toISOString().slice(0, 10);
const json = (value: unknown) => JSON.stringify(value);
export const dayOrNull = (number: number | null | undefined): string | null =>
  number === null || number === undefined ? null : dayText(number);

export const PROJECT_COLUMNS = [
  'project_id',
  'branch_code',
  'project_name',
  'tplnr',
  'parent_id',
  'mobile',
  'email',
  'address',
  'auto_create',
  'is_message',
  'ka_id',
  'headerconttracts',
  'equipment_total',
  'installed_total',
  'create_by',
  'create_date',
  'update_date',
] as const;

export function projectRow(project: Project, units: readonly Unit[]): Row {
  const { place, district, createdAt } = project;
  return [
    project.projectId,
    place.branchCode,
    project.projectName,
    project.tplnr,
    null,
    project.mobile,
    project.email,
    addressOf(project),
    project.autoCreate,
    '1',
    project.kaId,
    units[0]?.papers.contracts[0]?.frameContractNo ?? null,
    units.length,
    units.filter(({ cubeNo }) => cubeNo !== null).length,
    project.autoCreate === '1' ? 'sap' : 'hq_admin',
    createdAt,
    createdAt,
  ];
  function addressOf({ street, houseNo }: Project): string {
    return `${place.province === place.city ? '' : place.province}${place.city}${district.name}${street}${houseNo}`;
  }
}

export const EQUIPMENT_COLUMNS = [
  'equipment_no',
  'equipment_name',
  'cube_no',
  'building_name',
  'building_code',
  'equipment_type',
  'display_type',
  'product_line',
  'total_floors',
  'floor_mapping',
  'floor_mapping_configed',
  'floor_matching_edit_status',
  'construction_date',
  'government_no',
  'post_code',
  'country',
  'province',
  'city',
  'district',
  'street',
  'house_no',
  'longitude',
  'latitude',
  'sap_system',
  'branch_code',
  'company_code',
  'origin_contract_no',
  'frame_contract_no',
  'contract_start_date',
  'contract_end_date',
  'contract_actual_end_date',
  'planned_date',
  'address',
  'rated_speed',
  'customer_name',
  'service_stopped',
  'video',
  'dh_video',
  'create_by',
  'create_date',
  'update_date',
] as const;

export function equipmentRow(unit: Unit, hasCamera: boolean): Row {
  const { project, machine } = unit;
  const { place, district } = project;
  const levels = machine.displayType === 'EV' ? machine.levels : [];
  const created = new Date(unit.constructionDate.getTime() + 20 * 86_400_000);
  const contract = contractColumns(unit.papers);
  return [
    unit.equipmentNo,
    unit.equipmentName,
    unit.cubeNo,
    unit.buildingName,
    unit.buildingCode,
    unit.equipmentType,
    unit.displayType,
    unit.productLine,
    levels.length > 0 ? levels.length : null,
    levels.length > 0 ? json(Object.fromEntries(levels.map(({ physical, label }) => [physical, label]))) : null,
    levels.length > 0 ? 1 : 2,
    levels.length > 0 ? 1 : 0,
    day(unit.constructionDate),
    unit.governmentNo,
    district.postCode,
    '中国',
    place.province,
    place.city,
    district.name,
    project.street,
    project.houseNo,
    unit.longitude,
    unit.latitude,
    unit.sapSystem,
    place.branchCode,
    place.companyCode,
    unit.originContractNo,
    unit.papers.contracts[0]?.frameContractNo ?? null,
    dayOrNull(contract.start),
    dayOrNull(contract.end),
    dayOrNull(contract.actualEnd),
    dayOrNull(contract.planned),
    `${place.city}${district.name}${project.street}${project.houseNo}${unit.buildingName}`,
    machine.ratedSpeed,
    project.customerName,
    unit.papers.off?.state === 'STOPPED',
    hasCamera ? '1' : '0',
    '0',
    'sap',
    created,
    created,
  ];
}

export const STATUS_COLUMNS = [
  'equipment_no',
  'online_status',
  'error_status',
  'entrapment_status',
  'last_data_at',
  'live',
  'counters',
] as const;

export function statusRow(unit: Unit, seed: string, now: number): Row {
  if (!unit.cubeNo) return [unit.equipmentNo, 4, 2, 0, null, '{}', '{}'];
  const { trouble } = unit.machine;
  const at = Math.floor(lastHeard(unit, seed, now));
  const machine = new RestingUnit(unit.machine, { seed, startAt: at, counters: unit.machine.counters, runId: 'past' });
  const entries = Object.entries(machine.status());
  const live = Object.fromEntries(entries.map(([key, entry]) => [key, { ...entry, at }]));
  const counters = Object.fromEntries(
    Object.entries(machine.counters()).map(([key, value]) => [
      key,
      { value, at, runs: [[dayNumberOf(at), at, value, at, value]] },
    ]),
  );
  // `$unit` is the ingest's own note: since when the controller has (not) been answering its box.
  const notes = { $unit: { connectedSince: at - 3_600_000 } };
  const online = trouble === 'dead' ? 0 : trouble === 'cabinet' ? 3 : 1;
  return [
    unit.equipmentNo,
    online,
    trouble === 'dead' ? 2 : trouble === 'fault' ? 1 : 0,
    0,
    new Date(at),
    json(live),
    json({ ...counters, ...notes }),
  ];
}

export const CUBE_COLUMNS = [
  'cube_no',
  'kind',
  'bind_state',
  'branch_code',
  'model',
  'iccid',
  'secret_hash',
  'secret_at',
  'fw_version',
  'signal',
  'last_data_at',
  'bind_date',
  'remark',
  'create_by',
  'create_date',
  'update_date',
] as const;

export function cubeRow(unit: Unit, cubeNo: string, key: string, seed: string, now: number): Row {
  const random = seeded(`${seed}:cube:${cubeNo}`);
  const bound = new Date(unit.liveFrom);
  return [
    cubeNo,
    'box',
    'BOUND',
    unit.project.place.branchCode,
    random.pick(['EC-200', 'EC-200', 'EC-300']),
    `898604${String(random.whole(0, 99_999_999_999_999)).padStart(14, '0')}`,
    hashCubeSecret(secretOf(key, cubeNo)),
    bound,
    unit.machine.firmware,
    -random.whole(58, 96),
    new Date(lastHeard(unit, seed, now)),
    bound,
    unit.isReserved ? 'reserved' : null,
    'hq_admin',
    bound,
    bound,
  ];
}

export const branchRow = (place: BranchPlace, index: number, maker: string, at: Date): Row => [
  place.branchCode,
  String(100 + index),
  branchName(place),
  `${maker}${branchName(place)}`,
  place.companyCode,
  at,
  at,
];
export const BRANCH_COLUMNS = [
  'branch_code',
  'branch_id',
  'branch_name',
  'branch_full_name',
  'company_code',
  'create_date',
  'update_date',
] as const;
