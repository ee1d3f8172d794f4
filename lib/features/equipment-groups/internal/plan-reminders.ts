import { createHash } from 'node:crypto';
import { wordedColumns } from '@/lib/features/notifications/internal/words';
import { switchesBetween, type PlanSwitch } from '@/lib/live/units/operating-plan';
import { LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { queueSms } from '@/lib/platform/texting/queue';
import { PLAN_SELECT, planOf, responsibleOf } from '../plan-rows';
import { REMIND_BEFORE_MS } from '../value-sets';
import { mayBeResponsible } from './responsible';

/**
 * Reminds those responsible ten minutes before each start and stop of a group (silent-screens A10), each once, by notice
 * and text message. Where none of them can act any more, the branch is reminded. What is over is not told.
 */

const ROUND = 200;
/** Letters of the check list: a notice has room for more names than a text message. */
const NOTICE_ROOM = 700;
const TEXT_ROOM = 200;

const SELECT = {
  groupId: true,
  groupName: true,
  projectId: true,
  responsible: true,
  ...PLAN_SELECT,
  /** The branch that the project has now. */
  project: { select: { branchCode: true } },
} as const satisfies Prisma.EquipmentGroupSelect;
type StoredGroup = Prisma.EquipmentGroupGetPayload<{ select: typeof SELECT }>;

interface NamedUnit {
  readonly equipmentNo: string;
  readonly equipmentName: string;
}
type DueGroup = StoredGroup & { readonly units: readonly NamedUnit[] };

/** Units that have left the project are not told to its people. */
const unitsOf = ({ groupId, projectId }: StoredGroup): Promise<NamedUnit[]> =>
  db().equipment.findMany({
    where: { ...LIVE_UNIT, groupItem: { groupId }, projects: { some: { projectId } } },
    orderBy: { equipmentNo: 'asc' },
    select: { equipmentNo: true, equipmentName: true },
  });

const RECEIVER = {
  username: true,
  phone: true,
  notificationSwitches: { where: { notificationType: 'maintenance', enable: false }, select: { username: true } },
} as const satisfies Prisma.UserSelect;
type Receiver = Prisma.UserGetPayload<{ select: typeof RECEIVER }>;

/** Those responsible who still may be; else those of the branch. */
async function receiversOf({ project: { branchCode }, projectId, responsible }: StoredGroup): Promise<Receiver[]> {
  const those = (which: Prisma.UserWhereInput) =>
    db().user.findMany({
      where: { AND: [mayBeResponsible({ projectId, branchCode }), which] },
      orderBy: { username: 'asc' },
      select: RECEIVER,
    });
  const own = await those({ username: { in: responsibleOf(responsible) } });
  return own.length > 0 ? own : those({ userType: USER_TYPE.branch });
}

/** One for an account and a moment, whatever else happens to the group. */
const guidOf = ({ groupId }: StoredGroup, { at, action }: PlanSwitch, username: string) =>
  `plan-${action}-${(at / 60_000).toString(36)}-${createHash('sha256').update(`${groupId} ${username}`).digest('hex').slice(0, 32)}`;

/** The units to go to, as many as fit. */
function checkList({ units }: DueGroup, room: number): string {
  let list = '';
  for (const { equipmentName, equipmentNo } of units) {
    const name = equipmentName || equipmentNo;
    if (list !== '' && list.length + name.length > room) return `${list}…`;
    list += `${list === '' ? '' : ', '}${name}`;
  }
  return list;
}

async function remind(group: DueGroup, planned: PlanSwitch, receiver: Receiver, now: number): Promise<boolean> {
  const { groupId, groupName, projectId, units } = group;
  const { branchCode } = group.project;
  const words = {
    namespace: 'reminders' as const,
    title: `plan.${planned.action}.title`,
    message: `plan.${planned.action}.message`,
    params: {
      group: groupName,
      time: formatDateTime(planned.at).slice(11, 16),
      count: units.length,
      names: checkList(group, NOTICE_ROOM),
    },
  };
  return db().$transaction(async (sql) => {
    const { count } = await sql.notification.createMany({
      data: [
        {
          notificationType: 'maintenance',
          subType: 'schedule',
          username: receiver.username,
          branchCode,
          objectId: groupId,
          guid: guidOf(group, planned, receiver.username),
          eventDate: new Date(now),
          notificationDate: new Date(now),
          ...wordedColumns(words),
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return false;
    await queueSms(
      sql,
      {
        type: 'other',
        phone: receiver.phone,
        text: translateServer(DEFAULT_LANGUAGE, 'reminders', words.message, {
          ...words.params,
          names: checkList(group, TEXT_ROOM),
        }),
        username: receiver.username,
        projectId,
        branchCode,
        ...(receiver.notificationSwitches.length > 0 ? { suppressedBy: 'switchOff' as const } : {}),
      },
      now,
    );
    return true;
  });
}

async function remindOfGroup(group: StoredGroup, now: number): Promise<number> {
  const planned = switchesBetween(planOf(group), now, now + REMIND_BEFORE_MS);
  if (planned.length === 0) return 0;
  const units = await unitsOf(group);
  if (units.length === 0) return 0;
  const receivers = await receiversOf(group);
  let total = 0;
  for (const one of planned)
    for (const receiver of receivers) if (await remind({ ...group, units }, one, receiver, now)) total += 1;
  return total;
}

/**
 * @param now epoch ms
 * @returns how many reminders were written
 * @throws the first failure, after everybody else was reminded
 */
export async function remindOfPlans(now: number): Promise<number> {
  let total = 0;
  let failure: unknown;
  let after = '';
  for (;;) {
    const groups = await db().equipmentGroup.findMany({
      where: {
        groupId: { gt: after },
        enabled: true,
        mode: 'REMINDER',
        deletedAt: null,
        project: { deletedAt: null },
        items: { some: { equipment: LIVE_UNIT } },
      },
      orderBy: { groupId: 'asc' },
      take: ROUND,
      select: SELECT,
    });
    for (const group of groups)
      try {
        total += await remindOfGroup(group, now);
      } catch (error) {
        failure ??= error;
      }
    const last = groups.at(-1);
    if (!last || groups.length < ROUND) break;
    after = last.groupId;
  }
  if (failure !== undefined) throw failure;
  return total;
}
