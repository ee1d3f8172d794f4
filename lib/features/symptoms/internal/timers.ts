import type { Queryable } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { notOverSql } from '@/lib/live/detector/symptom-state';
import { SYMPTOM_LIMITS } from './limits';
import { SYMPTOM_MOVES } from '../transitions';

/**
 * What time does to the detector's symptoms (silent-screens F2): nobody took one, one expires, the unit's job takes
 * one. The source moves imported ones. Each is one statement that several gateways may run: the one that locks a row
 * moves it.
 */

const MOST = 500;
const words = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
const { unanswered, expired, jobTook } = SYMPTOM_MOVES;

/** @returns how many were moved */
async function moved(sql: Queryable, text: string, values: readonly unknown[]): Promise<number> {
  return (await sql.query(text, [...values])).rowCount ?? 0;
}

export interface UnansweredSymptom {
  readonly symptomId: string;
  readonly symptomDefinitionId: string | null;
  readonly category: string;
  readonly symptomTitle: string;
  readonly equipmentNo: string;
  readonly equipmentName: string;
  readonly branchCode: string;
  /** Until then somebody had to take it. */
  readonly dueDate: Date;
}

/** Nobody took them in time: NOT_PROCESSED. In the transaction that notifies of it. @returns those that were moved */
export async function takeUnanswered(sql: Prisma.TransactionClient, now: Date): Promise<UnansweredSymptom[]> {
  const due = await sql.$queryRaw<(UnansweredSymptom & { symptomState: string; isGone: boolean })[]>`
    SELECT y.symptom_id AS "symptomId", y.symptom_definition_id AS "symptomDefinitionId", y.category, y.symptom_title AS "symptomTitle",
           y.symptom_state AS "symptomState", y.due_date AS "dueDate", y.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName",
           e.branch_code AS "branchCode", e.deleted_at IS NOT NULL AS "isGone"
      FROM symptom y JOIN equipment e USING (equipment_no)
     WHERE y.due_date <= ${now} ORDER BY y.due_date LIMIT ${MOST} FOR NO KEY UPDATE OF y SKIP LOCKED`;
  const moving = due.filter(({ symptomState }) => unanswered.from.some((state) => state === symptomState));
  const ids = (rows: readonly { symptomId: string }[]) => ({
    symptomId: { in: rows.map(({ symptomId }) => symptomId) },
  });
  await sql.symptom.updateMany({ where: ids(due), data: { dueDate: null, updatedAt: new Date() } });
  await sql.symptom.updateMany({ where: ids(moving), data: { symptomState: unanswered.to } });
  return moving.filter(({ isGone }) => !isGone);
}

const WINDOW = `CASE category ${Object.entries(SYMPTOM_LIMITS)
  .map(([category, { recurSec }]) => `WHEN '${category}' THEN interval '${recurSec} seconds'`)
  .join(' ')} END`;
/** When the call-out of a symptom was cancelled: its recurrence window counts from then (readings 266). */
const CANCELLED = `(SELECT coalesce(c.close_date, c.job_update_date) FROM callback c WHERE c.callback_id = symptom.callback_id AND c.job_status = 'CLSC')`;

/**
 * Its time passed without another occurrence: EXPIRED. One that a cancelled call-out returned stays for its window
 * while its condition holds.
 */
export const moveExpired = (sql: Queryable, now: Date): Promise<number> =>
  moved(
    sql,
    `UPDATE symptom SET symptom_state = '${expired.to}', due_date = NULL, updated_at = now()
      WHERE symptom_id IN (SELECT symptom_id FROM symptom
             WHERE rule_version IS NOT NULL AND symptom_state IN (${words(expired.from)}) AND expired_date <= $1
               AND (cleared_date IS NOT NULL OR coalesce(${CANCELLED} + ${WINDOW} <= $1, true))
             ORDER BY expired_date LIMIT ${MOST} FOR NO KEY UPDATE SKIP LOCKED)`,
    [now],
  );

/** A diagnosis waits for the unit's next job: the job that a technician started today takes it. */
export const moveToJobs = (sql: Queryable, now: Date): Promise<number> =>
  moved(
    sql,
    `UPDATE symptom s SET symptom_state = '${jobTook.to}', job_no = j.job_no, due_date = NULL, updated_at = now()
       FROM (SELECT DISTINCT ON (equipment_no) equipment_no, job_no FROM maintenance_job
              WHERE job_status = 'LOCK' AND plan_date = $1::date ORDER BY equipment_no, job_no) j
      WHERE s.equipment_no = j.equipment_no AND s.rule_version IS NOT NULL AND s.job_no IS NULL AND s.cleared_date IS NULL
        AND s.category IN (${words(jobTook.categories ?? [])}) AND s.symptom_state IN (${words(jobTook.from)})`,
    [formatDate(now)],
  );

interface LastingSymptom {
  readonly symptomId: string;
  readonly equipmentNo: string;
  readonly rule: string;
}

/**
 * Symptoms that have been closed or expired for longer than their window while their condition still holds (readings
 * 134).
 */
export async function findLastingBeyondEnd(sql: Queryable, now: Date): Promise<LastingSymptom[]> {
  const { rows } = await sql.query<{ symptom_id: string; equipment_no: string; rule: string }>(
    `SELECT symptom_id, equipment_no, symptom_definition_id AS rule FROM symptom
      WHERE rule_version IS NOT NULL AND cleared_date IS NULL AND NOT (${notOverSql('symptom')})
        AND greatest(coalesce(closed_date, expired_date), ${CANCELLED}) + ${WINDOW} <= $1
      ORDER BY symptom_id LIMIT ${MOST}`,
    [now],
  );
  return rows.map((row) => ({ symptomId: row.symptom_id, equipmentNo: row.equipment_no, rule: row.rule }));
}
