import { Resting } from '@/lib/simulator/resting';
import { hashCubeSecret } from '@/lib/telemetry/cube-secret';
import { secretOf } from '@/lib/simulator/secret';
import { seeded } from '@/lib/simulator/random';
import type { CopyValue } from '@/lib/telemetry/copy-rows';
import { branchName, type BranchPlace } from './places';
import { dayNumber, lastHeard, type DayFacts, type PastEvent } from './history';
import type { Project } from './projects';
import type { Unit } from './units';

/** From what was made to rows of the tables; each table names its columns once, beside the values. */

export type Row = readonly CopyValue[];
const day = (at: Date) => at.toISOString().slice(0, 10);
const json = (value: unknown) => JSON.stringify(value);

export const PROJECT_COLUMNS = [
  'project_id', 'branch_code', 'project_name', 'tplnr', 'parent_id', 'mobile', 'email', 'address', 'auto_create', 'is_message', 'ka_id', 'headerconttracts',
  'equipment_total', 'installed_total', 'create_by', 'create_date', 'update_date',
] as const;

export function projectRow(project: Project, units: readonly Unit[]): Row {
  const { place, district, createdAt } = project;
  return [
    project.projectId, place.branchCode, project.projectName, project.tplnr, null, project.mobile, project.email, addressOf(project), project.autoCreate, '1', project.kaId,
    units[0]?.frameContractNo ?? null, units.length, units.filter(({ cubeNo }) => cubeNo !== null).length, project.autoCreate === '1' ? 'sap' : 'hq_admin', createdAt, createdAt,
  ];
  function addressOf({ street, houseNo }: Project): string {
    return `${place.province === place.city ? '' : place.province}${place.city}${district.name}${street}${houseNo}`;
  }
}

export const EQUIPMENT_COLUMNS = [
  'equipment_no', 'equipment_name', 'cube_no', 'building_name', 'building_code', 'equipment_type', 'display_type', 'product_line', 'total_floors', 'floor_mapping',
  'floor_mapping_configed', 'floor_matching_edit_status', 'construction_date', 'government_no', 'post_code', 'country', 'province', 'city', 'district', 'street', 'house_no',
  'longitude', 'latitude', 'sap_system', 'branch_code', 'company_code', 'origin_contract_no', 'frame_contract_no', 'contract_start_date', 'contract_end_date',
  'contract_actual_end_date', 'planned_date', 'address', 'rated_speed', 'customer_name', 'video', 'dh_video', 'create_by', 'create_date', 'update_date',
] as const;

export function equipmentRow(unit: Unit, hasCamera: boolean): Row {
  const { project, machine } = unit;
  const { place, district } = project;
  const levels = machine.displayType === 'EV' ? machine.levels : [];
  const created = new Date(unit.constructionDate.getTime() + 20 * 86_400_000);
  return [
    unit.equipmentNo, unit.equipmentName, unit.cubeNo, unit.buildingName, unit.buildingCode, unit.equipmentType, unit.displayType, unit.productLine,
    levels.length > 0 ? levels.length : null, levels.length > 0 ? json(Object.fromEntries(levels.map(({ physical, label }) => [physical, label]))) : null,
    levels.length > 0 ? 1 : 2, levels.length > 0 ? 1 : 0, day(unit.constructionDate), unit.governmentNo, district.postCode, '中国', place.province, place.city, district.name,
    project.street, project.houseNo, unit.longitude, unit.latitude, unit.sapSystem, place.branchCode, place.companyCode, unit.originContractNo, unit.frameContractNo,
    day(unit.contractStart), day(unit.contractEnd), null, day(unit.plannedDate), `${place.city}${district.name}${project.street}${project.houseNo}${unit.buildingName}`,
    machine.ratedSpeed, project.customerName, hasCamera ? '1' : '0', '0', 'sap', created, created,
  ];
}

export const STATUS_COLUMNS = ['equipment_no', 'online_status', 'error_status', 'entrapment_status', 'last_data_at', 'live', 'counters'] as const;

export function statusRow(unit: Unit, seed: string, now: number): Row {
  if (!unit.cubeNo) return [unit.equipmentNo, 4, 2, 0, null, '{}', '{}'];
  const { trouble } = unit.machine;
  const at = Math.floor(lastHeard(unit, seed, now));
  const machine = new Resting(unit.machine, { seed, startAt: at, counters: unit.machine.counters, runId: 'past' });
  const entries = Object.entries(machine.status());
  const live = Object.fromEntries(entries.map(([key, entry]) => [key, { ...entry, at }]));
  const counters = Object.fromEntries(Object.entries(machine.counters()).map(([key, value]) => [key, { value, at, runs: [[dayNumber(at), at, value, at, value]] }]));
  // `$unit` is the ingest's own note: since when the controller has (not) been answering its box.
  const notes = { $unit: { connectedSince: at - 3_600_000 } };
  const online = trouble === 'dead' ? 0 : trouble === 'cabinet' ? 3 : 1;
  return [unit.equipmentNo, online, trouble === 'dead' ? 2 : trouble === 'fault' ? 1 : 0, 0, new Date(at), json(live), json({ ...counters, ...notes })];
}

export const CUBE_COLUMNS = [
  'cube_no', 'kind', 'bind_state', 'branch_code', 'model', 'iccid', 'secret_hash', 'secret_at', 'fw_version', 'signal', 'last_data_at', 'bind_date', 'remark', 'create_by', 'create_date', 'update_date',
] as const;

