import { unitsInScope } from '@/lib/live/scope/equipment-scope';
import { OPEN_ENTRAPMENTS } from '@/lib/live/scope/trapped-units';
import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { openCallbackSql } from '@/lib/features/callbacks/state';
import { INCIDENT_CONDITIONS } from '../contract';
import type { IncidentCondition } from '../contract';

/**
 * Finds the units in trouble from the few rows that say so, never by reading the whole fleet. Partial indexes of
 * `equipment_status`, `callback` and `equipment_event` answer each part.
 */

export interface IncidentKey {
  readonly equipmentNo: string;
  readonly condition: IncidentCondition;
  /** The open call-out of the unit. */
  readonly callbackId: string | null;
  /** When the entrapment began, or what its controller reports. */
  readonly startAt: Date | null;
}

interface IncidentKeyRow {
  equipment_no: string;
  rank: number;
  callback_id: string | null;
  start_at: Date | null;
  total: string;
}

export interface IncidentKeyQuery {
  readonly conditions: readonly IncidentCondition[];
  readonly equipmentNos?: readonly string[];
  /** The data strategy allows faults. */
  readonly showsFaults: boolean;
}

/** A call-out `c` that is open. */
export const openCallOut = Prisma.raw(openCallbackSql('c'));
/** Its trapped persons are released, and nobody has been dispatched (readings 250). */
const freedUnsent = Prisma.sql`c.person_trapped AND c.release_date IS NOT NULL AND c.job_status IN ('INIT', 'REQU')`;

const FREED_UNITS = Prisma.sql`SELECT c.equipment_no FROM callback c WHERE ${openCallOut} AND ${freedUnsent}`;

/** Every unit in its worst condition; `b.rank` is the index in INCIDENT_CONDITIONS. */
function troubles({ conditions, showsFaults }: IncidentKeyQuery): Prisma.Sql {
  const not = (name: 'trapped' | 'freed') =>
    Prisma.sql`NOT EXISTS (SELECT 1 FROM ${Prisma.raw(name)} t WHERE t.equipment_no = s.equipment_no)`;
  const notFaulty = showsFaults ? Prisma.sql`AND s.error_status <> ${ERROR_STATUS.faulty}` : Prisma.empty;
  const parts: Readonly<Record<IncidentCondition, Prisma.Sql>> = {
    trapped: Prisma.sql`SELECT t.equipment_no, 0 AS rank FROM trapped t`,
    fault: Prisma.sql`SELECT s.equipment_no, 1 AS rank FROM equipment_status s
                       WHERE s.error_status = ${ERROR_STATUS.faulty} AND ${not('trapped')}`,
    freed: Prisma.sql`SELECT f.equipment_no, 2 AS rank FROM freed f LEFT JOIN equipment_status s ON s.equipment_no = f.equipment_no
                       WHERE NOT EXISTS (SELECT 1 FROM trapped t WHERE t.equipment_no = f.equipment_no)
                         ${showsFaults ? Prisma.sql`AND s.error_status IS DISTINCT FROM ${ERROR_STATUS.faulty}` : Prisma.empty}`,
    disconnected: Prisma.sql`SELECT s.equipment_no, 3 AS rank FROM equipment_status s
                              WHERE s.online_status = ${ONLINE_STATUS.disconnected} AND ${not('trapped')} AND ${not('freed')} ${notFaulty}`,
  };
  const wanted = conditions.filter((condition) => showsFaults || condition !== 'fault');
  if (wanted.length === 0) return Prisma.sql`SELECT NULL::text AS equipment_no, 0 AS rank WHERE false`;
  return Prisma.join(
    wanted.map((condition) => parts[condition]),
    ' UNION ALL ',
  );
}

/**
 * The keys of a page, in the order of the list, with the total number. The columns of the order are read as sets:
 * otherwise a platform with thousands of faults would query the call-out and the event of each before the first page is
 * known.
 */
