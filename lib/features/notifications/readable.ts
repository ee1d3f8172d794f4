import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { hasAny } from '@/lib/platform/contract/authorities';
import { equipmentFactScope, equipmentScope } from '@/lib/platform/auth/scope';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { historyStart, strategyOf } from '@/lib/platform/strategy/limits';
import { anyServiceNotice, listEventNotices } from './contract';
import { INCIDENT_READ, KEPT_DAYS, TYPES_OF_TAB } from './value-sets';
import { noticesLeft } from './withheld';

/** Which messages an account may read: its tabs, its units, its own ones, and what the data strategy leaves of them. */

type Where = Prisma.NotificationWhereInput;
export type MessageTab = 'event' | 'service';

/** Beside other conditions an empty `OR` is no condition at all. */
const NOTHING: Where = { notificationId: { in: [] } };

/** Since when messages are kept; the beginning of a day, so that those who ask the same share the answer. */
export const keptSince = (now: number): Date =>
  new Date(parseWallTime(formatDate(now - KEPT_DAYS * 86_400_000)) ?? now);

/** About the account itself, or an incident notice to it: readable without the tab's authority (readings 70, 80). */
function ownMessages(actor: Actor): Where[] {
  const incident: Where = { subType: 'sla', equipment: equipmentScope(actor, { focus: false }) };
  return [
    { username: actor.username, subType: 'account' },
    ...(hasAny(actor, INCIDENT_READ) ? [{ username: actor.username, ...incident }] : []),
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
      { username: actor.username, OR: [{ subType: null }, { subType: { not: 'sla' } }] },
    ],
  };
  const mayAll = may(actor, tab === 'event' ? listEventNotices : anyServiceNotice);
  const parts: Where[] = [...(mayAll ? [shared] : []), ...(tab === 'service' ? ownMessages(actor) : [])];
  return {
    where:
      parts.length === 0 ? NOTHING : { AND: [{ notificationDate: { gte: kept } }, noticesLeft(since), { OR: parts }] },
    ...(since !== null && historyMonths !== null ? { historyMonths } : {}),
  };
}
