import type { Actor } from '@/lib/platform/contract/actor';
import { pool } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { likeContains } from '@/lib/platform/db/name-grams';
import { formatDate } from '@/lib/platform/i18n/format';
import type { TechnicianChoice } from '../technician-contract';
import { requireCallback } from './require-callback';
import { shownOf } from './visible-callbacks';

/**
 * The technicians of a branch. There is no list of technicians: earlier call-outs and jobs name them. They have no
 * accounts, so nobody knows who is on duty; only the number of open call-outs is known.
 */

const DAYS = 180;
const DAY_MS = 86_400_000;
const MOST = 50;

/** Stores the dispatched technician, also for the time when no call-out names him any more. */
export async function keepTechnician(
  sql: Prisma.TransactionClient,
  branchCode: string,
  { technicianName, technicianPhone }: { technicianName?: string; technicianPhone?: string },
  lastUsed: Date,
): Promise<void> {
  if (!technicianName || !technicianPhone) return;
  const key = { branchCode, technicianName, technicianPhone };
  await sql.technician.upsert({
    where: { branchCode_technicianName_technicianPhone: key },
    update: { lastUsed },
    create: { ...key, lastUsed },
  });
}

/**
 * Names and phones in the branch's call-outs and jobs since `$2`, and stored technicians; `$3` is the unit, `$4` a part
 * of name or phone. Open are the branch's call-outs to which the phone was dispatched.
 */
const FOUND = `
  WITH used AS (
    SELECT technician_name AS name, technician_phone AS phone, job_update_date AS at, equipment_no AS unit
      FROM callback WHERE branch_code = $1 AND create_date >= $2
    UNION ALL
    SELECT t.name, t.phone, coalesce(j.done_date, j.plan_date::timestamptz), j.equipment_no
      FROM maintenance_job j,
           LATERAL (VALUES (j.plan_technician1_name, j.plan_technician1_phone), (j.plan_technician2_name, j.plan_technician2_phone),
                           (j.actual_technician1_name, j.actual_technician1_phone),
                           (j.actual_technician2_name, j.actual_technician2_phone)) AS t (name, phone)
     WHERE j.branch_code = $1 AND j.plan_date >= $5::date AND coalesce(j.done_date, j.plan_date::timestamptz) <= now()
    UNION ALL
    SELECT technician_name, technician_phone, last_used, NULL FROM technician WHERE branch_code = $1
  ), people AS (
    SELECT name, phone, max(at) AS at, max(at) FILTER (WHERE unit = $3) AS "unitAt"
      FROM used WHERE coalesce(name, '') <> '' AND coalesce(phone, '') <> ''
       AND ($4::text IS NULL OR name ILIKE $4 OR phone ILIKE $4)
     GROUP BY name, phone
  ), held AS (
    SELECT technician_phone AS phone, count(*)::int AS jobs
      FROM callback c JOIN equipment e USING (equipment_no)
     WHERE c.branch_code = $1 AND c.waiting AND c.job_status IN ('PAGE', 'DISP', 'SITE', 'INTR') AND e.deleted_at IS NULL
     GROUP BY technician_phone
  )
  SELECT name, phone, at, "unitAt" IS NOT NULL AND "unitAt" = max("unitAt") OVER () AS "onUnit", coalesce(jobs, 0) AS "openJobs"
    FROM people LEFT JOIN held USING (phone) ORDER BY coalesce(jobs, 0) > 0, at DESC, name, phone LIMIT ${MOST}`;

interface TechnicianRow {
  readonly name: string;
  readonly phone: string;
  readonly at: Date;
  readonly onUnit: boolean;
  readonly openJobs: number;
}

/**
 * The technicians that the branch of a unit may dispatch: those without an open call-out first, then the last used.
 * @param key part of name or phone
 */
export async function branchTechnicians(
  actor: Actor,
  { branchCode, equipmentNo }: { branchCode: string; equipmentNo: string },
  key: string | undefined,
): Promise<TechnicianChoice[]> {
  const since = new Date(Date.now() - DAYS * DAY_MS);
  const { rows } = await pool().query<TechnicianRow>(FOUND, [
    branchCode,
    since,
    equipmentNo,
    key ? likeContains(key) : null,
    formatDate(since),
  ]);
  const time = (await shownOf(actor)).timeOf({ personTrapped: false });
  return rows.map(({ name, phone, at, onUnit, openJobs }) => ({
    technicianName: name,
    technicianPhone: phone,
    lastUsed: time(at),
    onUnit,
    openJobs,
  }));
}

/** @throws not_found, no_object_permission */
export const findTechnicians = async (
  actor: Actor,
  { callbackId, key }: { callbackId: string; key?: string },
): Promise<TechnicianChoice[]> => branchTechnicians(actor, await requireCallback(actor, callbackId), key);
