import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { hasAny, hasAuthority } from '@/lib/platform/contract/authorities';
import { equipmentFactScope, equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { historyStart, strategyOf } from '@/lib/platform/strategy/limits';
import { anyServiceNotice, inChargeOfCallbacks, listEventNotices } from '../contract';
import { INCIDENT_READ, KEPT_DAYS, OWN_KINDS, OWN_READ, TYPES_OF_TAB } from '../value-sets';
import { visibleNotices } from './notification-limits';

/**
 * Which messages an account may read: those of its tabs and units, its own ones, and only what the data strategy
 * allows.
 */

type Where = Prisma.NotificationWhereInput;
export type NoticeListTab = 'event' | 'service';

/** Beside other conditions an empty `OR` would not limit anything. */
const NOTHING: Where = { notificationId: { in: [] } };

/** The oldest moment of which notices are read: the start of the day, `days` ago, so that equal queries share their answer. */
export const keptSince = (now: number, days = KEPT_DAYS): Date =>
  new Date(parseWallTime(formatDate(now - days * 86_400_000)) ?? now);

/** Nobody signs more jobs than this that were sent to one phone. */
const MOST_SENT = 2000;

/** Jobs that the account has to sign: of units in scope, and those whose report was sent to its phone. */
async function toSign(actor: Actor, kept: Date): Promise<Where> {
  const inScope: Where = { equipment: equipmentScope(actor, { focus: false }) };
  const own = hasAuthority(actor, 'E_SIGN_READ')
    ? await db().user.findUnique({ where: { username: actor.username }, select: { phone: true } })
    : null;
  if (!own?.phone) return inScope;
  const sent = await db().reportReceiver.findMany({
    where: { phone: own.phone, report: { createDate: { gte: kept } } },
    orderBy: { jobNo: 'desc' },
    take: MOST_SENT,
    select: { jobNo: true },
  });
  return { OR: [inScope, { equipment: LIVE_UNIT, objectId: { in: sent.map(({ jobNo }) => jobNo) } }] };
}

/** About the account itself, or addressed to it alone: readable without the tab's authority (readings 70, 80, 195). */
async function ownNotices(actor: Actor, kept: Date): Promise<Where[]> {
  const { username } = actor;
  const incident: Where = { subType: 'sla', equipment: equipmentScope(actor, { focus: false }) };
  const due = OWN_KINDS.filter((kind) => kind !== 'maintenance' && hasAny(actor, OWN_READ[kind]));
  return [
    { username, subType: 'account' },
    ...(hasAny(actor, INCIDENT_READ) ? [{ username, ...incident }] : []),
    ...(hasAuthority(actor, 'START_STOP_CONFIG_READ') ? [{ username, subType: 'schedule' }] : []),
    ...(due.length > 0 ? [{ username, notificationType: { in: due } }] : []),
    ...(hasAny(actor, OWN_READ.maintenance)
      ? [{ username, notificationType: 'maintenance', ...(await toSign(actor, kept)) }]
      : []),
  ];
}

export interface ReadableNotices {
  readonly where: Where;
  readonly historyMonths?: number;
}

/** @param focus narrows lists to the focus projects; a single notice is not narrowed */
export async function readable(
  actor: Actor,
  tab: NoticeListTab,
  { focus, now = Date.now() }: { focus: boolean; now?: number },
): Promise<ReadableNotices> {
  const [start, { dataGroups, historyMonths }] = await Promise.all([historyStart(actor, now), strategyOf(actor)]);
  const kept = keptSince(now);
  const since = start !== null && start > kept ? start : null;
  const hidden = [
    ...(dataGroups.includes('faults') ? [] : ['error']),
    ...(dataGroups.includes('otherEvents') ? [] : ['event']),
  ];
  const shared: Where = {
    notificationType: { in: TYPES_OF_TAB[tab].filter((type) => !hidden.includes(type)) },
    OR: [
      { username: null, ...equipmentFactScope(actor, { focus }) },
      // Notices of clocks and signatures have conditions of their own.
      { username: actor.username, OR: [{ subType: null }, { subType: { notIn: ['sla', 'maintenance'] } }] },
    ],
  };
  const mayAll = may(actor, tab === 'event' ? listEventNotices : anyServiceNotice);
  const parts: Where[] = [...(mayAll ? [shared] : []), ...(tab === 'service' ? await ownNotices(actor, kept) : [])];
  return {
    where:
      parts.length === 0
        ? NOTHING
        : { AND: [{ notificationDate: { gte: kept } }, visibleNotices(since), { OR: parts }] },
    ...(since !== null && historyMonths !== null ? { historyMonths } : {}),
  };
}

/**
 * Open notices of trapped persons and faults: an account in charge of call-outs acknowledges them without the
 * authority for the list of notices (readings 215). null: the account is not in charge.
 */
const inCharge = (actor: Actor): Where | null =>
  may(actor, inChargeOfCallbacks)
    ? {
        username: null,
        objectStatus: true,
        notificationType: { in: ['entrapment', 'error'] },
        ...equipmentFactScope(actor, { focus: false }),
      }
    : null;

/**
 * Notices that `acknowledgeNotices` accepts from the account. Lists with the button use the same condition (readings
 * 236).
 * @param tabs the tabs of the notices in question
 */
export async function acknowledgeable(
  actor: Actor,
  tabs: readonly NoticeListTab[] = ['event', 'service'],
): Promise<Where> {
  const parts = await Promise.all(tabs.map(async (tab) => (await readable(actor, tab, { focus: false })).where));
  const charge = inCharge(actor);
  return { OR: charge ? [...parts, charge] : parts };
}
