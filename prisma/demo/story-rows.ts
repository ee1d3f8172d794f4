import { factWords } from '@/lib/features/activities/internal/service-facts';
import { causeWord, descriptionWord } from '@/lib/features/callbacks/internal/fact-words';
import type { NoticeWord } from '@/lib/features/notifications/internal/words';
import { seeded } from '@/lib/programs/simulator/random';
import { isCallbackOver } from '@/lib/features/callbacks/state';
import { faultNumber } from '@/lib/live/telemetry/fault-number';
import { dayText } from '@/lib/platform/i18n/shanghai';
import { SCSA, SCSB } from './call-words';
import type { Call } from './calls';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock';
import type { DayFacts } from './facts';
import { branchName, MAKER } from './places';
import type { Row } from './rows';
import { lastHeard, type PastEvent, type Story } from './story';
import { titleOf, type PastSymptom } from './symptoms';
import type { Unit } from './units';

/** From a story to rows: call-outs, symptoms, events, facts, messages. Each table names its columns once, beside the values. */

const json = (value: unknown) => JSON.stringify(value);
const at = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
const branchOf = (unit: Unit) => unit.project.place.branchCode;

export const CALLBACK_COLUMNS = [
  'callback_id',
  'equipment_no',
  'branch_code',
  'callback_type',
  'job_description',
  'sap_system',
  'technician_name',
  'technician_phone',
  'job_tech_remark',
  'scsa',
  'scsa_text',
  'scsb',
  'scsb_text',
  'caller_name',
  'caller_phone',
  'trapped_count',
  'release_date',
  'equipment_running',
  'previous_callback_id',
  'person_trapped',
  'person_injured',
  'job_status',
  'arrival_date',
  'close_date',
  'create_date',
  'job_update_date',
  'updated_at',
] as const;

export function callbackRow(call: Call): Row {
  const { unit, steps } = call;
  const last = steps[steps.length - 1]?.at ?? call.createdAt;
  const isClosed = isCallbackOver(call.status);
  return [
    call.callbackId,
    unit.equipmentNo,
    branchOf(unit),
    call.source,
    call.description,
    unit.sapSystem,
    call.technician?.name ?? null,
    call.technician?.phone ?? null,
    call.remark ?? null,
    call.scsa ?? null,
    call.scsa ? SCSA[call.scsa] : null,
    call.part ? String(SCSB.indexOf(call.part) + 1) : null,
    call.part ?? null,
    call.callerName,
    call.callerPhone,
    call.trapped > 0 ? call.trapped : null,
    at(call.releasedAt),
    isClosed ? true : call.downFrom === undefined,
    call.previousId ?? null,
    call.trapped > 0,
    call.isInjured,
    call.status,
    at(steps.find(({ status }) => status === 'SITE')?.at),
    isClosed ? new Date(last) : null,
    new Date(call.createdAt),
    new Date(last),
    new Date(last),
  ];
}

export const CALLBACK_STATUS_COLUMNS = ['callback_id', 'status', 'update_time', 'operator', 'reason'] as const;
export const callbackStatusRows = (call: Call): Row[] =>
  call.steps.map(({ status, at: time, operator, reason }) => [
    call.callbackId,
    status,
    new Date(time),
    operator,
    reason,
  ]);

export const SYMPTOM_COLUMNS = [
  'symptom_id',
  'symptom_definition_id',
  'symptom_title',
  'callback_id',
  'equipment_no',
  'branch_code',
  'equipment_text',
  'category',
  'symptom_state',
  'create_date',
  'closed_date',
  'event_date',
  'expired_date',
  'city',
  'cbstate',
  'maintenance_company',
  'product_line',
  'occurrences',
  'close_reason',
  'job_no',
  'updated_at',
] as const;

export function symptomRow(unit: Unit, symptom: PastSymptom): Row {
  return [
    symptom.symptomId,
    symptom.rule,
    titleOf(symptom.rule),
    symptom.callbackId ?? null,
    unit.equipmentNo,
    branchOf(unit),
    unit.equipmentName,
    symptom.category,
    symptom.state,
    new Date(symptom.createdAt),
    at(symptom.closedAt),
    new Date(symptom.eventAt),
    new Date(symptom.expiresAt),
    unit.project.place.city,
    symptom.callStatus ?? null,
    `${MAKER}${branchName(unit.project.place)}`,
    unit.productLine,
    symptom.occurrences,
    symptom.reason ?? null,
    symptom.jobNo ?? null,
    at(symptom.closedAt) ?? new Date(symptom.createdAt),
  ];
}

export const EVENT_COLUMNS = [
  'id',
  'equipment_no',
  'branch_code',
  'event_id',
  'sub_type',
  'code',
  'title',
  'message',
  'object_status',
  'start_at',
  'end_at',
  'payload',
] as const;

export function eventRow(event: PastEvent, id: number): Row {
  const { unit, code } = event;
  return [
    id,
    unit.equipmentNo,
    branchOf(unit),
    event.eventId,
    event.subType,
    code.code,
    code.text,
    `${code.code} ${code.text}`,
    event.endAt === undefined,
    new Date(event.startAt),
    at(event.endAt),
    '{}',
  ];
}

