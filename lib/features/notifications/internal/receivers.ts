import { z } from 'zod';
import { MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { Authority } from '@/lib/platform/contract/authorities';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { queueSms } from '@/lib/platform/texting/queue';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import type { NoticeType } from '../value-sets';

/**
 * Who receives messages about a unit, read in the caller's transaction: scope, authorities and switch in one query
 * (silent-screens F4).
 */

export interface ReceiverUnit {
  readonly equipmentNo: string;
  readonly branchCode: string;
}

const Row = z.object({
  username: z.string(),
  phone: z.string().nullable(),
  /**
   * The project whose switch "SMS on" decides: a project user's own; else one of the unit's with the switch on, else
   * any.
   */
  project_id: z.string().nullable(),
});

export interface Receiver {
  readonly username: string;
  readonly phone: string | null;
  readonly projectId: string | null;
}

interface ReceiverRule {
  /** One of these is needed; an account of an application for the wall has those of its tabs. */
  readonly anyOf: readonly Authority[];
  /** The switch that suppresses it. */
  readonly type: NoticeType;
  /** Kinds of accounts; absent: all. */
  readonly userTypes?: readonly number[];
  /** One of these is needed as well. */
  readonly alsoAnyOf?: readonly Authority[];
}

/** SQL: the account `u` has one of them, by a role or by an application for the wall. */
export const accountHolds = (authorities: readonly Authority[]) => Prisma.sql`
  EXISTS (SELECT 1 FROM user_role ur JOIN role_authority ra ON ra.role = ur.role
           WHERE ur.username = u.username AND ra.authority = ANY(${[...authorities]})
          UNION ALL
          SELECT 1 FROM campus_apply a, jsonb_array_elements_text(a.tabs) AS tab
           WHERE a.username = u.username AND a.status = 'ENABLED'
             AND (a.valid_until IS NULL OR a.valid_until >= (now() AT TIME ZONE ${TIME_ZONE})::date)
             AND 'CAMPUS_VIEW_' || upper(tab) || '_READ' = ANY(${[...authorities]}))`;

/** Accounts that see the unit, have one of the authorities and have not switched the kind off; by name. */
export async function receiversOf(
  sql: Transaction,
  { equipmentNo, branchCode }: ReceiverUnit,
  { anyOf, alsoAnyOf, type, userTypes = Object.values(USER_TYPE) }: ReceiverRule,
): Promise<Receiver[]> {
  const rows = await sql.$queryRaw`
    SELECT u.username, u.phone,
           (SELECT p.project_id FROM project_equipment pe JOIN project p ON p.project_id = pe.project_id AND p.deleted_at IS NULL
             WHERE pe.equipment_no = ${equipmentNo}
               AND (u.user_type <> ${USER_TYPE.project}
                    OR EXISTS (SELECT 1 FROM user_mapping m WHERE m.username = u.username AND m.type = ${MAPPING_TYPE.project} AND m.mapping_id = p.project_id))
             ORDER BY p.is_message = '1' DESC NULLS LAST, p.project_id LIMIT 1) AS project_id
      FROM users u
     WHERE u.enabled AND u.deleted_at IS NULL AND u.user_type = ANY(${[...userTypes]})
       AND CASE u.user_type
             WHEN ${USER_TYPE.headOffice} THEN true
             WHEN ${USER_TYPE.branch} THEN EXISTS (SELECT 1 FROM user_mapping m
                  WHERE m.username = u.username AND m.type = ${MAPPING_TYPE.branch} AND m.mapping_id = ${branchCode})
             ELSE EXISTS (SELECT 1 FROM user_mapping m JOIN project_equipment pe ON pe.project_id = m.mapping_id AND pe.equipment_no = ${equipmentNo}
                  WHERE m.username = u.username AND m.type = ${MAPPING_TYPE.project})
           END
       AND ${accountHolds(anyOf)} ${alsoAnyOf ? Prisma.sql`AND ${accountHolds(alsoAnyOf)}` : Prisma.empty}
       AND NOT EXISTS (SELECT 1 FROM notification_switch s
                        WHERE s.username = u.username AND s.notification_type = ${type} AND NOT s.enable)
     ORDER BY u.username`;
  return z
    .array(Row)
    .parse(rows)
    .map(({ project_id: projectId, ...rest }) => ({ ...rest, projectId }));
}

/** Queues one text message. For a unit without a project nobody switched messages on. @returns its number in the log */
export async function textReceiver(
  sql: Transaction,
  { username, phone, projectId }: Receiver,
  { equipmentNo, branchCode }: ReceiverUnit,
  { kind, text, now = Date.now() }: { kind: 'entrapment' | 'callback'; text: string; now?: number },
): Promise<bigint> {
  const { id } = await queueSms(
    sql,
    {
      type: kind,
      phone,
      text,
      username,
      equipmentNo,
      projectId,
      branchCode,
      ...(projectId === null ? { suppressedBy: 'projectOff' as const } : {}),
    },
    now,
  );
  return id;
}

/** The authorities that open the tab of the same messages. */
const TAB_READ: Readonly<Record<'entrapment' | 'callback', readonly Authority[]>> = {
  entrapment: ['CAMPUS_VIEW_EQUIPMENT_READ', 'CAMPUS_VIEW_CALLBACK_READ'],
  callback: ['CAMPUS_VIEW_CALLBACK_READ', 'CAMPUS_VIEW_SERVICE_READ'],
};

/** Everybody who receives a text message when somebody is trapped in the unit (silent-screens F4). */
export const channelReceiversOf = (
  sql: Transaction,
  unit: ReceiverUnit,
  kind: 'entrapment' | 'callback',
): Promise<Receiver[]> => receiversOf(sql, unit, { anyOf: TAB_READ[kind], type: kind });

/** Sends them a text message, if project, phone and switch allow it. */
export async function textReceivers(
  sql: Transaction,
  { kind, text, ...unit }: ReceiverUnit & { kind: 'entrapment' | 'callback'; text: string },
): Promise<void> {
  for (const receiver of await channelReceiversOf(sql, unit, kind))
    await textReceiver(sql, receiver, unit, { kind, text });
}
