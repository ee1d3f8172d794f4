import type pg from 'pg';
import { faultNumber } from './fault-number';
import { copyRows } from './copy-rows';
import type { EventRow } from './incident-events';
import type { BoxLogEntry } from './payload';
import { findCodes, NOTES, type UnitRow } from './store';

/** What a batch writes, one statement per table, in the batch's transaction. */

export type UnitUpdate = Pick<
  UnitRow,
  | 'equipmentNo'
  | 'onlineStatus'
  | 'errorStatus'
  | 'entrapmentStatus'
  | 'connection'
  | 'session'
  | 'lastDataAt'
  | 'live'
  | 'counters'
  | 'notes'
  | 'detector'
  | 'detectorDue'
> & {
  /** Counters and notes did not change and are not sent. */
  keepsCounters: boolean;
  keepsDetector: boolean;
};

export async function updateUnits(client: pg.ClientBase, units: readonly UnitUpdate[]): Promise<void> {
  if (units.length === 0) return;
  const rows = units.map((unit) => ({
    no: unit.equipmentNo,
    online: unit.onlineStatus,
    error: unit.errorStatus,
    trapped: unit.entrapmentStatus,
    link: unit.connection,
    session: unit.session,
    seen: unit.lastDataAt,
    live: unit.live,
    detector: unit.keepsDetector ? null : unit.detector,
    due: unit.detectorDue,
    counters: unit.keepsCounters ? null : { ...unit.counters, [NOTES]: unit.notes },
  }));
  await client.query({
    name: 'ingest-update-units',
    text: `UPDATE equipment_status s SET
             online_status = v.online, error_status = v.error, entrapment_status = v.trapped, connection = v.link::link_state,
             session = v.session, last_data_at = to_timestamp(v.seen / 1000.0), live = v.live, counters = coalesce(v.counters, s.counters),
             detector = coalesce(v.detector, s.detector), detector_due = to_timestamp(v.due / 1000.0), updated_at = now()
           FROM jsonb_to_recordset($1::jsonb)
             AS v (no text, online int, error int, trapped int, link text, session text, seen bigint, live jsonb, counters jsonb, detector jsonb, due bigint)
           WHERE s.equipment_no = v.no`,
    values: [JSON.stringify(rows)],
  });
}

export interface EventWork {
  unit: UnitRow;
  eventId: string;
  row: EventRow;
}

const date = (at: number | null) => (at === null ? null : new Date(at));
const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

/** A unit out of service reports nothing except trapped persons. */
const isTold = ({ unit, row }: Pick<EventWork, 'unit' | 'row'>) => !unit.serviceStopped || row.subType === 'entrapment';

/** New events with their notification and, for faults, their inspection row (api.md §4.6). */
export async function insertEvents(client: pg.ClientBase, events: readonly EventWork[], now: number): Promise<void> {
  if (events.length === 0) return;
  const ids = await client.query<{ id: string }>(
    "SELECT nextval('equipment_event_id_seq') AS id FROM generate_series(1, $1::int)",
    [events.length],
  );
  const codes = await findCodes(client, [...new Set(events.flatMap(({ row }) => row.code ?? []))]);
  const numbered = events.map((event, index) => ({
    ...event,
    id: ids.rows[index]?.id ?? '',
    known: event.row.code === null ? undefined : codes.get(event.row.code),
  }));

  await copyRows(
    client,
    'equipment_event',
    [
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
    ],
    numbered.map(({ id, unit, eventId, row }) => [
      id,
      unit.equipmentNo,
      unit.branchCode,
      eventId,
      row.subType,
      row.code,
      row.title,
      row.message,
      row.objectStatus,
      date(row.startAt),
      date(row.endAt),
      json(row.payload),
    ]),
  );

  await copyRows(
    client,
    'notification',
    [
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
    ],
    numbered.filter(isTold).map(({ id, unit, eventId, row, known }) => {
      const gbCodeShowList =
        row.code === null
          ? []
          : [{ gbCode: row.code, text: known?.text ?? '', error: row.subType === 'error' || known?.isError === true }];
      return [
        notificationTypeOf(row.subType),
        row.subType,
        unit.equipmentNo,
        unit.branchCode,
        row.title ?? known?.text ?? '',
        row.message ?? '',
        id,
        `event-${id}`,
        row.objectStatus,
        unit.hasCamera ? 1 : 0,
        date(row.startAt ?? row.endAt),
        new Date(now),
        json({ eventId, gbCodeShowList }),
      ];
    }),
  );

  await copyRows(
    client,
    'error_inspection',
    [
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
    ],
    numbered
      .filter(({ row }) => row.subType === 'error')
      .map(({ id, unit, row, known }) => [
        faultNumber(id),
        unit.equipmentNo,
        unit.branchCode,
        id,
        row.code ?? '',
        known?.text ?? '',
        date(row.startAt ?? row.endAt ?? now),
        date(row.endAt),
        modeOf(unit),
        unit.entrapmentStatus === 1,
      ]),
  );
}

/**
 * Writes ends and late starts of stored events, and the box's data of an entrapment that was known before. Notification
 * and inspection follow.
 */
export async function updateEvents(client: pg.ClientBase, events: readonly EventWork[]): Promise<void> {
  if (events.length === 0) return;
  const values = [
    JSON.stringify(
      events.map(({ eventId, row: { id, objectStatus, startAt, endAt, code, title, message, payload } }) => {
        return { id, name: eventId, open: objectStatus, start: startAt, end: endAt, code, title, message, payload };
      }),
    ),
  ];
  const from =
    'FROM jsonb_to_recordset($1::jsonb) AS v (id bigint, name text, open boolean, start bigint, "end" bigint, code text, title text, message text, payload jsonb)';
  await client.query(
    `UPDATE equipment_event e SET event_id = v.name, object_status = v.open, start_at = to_timestamp(v.start / 1000.0), end_at = to_timestamp(v."end" / 1000.0),
            code = v.code, title = v.title, message = v.message, payload = coalesce(v.payload, e.payload) ${from} WHERE e.id = v.id`,
    values,
  );
  await client.query(
    `UPDATE notification n SET object_status = v.open, title = coalesce(v.title, n.title), message = coalesce(v.message, n.message) ${from}
      WHERE n.guid = 'event-' || v.id`,
    values,
  );
  await client.query(
    `UPDATE error_inspection i SET start_date = coalesce(to_timestamp(v.start / 1000.0), i.start_date), recover_date = to_timestamp(v."end" / 1000.0) ${from}
      WHERE i.event_ref = v.id`,
    values,
  );
}

function notificationTypeOf(subType: string): string {
  return subType === 'error' || subType === 'entrapment' ? subType : 'event';
}

function modeOf(unit: UnitRow): string | null {
  const mode = unit.live.mode?.value ?? unit.live.operationmode?.value;
  return typeof mode === 'string' ? mode.slice(0, 10) : null;
}

export async function insertLogs(
  client: pg.ClientBase,
  logs: readonly { equipmentNo: string; entry: BoxLogEntry }[],
  now: number,
): Promise<void> {
  const receivedAt = new Date(now);
  await copyRows(
    client,
    'equipment_log',
    ['cube_date', 'equipment_no', 'log_id', 'topic', 'cn_type', 'log_desc', 'status', 'payload', 'received_at'],
    logs.map(({ equipmentNo, entry }) => [
      new Date(entry.at),
      equipmentNo,
      entry.logId,
      entry.topic,
      entry.cnType,
      entry.desc,
      entry.status,
      json(entry.payload) ?? '{}',
      receivedAt,
    ]),
  );
}