export const FAULT_COLUMNS = [
  'error_id',
  'equipment_no',
  'branch_code',
  'event_ref',
  'gb_code',
  'text',
  'start_date',
  'recover_date',
  'mode',
  'trapped',
  'result',
  'comment',
  'symptom_id',
  'callback_id',
  'inspector',
  'inspect_date',
  'history',
] as const;

const COMMENTS: Record<string, string | null> = {
  PENDING: null,
  REAL: null,
  FALSE_ALARM: '现场确认为误报',
  SERVICE_WORK: '维保作业触发',
  WATCH: '继续观察',
};

/** Somebody has looked at most of the older episodes; the last two days wait. */
export function faultRow(
  event: PastEvent,
  id: number,
  options: { seed: string; now: number; symptomId?: string },
): Row {
  const { unit, code, verdict: result = 'PENDING' } = event;
  const random = seeded(`${options.seed}:verdict:${event.eventId}`);
  const isJudged = result !== 'PENDING';
  const comment = result === 'WATCH' && event.call ? '非设备原因，继续观察' : (COMMENTS[result] ?? null);
  const inspectedAt = isJudged
    ? new Date(Math.min(options.now, (event.endAt ?? event.startAt) + random.between(3, 40) * HOUR_MS))
    : null;
  const inspector = isJudged ? `${unit.project.place.short.toLowerCase()}_manager` : null;
  return [
    faultNumber(id),
    unit.equipmentNo,
    branchOf(unit),
    id,
    code.code,
    code.text,
    new Date(event.startAt),
    at(event.endAt),
    result === 'SERVICE_WORK' ? (unit.displayType === 'EV' ? 'INS' : 'Inspection') : 'N',
    event.isTrapped,
    result,
    comment,
    options.symptomId ?? null,
    event.call?.callbackId ?? null,
    inspector,
    inspectedAt,
    json(isJudged ? [{ result, comment, operator: inspector, time: inspectedAt?.toISOString() }] : []),
  ];
}

export const DAY_COLUMNS = [
  'equipment_no',
  'day',
  'branch_code',
  'trips',
  'openings',
  'run_sec',
  'full_sec',
  'crawl_sec',
  'standby_sec',
  'energy_kwh',
  'saved_kwh',
  'passengers',
  'available_sec',
  'fault_sec',
  'equipment_fault_sec',
  'unknown_sec',
  'silent_sec',
  'seen',
  'online_status',
  'service_sec',
  'shutdowns',
  'callbacks',
  'equipment_callbacks',
  'entrapments',
  'updated_at',
] as const;

export function dayRow(unit: Unit, facts: DayFacts): Row {
  return [
    unit.equipmentNo,
    dayText(facts.day),
    branchOf(unit),
    facts.trips,
    facts.openings,
    facts.runSec,
    facts.fullSec,
    facts.crawlSec,
    facts.standbySec,
    facts.energyKwh,
    facts.savedKwh,
    facts.passengers,
    86_400 - facts.equipmentFaultSec,
    facts.faultSec,
    facts.equipmentFaultSec,
    facts.unknownSec,
    facts.silentSec,
    facts.silentSec * 2 <= 86_400,
    facts.onlineStatus,
    facts.serviceSec,
    facts.shutdowns,
    facts.callbacks,
    facts.equipmentCallbacks,
    facts.entrapments,
    new Date((facts.day + 1) * DAY_MS),
  ];
}

export const NOTICE_COLUMNS = [
  'notification_type',
  'sub_type',
  'equipment_no',
  'branch_code',
  'title',
  'message',
  'object_id',
  'guid',
  'object_status',
  'camera',
  'event_date',
  'notification_date',
  'payload',
] as const;

export function noticeRow(event: PastEvent, id: number, hasCamera: boolean): Row {
  const { unit, code, subType } = event;
  const startAt = new Date(event.startAt);
  const gbCodeShowList = [{ gbCode: code.code, text: code.text, error: code.isError }];
  return [
    subType === 'error' || subType === 'entrapment' ? subType : 'event',
    subType,
    unit.equipmentNo,
    branchOf(unit),
    code.text,
    `${code.code} ${code.text}`,
    String(id),
    `event-${id}`,
    event.endAt === undefined,
    Number(hasCamera),
    startAt,
    startAt,
    json({ eventId: event.eventId, gbCodeShowList }),
  ];
}

const wordsOf = ({ equipmentNo, equipmentName }: Unit, { kind, status, objectId, detail }: PastServiceFact) =>
  factWords({ equipmentNo, equipmentName, subType: kind, objectId, status, detail });

/** What the service messages and the activity tab say of a call-out and of visits. */
export interface PastServiceFact {
  kind: 'callback' | 'maintenance';
  objectId: string;
  status: string;
  detail?: string | NoticeWord | null;
  time: number;
}