export function cubeRow(unit: Unit, cubeNo: string, key: string, seed: string, now: number): Row {
  const random = seeded(`${seed}:cube:${cubeNo}`);
  const bound = new Date(Math.max(unit.constructionDate.getTime() + 30 * 86_400_000, now - random.between(60, 1100) * 86_400_000));
  return [
    cubeNo, 'box', 'BOUND', unit.project.place.branchCode, random.pick(['EC-200', 'EC-200', 'EC-300']), `898604${String(random.whole(0, 99_999_999_999_999)).padStart(14, '0')}`,
    hashCubeSecret(secretOf(key, cubeNo)), bound, unit.machine.firmware, -random.whole(58, 96), new Date(lastHeard(unit, seed, now)), bound, unit.isReserved ? 'reserved' : null, 'hq_admin', bound, bound,
  ];
}

export const EVENT_COLUMNS = ['id', 'equipment_no', 'branch_code', 'event_id', 'sub_type', 'code', 'title', 'message', 'object_status', 'start_at', 'end_at', 'payload'] as const;

export function eventRow(event: PastEvent, id: number): Row {
  const { unit, code } = event;
  return [
    id, unit.equipmentNo, unit.project.place.branchCode, event.eventId, event.subType, code.code, code.text, `${code.code} ${code.text}`, event.endAt === undefined,
    new Date(event.startAt), event.endAt === undefined ? null : new Date(event.endAt), '{}',
  ];
}

export const INSPECTION_COLUMNS = [
  'error_id', 'equipment_no', 'branch_code', 'event_ref', 'gb_code', 'text', 'start_date', 'recover_date', 'mode', 'trapped', 'result', 'comment', 'inspector', 'inspect_date', 'history',
] as const;

/** Somebody has looked at most of the older episodes; the last two days wait. */
export function inspectionRow(event: PastEvent, id: number, seed: string, now: number): Row {
  const { unit, code } = event;
  const random = seeded(`${seed}:inspection:${event.eventId}`);
  const isJudged = now - event.startAt > 2 * 86_400_000 && random.chance(0.85);
  const result = !isJudged ? 'PENDING' : event.isTrapped ? 'REAL' : random.weighted([['REAL', 68], ['FALSE_ALARM', 12], ['SERVICE_WORK', 12], ['WATCH', 8]]);
  const comment = { PENDING: null, REAL: null, FALSE_ALARM: '现场确认为误报', SERVICE_WORK: '维保作业触发', WATCH: '继续观察' }[result] ?? null;
  const inspectedAt = isJudged ? new Date(Math.min(now, event.startAt + random.between(3, 40) * 3_600_000)) : null;
  const inspector = isJudged ? `${unit.project.place.short.toLowerCase()}_manager` : null;
  const history = isJudged ? [{ result, comment, operator: inspector, time: inspectedAt?.toISOString() }] : [];
  return [
    `ER${String(id).padStart(10, '0')}`, unit.equipmentNo, unit.project.place.branchCode, id, code.code, code.text, new Date(event.startAt),
    event.endAt === undefined ? null : new Date(event.endAt), result === 'SERVICE_WORK' ? (unit.displayType === 'EV' ? 'INS' : 'Inspection') : 'N', event.isTrapped, result, comment,
    inspector, inspectedAt, json(history),
  ];
}

export const NOTICE_COLUMNS = [
  'notification_type', 'sub_type', 'equipment_no', 'branch_code', 'title', 'message', 'object_id', 'guid', 'object_status', 'event_date', 'notification_date', 'payload',
] as const;

export function noticeRow(event: PastEvent, id: number): Row {
  const { unit, code, subType } = event;
  const startAt = new Date(event.startAt);
  const gbCodeShowList = [{ gbCode: code.code, text: code.text, error: code.isError }];
  return [
    subType === 'error' || subType === 'entrapment' ? subType : 'event', subType, unit.equipmentNo, unit.project.place.branchCode, code.text, `${code.code} ${code.text}`, String(id),
    `event-${id}`, event.endAt === undefined, startAt, startAt, json({ eventId: event.eventId, gbCodeShowList }),
  ];
}

export const DAY_COLUMNS = [
  'equipment_no', 'day', 'branch_code', 'trips', 'openings', 'run_sec', 'full_sec', 'crawl_sec', 'standby_sec', 'energy_kwh', 'passengers', 'available_sec', 'fault_sec',
  'equipment_fault_sec', 'unknown_sec', 'service_sec', 'shutdowns', 'entrapments', 'updated_at',
] as const;

export function dayRow(unit: Unit, facts: DayFacts): Row {
  return [
    unit.equipmentNo, day(new Date(facts.day * 86_400_000)), unit.project.place.branchCode, facts.trips, facts.openings, facts.runSec, facts.fullSec, facts.crawlSec, facts.standbySec,
    facts.energyKwh, facts.passengers, 86_400 - facts.equipmentFaultSec, facts.faultSec, facts.equipmentFaultSec, facts.unknownSec, facts.serviceSec, facts.shutdowns, facts.entrapments,
    new Date((facts.day + 1) * 86_400_000),
  ];
}

export const branchRow = (place: BranchPlace, index: number, maker: string, at: Date): Row => [
  place.branchCode, String(100 + index), branchName(place), `${maker}${branchName(place)}`, place.companyCode, at, at,
];
export const BRANCH_COLUMNS = ['branch_code', 'branch_id', 'branch_name', 'branch_full_name', 'company_code', 'create_date', 'update_date'] as const;
