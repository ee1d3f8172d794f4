import { z } from 'zod';
import { accountHolds } from '@/lib/features/notifications/internal/receivers';
import { wordedColumns } from '@/lib/features/notifications/internal/words';
import type { NoticeWords } from '@/lib/features/notifications/internal/words';
import { MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import { maintenanceKind, NAME_COMMA } from '../value-sets';

/**
 * Notices about maintenance jobs (silent-screens F4, readings 195): planned for tomorrow, overdue, awaiting a
 * signature. The end of a job is notified where it is completed. The guid of a notice names its subject, so that a
 * repeated or interrupted run writes each notice once. Who may read a shared notice is decided when it is read, as for
 * every message of a unit.
 */

const ROUND = 500;
/** Overdue jobs are notified on the first day and then every week, up to this many days. */
const LATE_DAYS = 28;
const WEEK_DAYS = 7;
/** Work older than this asks nobody for a signature: it was imported. */
const SIGN_WITHIN_MS = 3 * 86_400_000;

type JobNoticeKind = 'soon' | 'late' | 'sign';

const Row = z.object({
  guid: z.string(),
  job_no: z.string(),
  equipment_no: z.string(),
  equipment_name: z.string(),
  branch_code: z.string(),
  maintenance_type: z.string(),
  /** The day of the plan, or of the work. */
  day: z.string(),
  people: z.string(),
  username: z.string().nullable(),
});
type Row = z.output<typeof Row>;

const jobColumns = Prisma.sql`
  j.job_no, j.equipment_no, e.equipment_name, j.branch_code, j.maintenance_type,
  concat_ws(${NAME_COMMA}, nullif(j.plan_technician1_name, ''), nullif(j.plan_technician2_name, '')) AS people`;

/** An existing unit in service; units out of service notify nobody (silent-screens A8). */
const unitInService = Prisma.sql`JOIN equipment e ON e.equipment_no = j.equipment_no AND e.deleted_at IS NULL AND NOT e.service_stopped`;

const untold = Prisma.sql`NOT EXISTS (SELECT 1 FROM notification n WHERE n.guid = told.guid)`;

/** Jobs of these kinds without a notice, at most one round of them. @param now epoch ms */
const UNTOLD: Readonly<Record<JobNoticeKind, (now: number) => Prisma.Sql>> = {
  // A new planned day gets a notice of its own.
  soon: (now) => Prisma.sql`
    SELECT * FROM (
      SELECT ${jobColumns}, j.plan_date::text AS day, NULL AS username,
             'mnt-soon-' || j.job_no || '-' || to_char(j.plan_date, 'YYMMDD') AS guid
        FROM maintenance_job j ${unitInService}
       WHERE j.plan_date = ${formatDate(now)}::date + 1 AND j.job_status IN ('PLAN', 'LOCK')) told
     WHERE ${untold} ORDER BY job_no LIMIT ${ROUND}`,
  late: (now) => Prisma.sql`
    SELECT * FROM (
      SELECT ${jobColumns}, j.plan_date::text AS day, NULL AS username,
             'mnt-late-' || j.job_no || '-' || to_char(j.plan_date, 'YYMMDD') || '-'
               || (${formatDate(now)}::date - j.plan_date - 1) / ${WEEK_DAYS}::int AS guid
        FROM maintenance_job j ${unitInService}
       WHERE j.plan_date BETWEEN ${formatDate(now)}::date - ${LATE_DAYS}::int AND ${formatDate(now)}::date - 1
         AND j.job_status IN ('PLAN', 'LOCK')) told
     WHERE ${untold} ORDER BY job_no LIMIT ${ROUND}`,
  // Those who may sign it: the unit's customers, and the accounts to whose phone its report was sent.
  sign: (now) => Prisma.sql`
    SELECT * FROM (
      SELECT DISTINCT ${jobColumns}, (j.done_date AT TIME ZONE ${TIME_ZONE})::date::text AS day, u.username,
             'mnt-sign-' || md5(j.job_no || ' ' || u.username) AS guid
        FROM maintenance_job j ${unitInService}
        JOIN users u ON u.enabled AND u.deleted_at IS NULL AND (
               (u.user_type = ${USER_TYPE.project} AND EXISTS (
                  SELECT 1 FROM project_equipment pe
                    JOIN project p ON p.project_id = pe.project_id AND p.deleted_at IS NULL
                    JOIN user_mapping m ON m.type = ${MAPPING_TYPE.project} AND m.mapping_id = pe.project_id
                   WHERE pe.equipment_no = j.equipment_no AND m.username = u.username))
               OR (EXISTS (SELECT 1 FROM report_receiver r WHERE r.job_no = j.job_no AND r.phone = u.phone) AND ${accountHolds(['E_SIGN_READ'])}))
       WHERE j.job_status = 'DONE' AND j.done_date BETWEEN ${new Date(now - SIGN_WITHIN_MS)} AND ${new Date(now)}
         AND ${accountHolds(['E_SIGN_WRITE'])}) told
     WHERE ${untold} ORDER BY job_no, username LIMIT ${ROUND}`,
};

const wordsOf = (told: JobNoticeKind, row: Row): NoticeWords => ({
  namespace: 'reminders',
  title: `job.${told}.title`,
  message: `job.${told}.message`,
  params: {
    name: row.equipment_name,
    no: row.equipment_no,
    kind: maintenanceKind(row.maintenance_type) ?? 'other',
    date: row.day,
    people: row.people,
    hasPeople: row.people === '' ? 'no' : 'yes',
  },
});

async function tell(told: JobNoticeKind, now: number): Promise<number> {
  let total = 0;
  let found: Row[];
  do {
    found = z.array(Row).parse(await db().$queryRaw(UNTOLD[told](now)));
    const { count } = await db().notification.createMany({
      data: found.map((row) => ({
        notificationType: 'maintenance',
        subType: 'maintenance',
        equipmentNo: row.equipment_no,
        branchCode: row.branch_code,
        username: row.username,
        objectId: row.job_no,
        guid: row.guid,
        eventDate: new Date(now),
        notificationDate: new Date(now),
        ...wordedColumns(wordsOf(told, row)),
      })),
      skipDuplicates: true,
    });
    total += count;
  } while (found.length === ROUND);
  return total;
}

/**
 * Notifies about the jobs planned for tomorrow and about those not done on their day. @returns how many messages were
 * written
 */
export async function notifyPlans(now = Date.now()): Promise<number> {
  return (await tell('soon', now)) + (await tell('late', now));
}

/** Asks those who may sign the work of the last days, each once per job. @returns how many messages were written */
export const askForSignatures = (now = Date.now()): Promise<number> => tell('sign', now);

/** A job is signed: the requests to sign it count as read, whoever signed. */
export async function settleSignature(sql: Prisma.TransactionClient, jobNo: string): Promise<void> {
  await sql.$executeRaw`
    INSERT INTO notification_read (notification_id, username, read_date)
    SELECT n.notification_id, n.username, now() FROM notification n
     WHERE n.object_id = ${jobNo} AND n.username IS NOT NULL AND n.guid LIKE 'mnt-sign-%'
    ON CONFLICT DO NOTHING`;
}