export async function readKeys(
  actor: Actor,
  asked: IncidentKeyQuery,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ keys: IncidentKey[]; total: number }> {
  const only =
    asked.equipmentNos === undefined ? Prisma.empty : Prisma.sql`AND b.equipment_no = ANY(${[...asked.equipmentNos]})`;
  const { text, values } = Prisma.sql`
    WITH trapped AS (${OPEN_ENTRAPMENTS}), freed AS (${FREED_UNITS}), bad AS MATERIALIZED (
      SELECT b.equipment_no, b.rank FROM (${troubles(asked)}) b JOIN equipment e ON e.equipment_no = b.equipment_no
       WHERE ${unitsInScope(actor)} ${only}
    ), called AS (
      SELECT c.equipment_no, c.callback_id,
             (SELECT min(m.due_date) FROM sla_mark m WHERE m.callback_id = c.callback_id AND m.stopped_date IS NULL) AS due
        FROM (SELECT DISTINCT ON (c.equipment_no) c.equipment_no, c.callback_id FROM callback c
               WHERE ${openCallOut} AND c.equipment_no IN (SELECT equipment_no FROM bad)
               ORDER BY c.equipment_no, c.person_trapped DESC, c.create_date DESC, c.callback_id) c
    ), begun AS (
      SELECT x.equipment_no, 0 AS rank, least(x.start_at, x.create_date) AS start_at FROM entrapment x
       WHERE x.released_at IS NULL AND x.equipment_no IN (SELECT equipment_no FROM bad)
      UNION ALL
      SELECT x.equipment_no, 1, min(x.start_at) FROM equipment_event x
       WHERE x.object_status AND x.sub_type = 'error' AND x.equipment_no IN (SELECT equipment_no FROM bad)
       GROUP BY x.equipment_no
    )
    SELECT b.equipment_no, b.rank, o.callback_id, v.start_at, count(*) OVER () AS total
      FROM bad b LEFT JOIN called o ON o.equipment_no = b.equipment_no
      LEFT JOIN begun v ON v.equipment_no = b.equipment_no AND v.rank = b.rank
     ORDER BY b.rank, o.due NULLS LAST, v.start_at NULLS LAST, b.equipment_no
     LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`;
  const { rows } = await pool().query<IncidentKeyRow>({ text, values });
  const keys = rows.map((row) => ({
    equipmentNo: row.equipment_no,
    condition: INCIDENT_CONDITIONS[row.rank] ?? 'disconnected',
    callbackId: row.callback_id,
    startAt: row.start_at,
  }));
  if (rows.length > 0 || pageIndex === 1) return { keys, total: Number(rows[0]?.total ?? 0) };
  // Beyond the last page there is no row that gives the total.
  return { keys, total: (await readKeys(actor, asked, { pageIndex: 1, pageSize: 1 })).total };
}

/** Units of each condition in scope, each once; offline counts those without a worse condition. */
export async function readCounts(
  actor: Actor,
  showsFaults: boolean,
): Promise<Readonly<Record<IncidentCondition | 'offline', number>>> {
  const all: IncidentKeyQuery = { conditions: INCIDENT_CONDITIONS, showsFaults };
  const { text, values } = Prisma.sql`
    WITH trapped AS (${OPEN_ENTRAPMENTS}), freed AS (${FREED_UNITS}), bad AS (${troubles(all)}), silent AS (
      SELECT s.equipment_no FROM equipment_status s
       WHERE s.online_status = ${ONLINE_STATUS.offline} ${showsFaults ? Prisma.sql`AND s.error_status <> ${ERROR_STATUS.faulty}` : Prisma.empty}
         AND NOT EXISTS (SELECT 1 FROM trapped t WHERE t.equipment_no = s.equipment_no)
         AND NOT EXISTS (SELECT 1 FROM freed t WHERE t.equipment_no = s.equipment_no)
    )
    SELECT b.rank, count(*)::int AS units
      FROM (SELECT * FROM bad UNION ALL SELECT equipment_no, 4 FROM silent) b
      JOIN equipment e ON e.equipment_no = b.equipment_no
     WHERE ${unitsInScope(actor)} GROUP BY b.rank`;
  const { rows } = await pool().query<{ rank: number; units: number }>({ text, values });
  const of = (rank: number) => rows.find((row) => row.rank === rank)?.units ?? 0;
  return { trapped: of(0), fault: of(1), freed: of(2), disconnected: of(3), offline: of(4) };
}