export function serviceFacts({ calls, visits }: Story, from: number): PastServiceFact[] {
  return [
    ...calls.flatMap((call) =>
      call.steps
        .filter((step) => step.at >= from)
        .map((step): PastServiceFact => ({
          kind: 'callback',
          objectId: call.callbackId,
          status: step.status,
          time: step.at,
          detail:
            step.status === 'CLSO' && call.scsa
              ? causeWord(call.scsa, SCSA[call.scsa])
              : step.status === 'INIT'
                ? descriptionWord(call.description)
                : step.reason,
        })),
    ),
    ...visits
      .filter(({ doneAt }) => doneAt !== undefined && doneAt >= from)
      .map((visit): PastServiceFact => ({
        kind: 'maintenance',
        objectId: visit.jobNo,
        status: 'DONE',
        time: visit.doneAt ?? 0,
        detail: visit.actual.map(({ name }) => name).join('、'),
      })),
  ];
}

export const ACTIVITY_COLUMNS = [
  'equipment_no',
  'branch_code',
  'sub_type',
  'object_id',
  'title',
  'message',
  'payload',
  'notification_date',
  'create_date',
] as const;
export function activityRow(unit: Unit, fact: PastServiceFact): Row {
  const { title, message, payload } = wordsOf(unit, fact);
  const at = new Date(fact.time);
  return [unit.equipmentNo, branchOf(unit), fact.kind, fact.objectId, title, message, json(payload), at, at];
}
export function serviceNoticeRow(unit: Unit, fact: PastServiceFact, hasCamera: boolean): Row {
  const { kind, objectId, time } = fact;
  const { title, message, payload } = wordsOf(unit, fact);
  return [
    kind,
    kind,
    unit.equipmentNo,
    branchOf(unit),
    title,
    message,
    objectId,
    `${kind}-${objectId}-${time.toString(36)}`,
    null,
    Number(hasCamera),
    new Date(time),
    new Date(time),
    json(payload),
  ];
}

export const LOG_COLUMNS = [
  'cube_date',
  'equipment_no',
  'log_id',
  'topic',
  'cn_type',
  'log_desc',
  'status',
  'payload',
  'received_at',
] as const;
const TOPICS = ['故障', '诊断', '事件', '运行模式'] as const;
type Diagnostic = readonly [topic: 2 | 3 | 4, desc: string, status: string];
const DIAGNOSTICS: readonly Diagnostic[] = [
  [2, '主板自检', '正常'],
  [2, '曳引机温度', '正常'],
  [2, '门机力矩自学习', '完成'],
  [2, '井道自学习', '完成'],
  [2, '制动力自监测', '正常'],
  [3, '参数修改', '维保人员'],
  [3, '时钟校正', '完成'],
  [3, '外呼板重新上线', '完成'],
  [4, '进入正常运行', 'N'],
  [4, '进入节能待机', 'STANDBY'],
];
const STEP_DIAGNOSTICS: readonly Diagnostic[] = [
  [2, '主板自检', '正常'],
  [2, '主机温度', '正常'],
  [2, '制动器动作监测', '正常'],
  [2, '扶手带速度监测', '正常'],
  [3, '润滑装置动作', '完成'],
  [3, '时钟校正', '完成'],
  [4, '进入正常运行', 'Continuous'],
  [4, '进入爬行', 'Crawling'],
];

/** The controller's own log: start and end of what happened, and its routine entries over the months. */
export function logRows(
  { unit, events }: Story,
  options: { seed: string; now: number; days: number; routine: number },
): Row[] {
  if (!unit.cubeNo) return [];
  const random = seeded(`${options.seed}:log:${unit.equipmentNo}`);
  const rows: Row[] = [];
  const add = (time: number, topic: 1 | 2 | 3 | 4, desc: string, status: string, payload: Record<string, unknown>) => {
    rows.push([
      new Date(time),
      unit.equipmentNo,
      `l-${time.toString(36)}-${rows.length}`,
      topic,
      TOPICS[topic - 1] ?? '',
      desc,
      status,
      json(payload),
      new Date(Math.min(options.now, time + 2000)),
    ]);
  };
  for (const { subType, code, startAt, endAt } of events) {
    if (subType === 'entrapment' || subType === 'alarm') continue;
    const topic = code.code === '60' ? 4 : subType === 'error' ? 1 : 3;
    add(startAt, topic, code.text, topic === 4 ? (unit.displayType === 'EV' ? 'INS' : 'Inspection') : 'start', {
      code: code.code,
    });
    if (endAt !== undefined)
      add(endAt, topic, topic === 4 ? '启动和投入使用' : code.text, topic === 4 ? 'N' : 'end', {
        code: topic === 4 ? '62' : code.code,
      });
  }
  const until = Math.min(lastHeard(unit, options.seed, options.now), options.now - 10 * MINUTE_MS);
  for (let index = 0; index < options.routine; index += 1) {
    const time = Math.round(until - (options.days - 20) * DAY_MS * random.next() ** 2);
    const [topic, desc, status] = random.pick(unit.displayType === 'EV' ? DIAGNOSTICS : STEP_DIAGNOSTICS);
    if (time > unit.liveFrom) add(time, topic, desc, status, {});
  }
  return rows;
}
