import { unreadAnnouncements } from '@/lib/features/announcements/internal/read';
import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { historyStart, strategyOf } from '@/lib/platform/strategy/limits';
import { hasAuthority } from '@/lib/platform/contract/authorities';
import type { countUnread, markNoticesRead } from './contract';
import { keptSince, readable } from './internal/readable-notifications';
import { MOST_COUNTED, TYPES_OF_TAB } from './value-sets';
import type { NoticeTab } from './value-sets';
import { visibleCallbacks, visibleSymptoms } from './internal/notification-limits';

/** What an account has read: one row per message, or one row per type, however many messages it has (api.md §5.6). */

type Where = Prisma.NotificationWhereInput;

/** The moment until which each type (or the tab `diagnose`) was read as a whole. */
export async function readMarks(username: string): Promise<ReadonlyMap<string, Date>> {
  const marks = await db().notificationMark.findMany({ where: { username } });
  return new Map(marks.map(({ notificationType, readAllUntil }) => [notificationType, readAllUntil]));
}

/** Messages of the tab that the account has not read. */
export function unreadOnly(username: string, tab: keyof typeof TYPES_OF_TAB, marks: ReadonlyMap<string, Date>): Where {
  return {
    reads: { none: { username } },
    OR: TYPES_OF_TAB[tab].map((notificationType) => {
      const mark = marks.get(notificationType);
      return { notificationType, ...(mark ? { notificationDate: { gt: mark } } : {}) };
    }),
  };
}

async function markSome(actor: Actor, notificationIds: readonly string[]): Promise<number> {
  const wanted = { notificationId: { in: notificationIds.map(BigInt) } };
  const parts = await Promise.all(
    (['event', 'service'] as const).map(async (tab) => (await readable(actor, tab, { focus: false })).where),
  );
  const found = await db().notification.findMany({
    where: { AND: [wanted, { OR: parts }] },
    select: { notificationId: true },
  });
  const { count } = await db().notificationRead.createMany({
    data: found.map(({ notificationId }) => ({ notificationId, username: actor.username })),
    skipDuplicates: true,
  });
  return count;
}

/** @returns how many rows were written; messages that the caller may not see are skipped */
export async function markRead(
  actor: Actor,
  { notificationIds, notificationType, tab }: ParsedOf<typeof markNoticesRead>,
  now = new Date(),
): Promise<OutputOf<typeof markNoticesRead>> {
  if (notificationIds) return { updated: await markSome(actor, notificationIds) };
  const { username } = actor;
  const names = notificationType
    ? [notificationType]
    : tab === 'diagnose'
      ? ['diagnose']
      : TYPES_OF_TAB[tab ?? 'event'];
  await db().$transaction(
    names.map((name) =>
      db().notificationMark.upsert({
        where: { username_notificationType: { username, notificationType: name } },
        create: { username, notificationType: name, readAllUntil: now },
        update: { readAllUntil: now },
      }),
    ),
  );
  return { updated: names.length };
}

/** Types that are switched off are not counted (api.md §3.6). */
async function typesOff(username: string): Promise<ReadonlySet<string>> {
  const off = await db().notificationSwitch.findMany({
    where: { username, enable: false },
    select: { notificationType: true },
  });
  return new Set(off.map(({ notificationType }) => notificationType));
}

const capped = async (rows: Promise<readonly unknown[]>) => (await rows).length;

/** Call-outs and symptoms that changed since the tab was last opened. */
async function unreadDiagnose(actor: Actor, since: Date): Promise<number> {
  const [start, strategy] = await Promise.all([historyStart(actor), strategyOf(actor)]);
  const equipment = equipmentScope(actor, { focus: true });
  const take = MOST_COUNTED;
  const [callbacks, symptoms] = await Promise.all([
    hasAuthority(actor, 'CAMPUS_VIEW_CALLBACK_READ')
      ? capped(
          db().callback.findMany({
            where: { equipment, jobUpdateDate: { gt: since }, ...visibleCallbacks(start) },
            select: { callbackId: true },
            take,
          }),
        )
      : 0,
    hasAuthority(actor, 'SYMPTOM_READ')
      ? capped(
          db().symptom.findMany({
            where: { equipment, createDate: { gt: since }, ...visibleSymptoms(strategy, start) },
            select: { symptomId: true },
            take,
          }),
        )
      : 0,
  ]);
  return Math.min(MOST_COUNTED, callbacks + symptoms);
}

/** Unread messages by tab, at most 999 of each. */
export async function unreadCounts(actor: Actor, now = Date.now()): Promise<OutputOf<typeof countUnread>> {
  const { username } = actor;
  const [marks, off] = await Promise.all([readMarks(username), typesOff(username)]);
  const count = async (tab: 'event' | 'service') => {
    const { where } = await readable(actor, tab, { focus: true, now });
    // A message about the account, or from a clock, has no switch of its own (readings 70).
    const loud: Where = {
      OR: [{ notificationType: { notIn: [...off] } }, { username, subType: { in: ['account', 'sla'] } }],
    };
    return capped(
      db().notification.findMany({
        where: { AND: [where, unreadOnly(username, tab, marks), ...(off.size > 0 ? [loud] : [])] },
        select: { notificationId: true },
        take: MOST_COUNTED,
      }),
    );
  };
  const seen = marks.get('diagnose') ?? keptSince(now);
  const [event, service, diagnose, announcement] = await Promise.all([
    count('event'),
    count('service'),
    off.has('callback') ? 0 : unreadDiagnose(actor, seen),
    off.has('announcement') ? 0 : unreadAnnouncements(actor, marks.get('announcement'), MOST_COUNTED),
  ]);
  return { event, service, announcement, diagnose } satisfies Record<NoticeTab, number>;
}
