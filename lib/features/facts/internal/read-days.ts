import { z } from 'zod';
import { NOTES } from '@/lib/live/telemetry/store';
import { SILENT_AFTER_MS } from '@/lib/live/telemetry/spans';
import { pool } from '@/lib/platform/db/client';
import { CALLBACK_STATUSES, isCallbackOver, openCallbackSql } from '@/lib/features/callbacks/state';
import type { CallOut, Stop, DayIntervals } from './day-figures';
import { overlaps, union, without } from './intervals';
import type { Interval } from './intervals';

/** Reads what is known of some units on one day, one statement per table; `dayFigures` computes the rest. */

export interface DayUnit {
  readonly equipmentNo: string;
  readonly branchCode: string;
  /** Now (api.md §1.11 onlineStatus). */
  readonly onlineStatus: number | null;
  readonly day: DayIntervals;
}

/** Kinds of codes (readings 74) that stop a unit but are not its fault, and the box's mode for a loss of mains. */
const OUTSIDE: readonly (string | null)[] = ['power', 'fire', 'earthquake', 'controller_power'];
/** Kinds of codes that do not stop a unit. An unknown code may stop it. */
const HARMLESS: readonly (string | null)[] = ['none', 'event', 'entrapment'];

const Units = z.array(
  z.object({
    no: z.string(),
    branch: z.string(),
    has_box: z.boolean(),
    state: z.number().nullable(),
    seen: z.number().nullable(),
    bound: z.number().nullable(),
    span: z.object({ kind: z.string(), since: z.number() }).nullable(),
    /** Got one, or lost it, at which moment. */
    boxes: z.array(z.tuple([z.boolean(), z.number()])).nullable(),
  }),
);
const UNITS = `
  SELECT e.equipment_no AS no, e.branch_code AS branch, e.cube_no IS NOT NULL AS has_box, s.online_status AS state,
         extract(epoch FROM s.last_data_at)::float8 * 1000 AS seen,
         extract(epoch FROM c.bind_date)::float8 * 1000 AS bound, s.counters #> '{${NOTES},span}' AS span,
         (SELECT jsonb_agg(jsonb_build_array(h.action IN ('bind', 'replace', 'attach'), extract(epoch FROM h.create_date)::float8 * 1000) ORDER BY h.create_date, h.id)
            FROM cube_history h WHERE h.equipment_no = e.equipment_no AND h.action IN ('bind', 'replace', 'attach', 'unbind', 'detach')) AS boxes
    FROM equipment e LEFT JOIN equipment_status s USING (equipment_no) LEFT JOIN edge_cube c ON c.cube_no = e.cube_no
   WHERE e.equipment_no = ANY($1) AND (e.deleted_at IS NULL OR e.deleted_at > $2) ORDER BY 1`;

type KnownUnit = z.output<typeof Units>[number];

/** When the unit had a box. What was lost first was there since ever. */
function boxedOf({ has_box: hasBox, bound, boxes }: KnownUnit, now: number): Interval[] {
  const boxed: Interval[] = [];
  let since = boxes?.[0]?.[0] === false ? 0 : undefined;
  for (const [isBound, at] of boxes ?? []) {
    if (isBound) since ??= at;
    else if (since !== undefined) {
      boxed.push([since, at]);
      since = undefined;
    }
  }
  if (hasBox) boxed.push([Math.min(since ?? Infinity, bound ?? (boxes ? now : 0), now), now]);
  return union(boxed);
}

/** Written exactly as in the partial indexes of events and spans. */
export const LASTED_LONG = `end_at - start_at > interval '1 day'`;
const ms = (column: string) => `extract(epoch FROM ${column})::float8 * 1000`;
const Events = z.array(
  z.object({
    no: z.string(),
    type: z.string(),
    kind: z.string().nullable(),
    start: z.number(),
    end: z.number().nullable(),
    judgement: z.string().nullable(),
    callback_id: z.string().nullable(),
  }),
);
/**
 * What reaches into the day, however long ago it began (readings 243): what began at most a day before, and older rows
 * by the index of long ones. OFFSET 0 makes the planner use each unit's indexes.
 */
const recent = (table: string, reaches: string) =>
  `SELECT * FROM ${table} WHERE equipment_no = u.no AND start_at < $3 AND start_at >= $2::timestamptz - interval '1 day' AND (start_at >= $2 OR ${reaches}) OFFSET 0`;
const older = (table: string, reaches: string) =>
  `SELECT * FROM ${table} WHERE equipment_no = u.no AND start_at < $2::timestamptz - interval '1 day' AND ${reaches} OFFSET 0`;
const EVENTS = `
  SELECT u.no, e.sub_type AS type, d.kind::text AS kind, ${ms('e.start_at')} AS start, ${ms('e.end_at')} AS end, i.result::text AS judgement, i.callback_id
    FROM unnest($1::text[]) AS u (no)
    CROSS JOIN LATERAL ((${recent('equipment_event', '(end_at > $2 OR object_status)')})
             UNION ALL (${older('equipment_event', 'object_status')})
             UNION ALL (${older('equipment_event', `NOT object_status AND end_at > $2 AND ${LASTED_LONG}`)})) e
    LEFT JOIN gb_code_dict d ON d.gb_code = e.code
    LEFT JOIN error_inspection i ON i.event_ref = e.id
   WHERE (e.end_at IS NOT NULL OR e.object_status)
     AND (e.sub_type IN ('error', 'controller_power', 'power', 'fire', 'earthquake') OR d.kind IN ('power', 'fire', 'earthquake', 'inspection'))`;

