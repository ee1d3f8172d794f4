import { z } from 'zod';
import { accountHolds } from '@/lib/features/notifications/internal/receivers';
import { MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { logger } from '@/lib/platform/system/log';
import { queueSms } from '@/lib/platform/texting/queue';
import { storedDay } from '@/lib/platform/i18n/shanghai';

/**
 * Text messages about what is overdue (silent-screens F4, F8, B7; readings 155): inspections and maintenance jobs, one
 * message per account, project and kind, repeated every week. A message that project, switch, cap or hour suppressed is
 * in the log with the reason.
 */

const WAITS = { maxWait: 20_000, timeout: 60_000 };
const MOST_NAMES = 3;
/** Customers are notified of an overdue inspection from the first day, branches only later. */
const BRANCH_AFTER_DAYS = 14;

type OverdueKind = 'inspection' | 'maintenance';

/**
 * What is overdue: unit, its key, since when. A failed inspection is overdue until a passing one. @param today
 * `yyyy-MM-dd`
 */
const OVERDUE: Readonly<Record<OverdueKind, (today: string) => Prisma.Sql>> = {
  inspection: (today) => Prisma.sql`
    SELECT i.equipment_no, i.equipment_no AS object_key,
           CASE WHEN i.result = 'fail' THEN least(i.last_inspection_date, i.next_inspection_date) ELSE i.next_inspection_date END AS due
      FROM inspection i WHERE i.next_inspection_date < ${today}::date OR i.result = 'fail'`,
  maintenance: (today) => Prisma.sql`
    SELECT j.equipment_no, j.job_no AS object_key, j.plan_date AS due
      FROM maintenance_job j WHERE j.job_status IN ('PLAN', 'LOCK') AND j.plan_date < ${today}::date`,
};

const Row = z.object({
  username: z.string(),
  phone: z.string().nullable(),
  project_id: z.string(),
  project_name: z.string(),
  branch_code: z.string(),
  equipment_no: z.string(),
  equipment_name: z.string(),
  object_key: z.string(),
  due: z.date(),
  step: z.number(),
});
type Row = z.output<typeof Row>;

/**
 * Who has to be notified today, and of what. A unit of several projects counts in one that has messages switched on.
 */
async function findDue(kind: OverdueKind, today: string): Promise<Row[]> {
  const branchAfter = kind === 'inspection' ? BRANCH_AFTER_DAYS : 0;
  const rows = await db().$queryRaw`
    WITH late AS (
      SELECT o.*, e.equipment_name, e.branch_code, ${today}::date - o.due AS days
        FROM (${OVERDUE[kind](today)}) o JOIN equipment e USING (equipment_no)
       WHERE e.deleted_at IS NULL AND NOT e.service_stopped AND o.due < ${today}::date
    ), told AS (
      SELECT DISTINCT ON (u.username, l.object_key) u.username, u.phone, p.project_id, p.project_name, l.branch_code, l.equipment_no,
             l.equipment_name, l.object_key, l.due, (l.days - 1) / 7 AS step
        FROM late l
        JOIN project_equipment pe USING (equipment_no)
        JOIN project p ON p.project_id = pe.project_id AND p.deleted_at IS NULL
        JOIN user_mapping m ON (m.type = ${MAPPING_TYPE.project} AND m.mapping_id = p.project_id)
                            OR (m.type = ${MAPPING_TYPE.branch} AND m.mapping_id = l.branch_code AND l.days > ${branchAfter})
        JOIN users u ON u.username = m.username AND u.enabled AND u.deleted_at IS NULL
                    AND u.user_type = CASE WHEN m.type = ${MAPPING_TYPE.project} THEN ${USER_TYPE.project}::int ELSE ${USER_TYPE.branch}::int END
       WHERE ${accountHolds(['CAMPUS_VIEW_SERVICE_READ'])}
         AND NOT EXISTS (SELECT 1 FROM notification_switch s WHERE s.username = u.username AND s.notification_type = ${kind} AND NOT s.enable)
       ORDER BY u.username, l.object_key, p.is_message = '1' DESC NULLS LAST, p.project_id
    )
    SELECT t.* FROM told t
     WHERE NOT EXISTS (SELECT 1 FROM reminder_sent r WHERE r.username = t.username AND r.kind = ${kind}::reminder_kind AND r.object_key = t.object_key
                          AND r.step = t.step AND r.due_date = t.due)
     ORDER BY t.username, t.project_id, t.due, t.equipment_no`;
  return z.array(Row).parse(rows);
}

function textOf(kind: OverdueKind, rows: readonly [Row, ...Row[]]): string {
  const units = [...new Map(rows.map((row) => [row.equipment_no, row.equipment_name])).values()];
  return translateServer(DEFAULT_LANGUAGE, 'reminders', `overdue.${kind}`, {
    project: rows[0].project_name,
    count: units.length,
    date: storedDay(rows[0].due),
    names: `${units.slice(0, MOST_NAMES).join(', ')}${units.length > MOST_NAMES ? '…' : ''}`,
  });
}

/** Writes one message, and that it was sent. A message held back by cap or hour is tried again the next day. */
async function tell(kind: OverdueKind, rows: readonly [Row, ...Row[]], now: number): Promise<void> {
  const [{ username, phone, project_id: projectId, branch_code: branchCode, equipment_no: equipmentNo }] = rows;
  await db().$transaction(async (sql) => {
    const { suppressed } = await queueSms(
      sql,
      {
        type: kind,
        phone,
        text: textOf(kind, rows),
        username,
        projectId,
        branchCode,
        equipmentNo: rows.length === 1 ? equipmentNo : null,
      },
      now,
    );
    if (suppressed === 'quietHours' || suppressed === 'dailyCap') return;
    await sql.reminderSent.createMany({
      data: rows.map(({ object_key: objectKey, step, due }) => ({
        username,
        kind,
        objectKey,
        step,
        dueDate: due,
        sentDate: new Date(now),
      })),
      skipDuplicates: true,
    });
  }, WAITS);
}

/**
 * Runs once a day. A failure does not delay the others and is tried again the next day. @returns how many messages were
 * written
 */
export async function textOverdue(now = Date.now()): Promise<number> {
  let told = 0;
  for (const kind of ['inspection', 'maintenance'] as const) {
    const groups = new Map<string, [Row, ...Row[]]>();
    for (const row of await findDue(kind, formatDate(now))) {
      const key = `${row.username} ${row.project_id}`;
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
    for (const group of groups.values()) {
      try {
        await tell(kind, group, now);
        told += 1;
      } catch (error) {
        logger('reminders').warn({ err: error, username: group[0].username }, 'not reminded, will be tried again');
      }
    }
  }
  return told;
}
