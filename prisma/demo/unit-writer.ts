import { seeded } from '@/lib/programs/simulator/random';
import { dayNumberOf, dayStart } from '@/lib/platform/i18n/shanghai';
import { CYCLE_COLUMNS, cycleRows } from './cycles';
import type { Depth } from './depth';
import * as energy from './energy';
import { dailyFacts } from './facts';
import { HOUR_COLUMNS, hourRows } from './hours';
import type { Crew } from './maintenance';
import * as papers from './paper-rows';
import { inspectionsOf } from './papers';
import * as rows from './rows';
import { storyOf } from './story';
import * as past from './story-rows';
import { symptomsOf } from './symptoms';
import { TRACE_COLUMNS, traceRows } from './traces';
import type { Unit } from './units';
import type { Writer } from './writer';

export interface UnitWriterOptions {
  seed: string;
  now: Date;
  depth: Depth;
  /** Key from which the boxes' secrets follow. */
  key: string;
  /** Phones of those who sign, by project. */
  signers: ReadonlyMap<string, readonly string[]>;
}

/** Writes everything that belongs to one unit, then forgets it. */
export function unitWriter(
  writer: Writer,
  { seed, now, depth, key, signers }: UnitWriterOptions,
): { add(unit: Unit, crew: Crew): void; eventCount(): number } {
  const nowMs = now.getTime();
  const today = dayNumberOf(nowMs);
  let eventId = 0;

  function add(unit: Unit, crew: Crew): void {
    const hasCamera = unit.machine.isShowcase || seeded(`${seed}:camera:${unit.equipmentNo}`).chance(0.25);
    identity(unit, hasCamera);
    const story = storyOf(unit, { seed, now: nowMs, depth, crew });
    const symptoms = symptomsOf(story, { seed, now: nowMs, depth });
    writer.add('callback', past.CALLBACK_COLUMNS, story.calls.map(past.callbackRow));
    writer.add('callback_status', past.CALLBACK_STATUS_COLUMNS, story.calls.flatMap(past.callbackStatusRows));
    writer.add(
      'symptom',
      past.SYMPTOM_COLUMNS,
      symptoms.map((symptom) => past.symptomRow(unit, symptom)),
    );
    const symptomOf = new Map(
      symptoms.flatMap(({ callbackId, symptomId }) => (callbackId ? [[callbackId, symptomId]] : [])),
    );

    const numbered = story.events.map((event) => ({ event, id: (eventId += 1) }));
    writer.add(
      'equipment_event',
      past.EVENT_COLUMNS,
      numbered.map(({ event, id }) => past.eventRow(event, id)),
    );
    writer.add(
      'error_inspection',
      past.FAULT_COLUMNS,
      numbered
        .filter(({ event }) => event.subType === 'error')
        .map(({ event, id }) =>
          past.faultRow(event, id, { seed, now: nowMs, symptomId: symptomOf.get(event.call?.callbackId ?? '') }),
        ),
    );
    const noticed = dayStart(today - depth.noticeDays);
    writer.add(
      'notification',
      past.NOTICE_COLUMNS,
      numbered
        .filter(({ event }) => event.startAt >= noticed)
        .map(({ event, id }) => past.noticeRow(event, id, hasCamera)),
    );
    const facts = past.serviceFacts(story, dayStart(today - depth.activityDays));
    writer.add(
      'activity',
      past.ACTIVITY_COLUMNS,
      facts.map((fact) => past.activityRow(unit, fact)),
    );
    writer.add(
      'notification',
      past.NOTICE_COLUMNS,
      facts.filter(({ time }) => time >= noticed).map((fact) => past.serviceNoticeRow(unit, fact, hasCamera)),
    );
    const days = dailyFacts(story, { seed, now: nowMs, depth });
    writer.add(
      'equipment_day',
      past.DAY_COLUMNS,
      days.map((one) => past.dayRow(unit, one)),
    );
    writer.add('equipment_hour', HOUR_COLUMNS, hourRows(story, days, { seed, now: nowMs, depth }));
    writer.add('equipment_cycle_day', CYCLE_COLUMNS, cycleRows(unit, days, { seed, now: nowMs }));
    writer.add('equipment_trace', TRACE_COLUMNS, traceRows(story, { seed, now: nowMs }));
    writer.add(
      'equipment_log',
      past.LOG_COLUMNS,
      past.logRows(story, { seed, now: nowMs, days: depth.callbackDays, routine: depth.diagnosticLogs }),
    );
    service(unit, story.visits);
  }

  function identity(unit: Unit, hasCamera: boolean): void {
    writer.add('equipment', rows.EQUIPMENT_COLUMNS, [rows.equipmentRow(unit, hasCamera)]);
    writer.add(
      'project_equipment',
      ['project_id', 'equipment_no', 'create_by', 'create_date'],
      [[unit.project.projectId, unit.equipmentNo, 'sap', unit.project.createdAt]],
    );
    writer.add('equipment_status', rows.STATUS_COLUMNS, [rows.statusRow(unit, seed, nowMs)]);
    writer.add(
      'energy_power',
      energy.POWER_COLUMNS,
      energy.powerRows(unit, energy.powersOf(unit, { seed, now: nowMs })),
    );
    writer.add('energy_parameter', energy.CERTIFICATE_COLUMNS, energy.certificateRows(unit, { seed, now: nowMs }));
    if (hasCamera) writer.add('camera', papers.CAMERA_COLUMNS, [papers.cameraRow(unit, now)]);
    if (unit.cubeNo === null) return;
    const bound = new Date(unit.liveFrom);
    writer.add('edge_cube', rows.CUBE_COLUMNS, [rows.cubeRow(unit, unit.cubeNo, key, seed, nowMs)]);
    writer.add(
      'cube_history',
      ['cube_no', 'action', 'equipment_no', 'operator', 'create_date'],
      [
        [unit.cubeNo, 'register', null, 'hq_admin', bound],
        [unit.cubeNo, 'bind', unit.equipmentNo, 'hq_admin', bound],
      ],
    );
  }

  function service(unit: Unit, visits: ReturnType<typeof storyOf>['visits']): void {
    writer.add(
      'maintenance_job',
      papers.JOB_COLUMNS,
      visits.map((visit) => papers.jobRow(unit, visit)),
    );
    const listed = visits.filter(
      ({ status, planDay }) => status === 'LOCK' || (status !== 'PLAN' && planDay >= today - depth.itemDays),
    );
    writer.add(
      'maintenance_item',
      papers.ITEM_COLUMNS,
      listed.flatMap((visit) => papers.itemRows(unit, visit, seed)),
    );
    writer.add(
      'maintenance_part',
      papers.PART_COLUMNS,
      listed.flatMap((visit) => papers.partRow(unit, visit, seed)),
    );
    const reported = visits.filter(
      ({ doneAt, planDay }) => doneAt !== undefined && planDay >= today - depth.reportDays,
    );
    writer.add(
      'maintenance_report',
      papers.REPORT_COLUMNS,
      reported.map((visit) => papers.reportRow(unit, visit, nowMs)),
    );
    const phones = [...new Set([unit.project.mobile, ...(signers.get(unit.project.projectId) ?? [])])];
    writer.add(
      'report_receiver',
      ['job_no', 'phone'],
      reported.flatMap(({ jobNo }) => phones.map((phone) => [jobNo, phone])),
    );
    writer.add('contract', papers.CONTRACT_COLUMNS, papers.contractRows(unit, now));
    writer.add('off_maintenance', papers.OFF_COLUMNS, papers.offRow(unit, now));
    const inspections = inspectionsOf(unit, { seed, now: nowMs, isCore: unit.isCore });
    if (!inspections) return;
    writer.add('inspection', papers.INSPECTION_COLUMNS, [papers.inspectionRow(unit, inspections, now)]);
    writer.add(
      'inspection_history',
      papers.INSPECTION_HISTORY_COLUMNS,
      papers.inspectionHistoryRows(unit, inspections),
    );
  }

  return { add, eventCount: () => eventId };
}
