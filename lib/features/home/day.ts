import type { Actor } from '@/lib/platform/contract/actor';
import { shownOf } from '@/lib/features/callbacks/internal/visible-callbacks';
import { descriptionIn } from '@/lib/live/detector/rule-words';
import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { openCallOut } from '@/lib/features/incidents/internal/keys';
import { strategyOf } from '@/lib/platform/strategy/limits';
import { DueToday } from './contract';
import type { HomeDay } from './contract';
import { unitsShown } from '@/lib/live/scope/equipment-scope';
import { JOIN_STATES, stateSql } from './internal/unit-state-sql';

/** Rows that home shows; the duty board has them all. */
const SHOWN = 8;
const DAY_MS = 24 * 60 * 60_000;

interface Row {
  readonly callback_id: string;
  readonly equipment_no: string;
  readonly equipment_name: string;
  readonly job_status: string;
  readonly callback_type: string;
  readonly job_description: string | null;
  readonly technician_name: string | null;
  readonly technician_phone: string | null;
  readonly person_trapped: boolean;
  readonly clock: string;
  readonly due_date: Date;
  readonly limit_sec: number;
  readonly total: number;
}

/**
 * Open call-outs whose clock ends before midnight or has ended, without units that are incidents themselves (readings
 * 141).
 */
async function readDue(actor: Actor, midnight: Date): Promise<Row[]> {
  const { dataGroups } = await strategyOf(actor);
  const { text, values } = Prisma.sql`
    SELECT c.callback_id, c.equipment_no, e.equipment_name, c.job_status, c.callback_type, c.job_description, c.technician_name,
           c.technician_phone, c.person_trapped, next.clock, next.due_date, next.limit_sec, count(*) OVER ()::int AS total
      FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
      ${JOIN_STATES}
      JOIN LATERAL (SELECT m.clock, m.due_date, m.limit_sec FROM sla_mark m
                     WHERE m.callback_id = c.callback_id AND m.stopped_date IS NULL AND m.due_date IS NOT NULL
                     ORDER BY m.due_date, m.id LIMIT 1) next ON next.due_date < ${midnight}
     WHERE ${openCallOut} AND ${unitsShown(actor)}
       AND ${stateSql(dataGroups.includes('faults'))} NOT IN ('trapped', 'fault', 'disconnected')
     ORDER BY next.due_date, c.callback_id LIMIT ${SHOWN}`;
  return (await pool().query<Row>({ text, values })).rows;
}

async function countDone(actor: Actor, start: Date): Promise<number> {
  const { text, values } = Prisma.sql`
    SELECT count(*)::int AS done FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
     WHERE c.close_date >= ${start} AND c.job_status = 'CLSO' AND ${unitsShown(actor)}`;
  return (await pool().query<{ done: number }>({ text, values })).rows[0]?.done ?? 0;
}

/** What is due before midnight beside the incidents, and what was completed since midnight (readings 141). */
export async function findDay(actor: Actor, language: Language, now = Date.now()): Promise<HomeDay> {
  const start = parseWallTime(formatDate(now)) ?? now;
  const [rows, doneTotal, { timeOf, hasSeconds }] = await Promise.all([
    readDue(actor, new Date(start + DAY_MS)),
    countDone(actor, new Date(start)),
    shownOf(actor),
  ]);
  const descriptionOf = descriptionIn(language);
  const due = rows.map((row): DueToday => {
    const persons = { personTrapped: row.person_trapped };
    return DueToday.parse({
      callbackId: row.callback_id,
      equipmentNo: row.equipment_no,
      equipmentName: row.equipment_name,
      status: row.job_status,
      title: descriptionOf({ callbackType: row.callback_type, jobDescription: row.job_description }),
      technicianName: row.technician_name,
      technicianPhone: row.technician_phone,
      clock: row.clock,
      due: timeOf(persons)(row.due_date),
      limitSec: row.limit_sec,
      remainingSec: hasSeconds(persons) ? Math.ceil((row.due_date.getTime() - now) / 1000) : null,
    });
  });
  return { due, dueTotal: rows[0]?.total ?? 0, doneTotal };
}
