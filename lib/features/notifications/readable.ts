import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { hasAny } from '@/lib/platform/contract/authorities';
import { equipmentFactScope, equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { historyStart, strategyOf } from '@/lib/platform/strategy/limits';
import { anyServiceNotice, hasCharge, listEventNotices } from './contract';
import { INCIDENT_READ, KEPT_DAYS, OWN_READ, TYPES_OF_TAB } from './value-sets';
import { noticesLeft } from './withheld';

/** Which messages an account may read: its tabs, its units, its own ones, and what the data strategy leaves of them. */

type Where = Prisma.NotificationWhereInput;
export type MessageTab = 'event' | 'service';

/** Beside other conditions an empty `OR` is no condition at all. */
const NOTHING: Where = { notificationId: { in: [] } };

/** Since when messages are kept; the beginning of a day, so that those who ask the same share the answer. */
export const keptSince = (now: number): Date =>
  new Date(parseWallTime(formatDate(now - KEPT_DAYS * 86_400_000)) ?? now);

/** More jobs than this sent to one phone within what is kept are beyond what anybody signs. */
const MOST_SENT = 2000;

/** Jobs that the account is asked to sign: of units in scope, and those whose report was sent to the own phone. */
async function toSign(actor: Actor, kept: Date): Promise<Where> {
  const inScope: Where = { equipment: equipmentScope(actor, { focus: false }) };
  const own = actor.authorities.has('E_SIGN_READ')
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

/** About the account itself, or told to it alone: readable without the tab's authority (readings 70, 80, 195). */
async function ownMessages(actor: Actor, kept: Date): Promise<Where[]> {
  const { username } = actor;
  const incident: Where = { subType: 'sla', equipment: equipmentScope(actor, { focus: false }) };
  const due = (['inspection', 'contract'] as const).filter((kind) => hasAny(actor, OWN_READ[kind]));
  return [
    { username, subType: 'account' },
    ...(hasAny(actor, INCIDENT_READ) ? [{ username, ...incident }] : []),
    ...(due.length > 0 ? [{ username, notificationType: { in: due } }] : []),
    ...(hasAny(actor, OWN_READ.maintenance)
      ? [{ username, notificationType: 'maintenance', ...(await toSign(actor, kept)) }]
      : []),
  ];
}

export interface Readable {
  readonly where: Where;
  readonly historyMonths?: number;
}

/** @param focus lists are narrowed to the focus projects, a single message is not */
export async function readable(
  actor: Actor,
  tab: MessageTab,
  { focus, now = Date.now() }: { focus: boolean; now?: number },
): Promise<Readable> {
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
      // Those of clocks and signatures have conditions of their own.
      { username: actor.username, OR: [{ subType: null }, { subType: { notIn: ['sla', 'maintenance'] } }] },
    ],
  };
  const mayAll = may(actor, tab === 'event' ? listEventNotices : anyServiceNotice);
  const parts: Where[] = [...(mayAll ? [shared] : []), ...(tab === 'service' ? await ownMessages(actor, kept) : [])];
  return {
    where:
      parts.length === 0 ? NOTHING : { AND: [{ notificationDate: { gte: kept } }, noticesLeft(since), { OR: parts }] },
    ...(since !== null && historyMonths !== null ? { historyMonths } : {}),
  };
}

/**
 * Open messages of trapped persons and faults: who has charge of call-outs acknowledges them without the authority for the
 * list of messages (readings 215). null: the account has no such charge.
 */
const inCharge = (actor: Actor): Where | null =>
  may(actor, hasCharge)
    ? {
        username: null,
        objectStatus: true,
        notificationType: { in: ['entrapment', 'error'] },
        ...equipmentFactScope(actor, { focus: false }),
      }
    : null;

/**
 * Messages that `acknowledgeNotices` takes from the account; lists that offer it ask the same (readings 236).
 * @param tabs those that the messages in question stand in
 */
export async function acknowledgeable(
  actor: Actor,
  tabs: readonly MessageTab[] = ['event', 'service'],
): Promise<Where> {
  const parts = await Promise.all(tabs.map(async (tab) => (await readable(actor, tab, { focus: false })).where));
  const charge = inCharge(actor);
  return { OR: charge ? [...parts, charge] : parts };
}