const Spans = z.array(z.object({ no: z.string(), kind: z.string(), start: z.number(), end: z.number() }));
const SPANS = `
  SELECT u.no, s.kind, ${ms('s.start_at')} AS start, ${ms('s.end_at')} AS end
    FROM unnest($1::text[]) AS u (no)
    CROSS JOIN LATERAL ((${recent('equipment_span', 'end_at > $2')})
             UNION ALL (${older('equipment_span', `end_at > $2 AND ${LASTED_LONG}`)})) s`;

const CallOuts = z.array(
  z.object({
    no: z.string(),
    id: z.string(),
    status: z.enum(CALLBACK_STATUSES),
    scsa: z.string().nullable(),
    trapped: z.boolean(),
    start: z.number(),
    end: z.number().nullable(),
  }),
);
/** For each unit the call-outs of its time, and those to which its faults belong. */
const CALL_OUTS = `
  SELECT u.no, c.callback_id AS id, c.job_status AS status, c.scsa, c.person_trapped AS trapped, ${ms('c.create_date')} AS start, ${ms('coalesce(c.close_date, c.job_update_date)')} AS end
    FROM unnest($1::text[], $2::float8[], $3::float8[]) AS u (no, since, until)
    CROSS JOIN LATERAL (
      (SELECT * FROM callback c WHERE c.equipment_no = u.no AND c.create_date < to_timestamp(u.until / 1000)
          AND (${openCallbackSql('c')} OR coalesce(c.close_date, c.job_update_date) > to_timestamp(u.since / 1000) OR c.create_date >= to_timestamp(u.since / 1000)) OFFSET 0)
      UNION
      (SELECT * FROM callback c WHERE c.callback_id = ANY($4) AND c.equipment_no = u.no OFFSET 0)) c`;

interface DayFindings {
  readonly stops: Stop[];
  readonly service: Interval[];
  readonly outside: Interval[];
  readonly silent: Interval[];
  readonly callOuts: CallOut[];
}
const nothing = (): DayFindings => ({ stops: [], service: [], outside: [], silent: [], callOuts: [] });

function noteSpan(found: DayFindings, kind: string, at: Interval): void {
  if (kind === 'down') found.stops.push({ at, judgement: null, callbackId: null, isMode: true });
  else if (kind === 'service') found.service.push(at);
  else if (kind === 'outside') found.outside.push(at);
  else found.silent.push(at);
}

function noteEvent(found: DayFindings, event: z.output<typeof Events>[number], now: number): void {
  const { type, kind, start, end, judgement, callback_id: callbackId } = event;
  const at: Interval = [start, end ?? now];
  if (OUTSIDE.includes(kind) || OUTSIDE.includes(type)) found.outside.push(at);
  else if (kind === 'inspection') found.service.push(at);
  else if (!HARMLESS.includes(kind)) found.stops.push({ at, judgement, callbackId });
}

function callOutOf({ id, status, scsa, trapped, start, end }: z.output<typeof CallOuts>[number], now: number): CallOut {
  const isOver = isCallbackOver(status);
  return {
    callbackId: id,
    at: [start, isOver ? (end ?? now) : now],
    state: status === 'CLSC' ? 'cancelled' : isOver ? 'closed' : 'open',
    scsa,
    isTrapped: trapped,
  };
}

/** Call-outs of the day, and of the whole time of each stop, because its cause may have been reported weeks before. */
async function callOutsOf(
  equipmentNos: readonly string[],
  all: ReadonlyMap<string, DayFindings>,
  [from, until]: Interval,
) {
  const times = equipmentNos.map((no) => all.get(no)?.stops.map(({ at }) => at) ?? []);
  const named = [...all.values()].flatMap(({ stops }) => stops.flatMap(({ callbackId }) => callbackId ?? []));
  const { rows } = await pool().query(CALL_OUTS, [
    equipmentNos,
    times.map((stops) => Math.min(from, ...stops.map(([since]) => since))),
    times.map((stops) => Math.max(until, ...stops.map(([, over]) => over))),
    named,
  ]);
  return CallOuts.parse(rows);
}

/** @param window the day, up to `now` */
export async function readDays(equipmentNos: readonly string[], window: Interval, now: number): Promise<DayUnit[]> {
  const values = [equipmentNos, new Date(window[0]), new Date(window[1])];
  const [units, events, spans] = await Promise.all([
    pool().query(UNITS, values.slice(0, 2)),
    pool().query(EVENTS, values),
    pool().query(SPANS, values),
  ]);
  const all = new Map<string, DayFindings>();
  const of = (no: string): DayFindings => {
    const found = all.get(no) ?? nothing();
    all.set(no, found);
    return found;
  };
  for (const event of Events.parse(events.rows)) noteEvent(of(event.no), event, now);
  for (const { no, kind, start, end } of Spans.parse(spans.rows)) noteSpan(of(no), kind, [start, end]);
  const known = Units.parse(units.rows);
  for (const { no, span } of known) if (span) noteSpan(of(no), span.kind, [span.since, now]);
  for (const row of await callOutsOf(equipmentNos, all, window)) of(row.no).callOuts.push(callOutOf(row, now));
  return known.map((unit) => {
    const { no, branch, seen, state } = unit;
    const found = of(no);
    const boxed = boxedOf(unit, now);
    // A box that was never heard is silent since it is there.
    if (seen === null || now - seen >= SILENT_AFTER_MS) found.silent.push([seen ?? boxed.at(-1)?.[0] ?? 0, now]);
    // What was without a box nobody saw.
    found.silent.push(...without([[0, now]], boxed));
    const hasBox = boxed.some((at) => overlaps(at, window));
    return { equipmentNo: no, branchCode: branch, onlineStatus: state, day: { window, hasBox, ...found } };
  });
}
