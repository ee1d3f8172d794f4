import { createHash } from 'node:crypto';
import { z } from 'zod';
import { accountHolds } from '@/lib/features/notifications/internal/receivers';
import { wordedColumns } from '@/lib/features/notifications/internal/words';
import { MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { logger } from '@/lib/platform/system/log';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { stepOn } from '../steps';
import type { AheadKind } from '../steps';

/**
 * Notices about what falls due (silent-screens F8): inspections and contracts, by each account's own days. One notice
 * per account, project and kind; each step once. The head office uses the lists instead.
 */

const WAITS = { maxWait: 20_000, timeout: 60_000 };
/** The most days that an account may choose. */
const MOST_DAYS = 365;

/** What falls due within a year: unit and day. A new contract moves the end; a failed inspection is overdue already. */
const DUE: Readonly<Record<AheadKind, (today: string) => Prisma.Sql>> = {
  inspection: (today) => Prisma.sql`
    SELECT equipment_no, next_inspection_date AS due FROM inspection
     WHERE next_inspection_date BETWEEN ${today}::date AND ${today}::date + ${MOST_DAYS}::int AND result IS DISTINCT FROM 'fail'`,
  contract: (today) => Prisma.sql`
    SELECT equipment_no, max(effective_end) AS due FROM contract WHERE contract_start_date IS NOT NULL
     GROUP BY equipment_no HAVING max(effective_end) BETWEEN ${today}::date AND ${today}::date + ${MOST_DAYS}::int`,
};
/** The number of days in the account's profile. */
const OWN: Readonly<Record<AheadKind, Prisma.Sql>> = {
  inspection: Prisma.sql`u.inspection`,
  contract: Prisma.sql`u.contract`,
};

const Row = z.object({
  username: z.string(),
  own: z.number(),
  project_id: z.string(),
  project_name: z.string(),
  branch_code: z.string(),
  equipment_no: z.string(),
  is_stopped: z.boolean(),
  due: z.date(),
  days: z.number(),
  sent: z.array(z.number()).nullable(),
});
type Row = z.output<typeof Row>;

/** A unit of a project, with the step that is notified now; without a step it is only counted. */
interface RemindedUnit {
  readonly row: Row;
  readonly step: number | undefined;
}
type Group = [RemindedUnit, ...RemindedUnit[]];

/** Shortens names of any length for a guid, so that no two are equal. */
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Its own key space, apart from the steps of what is overdue. */
const keyOf = (equipmentNo: string) => `ahead:${equipmentNo}`;

/**
 * What is due within each account's days, a row per unit and project, notified or not: the same number as in the
 * account's list of the project.
 */
async function findDue(kind: AheadKind, today: string): Promise<Row[]> {
  const rows = await db().$queryRaw`
    WITH due AS (${DUE[kind](today)})
    SELECT u.username, ${OWN[kind]} AS own, p.project_id, p.project_name, e.branch_code,
           d.equipment_no, e.service_stopped AS is_stopped, d.due, d.due - ${today}::date AS days,
           (SELECT array_agg(r.step) FROM reminder_sent r WHERE r.username = u.username AND r.kind = ${kind}::reminder_kind
               AND r.object_key = 'ahead:' || d.equipment_no AND r.due_date = d.due) AS sent
      FROM due d
      JOIN equipment e ON e.equipment_no = d.equipment_no AND e.deleted_at IS NULL
      JOIN project_equipment pe ON pe.equipment_no = d.equipment_no
      JOIN project p ON p.project_id = pe.project_id AND p.deleted_at IS NULL
      JOIN user_mapping m ON (m.type = ${MAPPING_TYPE.project} AND m.mapping_id = p.project_id)
                          OR (m.type = ${MAPPING_TYPE.branch} AND m.mapping_id = e.branch_code)
      JOIN users u ON u.username = m.username AND u.enabled AND u.deleted_at IS NULL
                  AND u.user_type = CASE WHEN m.type = ${MAPPING_TYPE.project} THEN ${USER_TYPE.project}::int ELSE ${USER_TYPE.branch}::int END
     WHERE d.due - ${today}::date <= ${OWN[kind]} AND ${accountHolds(['CAMPUS_VIEW_SERVICE_READ', 'EQUIPMENT_READ'])}
       AND NOT EXISTS (SELECT 1 FROM notification_switch s WHERE s.username = u.username AND s.notification_type = ${kind} AND NOT s.enable)
     ORDER BY u.username, d.equipment_no, p.project_id`;
  return z.array(Row).parse(rows);
}

/** Writes one notice for an account and project, and that it was sent. */
async function tell(kind: AheadKind, units: Readonly<Group>, now: number): Promise<void> {
  const [{ row: first }] = units;
  const { username, project_id: projectId, project_name: project, branch_code: branchCode } = first;
  const last =
    units
      .map(({ row }) => storedDay(row.due))
      .sort()
      .at(-1) ?? '';
  await db().$transaction(async (sql) => {
    await sql.notification.createMany({
      data: [
        {
          notificationType: kind,
          subType: kind,
          username,
          branchCode,
          ...wordedColumns({
            namespace: 'reminders',
            title: `ahead.${kind}.title`,
            message: `ahead.${kind}.message`,
            params: { project, count: units.length, date: last },
          }),
          objectId: projectId,
          guid: `${kind}-${now.toString(36)}-${shortHash(`${projectId} ${username}`)}`,
          eventDate: new Date(now),
          notificationDate: new Date(now),
        },
      ],
      skipDuplicates: true,
    });
    await sql.reminderSent.createMany({
      data: units.flatMap(({ row, step }) =>
        step === undefined
          ? []
          : [
              {
                username,
                kind,
                objectKey: keyOf(row.equipment_no),
                step,
                dueDate: row.due,
                sentDate: new Date(now),
              },
            ],
      ),
      skipDuplicates: true,
    });
  }, WAITS);
}

/** Units by account and project. A unit of several projects counts in the first one; a unit out of service in none. */
function groupsOf(kind: AheadKind, rows: readonly Row[]): Group[] {
  const groups = new Map<string, Group>();
  const seen = new Set<string>();
  for (const row of rows) {
    const name = `${row.username} ${row.equipment_no}`;
    const step = row.is_stopped || seen.has(name) ? undefined : stepOn(kind, row.own, row.days, row.sent ?? []);
    seen.add(name);
    const key = `${row.username} ${row.project_id}`;
    const group = groups.get(key);
    if (group) group.push({ row, step });
    else groups.set(key, [{ row, step }]);
  }
  return [...groups.values()].filter((group) => group.some(({ step }) => step !== undefined));
}

/**
 * Runs once a day. A failure does not delay the others and is tried again the next day. @returns how many notices were
 * written
 */
export async function remindAhead(now = Date.now()): Promise<number> {
  let told = 0;
  for (const kind of ['inspection', 'contract'] as const) {
    for (const group of groupsOf(kind, await findDue(kind, formatDate(now)))) {
      try {
        await tell(kind, group, now);
        told += 1;
      } catch (error) {
        logger('reminders').warn({ err: error, username: group[0].row.username }, 'not reminded, will be tried again');
      }
    }
  }
  return told;
}
