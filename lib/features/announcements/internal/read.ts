import { requireRow } from '@/lib/platform/auth/scope/require-row';
import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import type { ActorContext } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { Announcement, Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { shownTime } from '@/lib/platform/strategy/limits';
import { audienceScope, editorScope, readerScope, shownAt } from '../audience';
import { excerptOf } from '../clean';
import { getAnnouncement, saveAnnouncement } from '../contract';
import type { markAnnouncementRead } from '../contract';
import { toRow } from '../list';

/** Reads announcements and notes who has read them (silent-screens C): one row per reader and announcement. */

type Where = Prisma.AnnouncementWhereInput;
const GONE = { denied: 'announcementGone', missing: 'announcementGone' } as const;

/** @returns how many were unread before */
async function markRead(username: string, ids: readonly string[]): Promise<number> {
  const { count } = await db().announcementRead.createMany({
    data: ids.map((id) => ({ id, username })),
    skipDuplicates: true,
  });
  return count;
}

/** The next newer and next older ones in the reader's list. */
async function neighboursOf(within: Where, { id, publishDate }: Announcement) {
  if (publishDate === null) return { previousId: null, nextId: null };
  const at = (way: 'gt' | 'lt'): Where => ({
    AND: [within, { OR: [{ publishDate: { [way]: publishDate } }, { publishDate, id: { [way]: id } }] }],
  });
  const first = (where: Where, sort: 'asc' | 'desc') =>
    db().announcement.findFirst({ where, orderBy: [{ publishDate: sort }, { id: sort }], select: { id: true } });
  const [previous, next] = await Promise.all([first(at('gt'), 'asc'), first(at('lt'), 'desc')]);
  return { previousId: previous?.id ?? null, nextId: next?.id ?? null };
}

/**
 * One announcement. Its readers see it while it is valid, and have then read it; its editors see it in every state.
 * @throws not_found, no_object_permission
 */
export async function detail(
  { actor, language }: ActorContext,
  { id }: ParsedOf<typeof getAnnouncement>,
): Promise<OutputOf<typeof getAnnouncement>> {
  const now = Date.now();
  const within = readerScope(actor, now);
  const find = (where: Where) => db().announcement.findFirst({ where: { AND: [{ id }, where] } });
  const edited = may(actor, saveAnnouncement) ? await find(editorScope(actor)) : null;
  const shown = await find(within);
  const found =
    shown ??
    edited ??
    (await requireRow<Announcement, Where>(
      (scope) => find({ AND: [shownAt(now), scope] }),
      audienceScope(actor),
      GONE,
    ));
  if (shown) await markRead(actor.username, [id]);
  const time = await shownTime(actor);
  return {
    ...toRow(found, language, { isRead: shown !== null, time }),
    ...(await neighboursOf(within, found)),
    ...(edited ? { state: edited.state } : {}),
  };
}

/**
 * @throws validation_failed for an empty call, not_found and no_object_permission for one that the caller may not read
 */
export async function mark(
  { actor }: ActorContext,
  { ids, all }: ParsedOf<typeof markAnnouncementRead>,
): Promise<OutputOf<typeof markAnnouncementRead>> {
  if (!ids && !all) throw new FieldError('ids', 'required');
  const now = Date.now();
  const wanted = ids ? [...new Set(ids)] : undefined;
  const found = await db().announcement.findMany({
    where: {
      AND: [
        readerScope(actor, now),
        wanted ? { id: { in: wanted } } : { reads: { none: { username: actor.username } } },
      ],
    },
    select: { id: true },
  });
  if (wanted && found.length < wanted.length) {
    const there = await db().announcement.count({ where: { AND: [{ id: { in: wanted } }, shownAt(now)] } });
    throw new AppError(there < wanted.length ? 'not_found' : 'no_object_permission', {
      messageKey: 'announcementGone',
    });
  }
  return {
    updated: await markRead(
      actor.username,
      found.map(({ id }) => id),
    ),
  };
}

/**
 * The notice of an announcement in the account's language; undefined when it is not addressed to the account, or over.
 */
export async function announcementFor(
  actor: Actor,
  id: string,
  language: Language,
): Promise<{ readonly title: string; readonly message: string } | undefined> {
  const found = await db().announcement.findFirst({ where: { AND: [{ id }, readerScope(actor, Date.now())] } });
  if (!found) return undefined;
  const { title, message } = toRow(found, language, { isRead: false, time: String });
  return { title, message: excerptOf(message) };
}

/** The account's announcements that were published since a moment, the newest ones. */
export async function announcementsSince(actor: Actor, from: Date, most: number): Promise<string[]> {
  if (!may(actor, getAnnouncement)) return [];
  const found = await db().announcement.findMany({
    where: { AND: [readerScope(actor, Date.now()), { publishDate: { gt: from } }] },
    orderBy: [{ publishDate: 'desc' }, { id: 'desc' }],
    take: most,
    select: { id: true },
  });
  return found.map(({ id }) => id);
}

/** How many announcements the account has not read, up to a limit. @param since only those published after it */
export async function unreadAnnouncements(actor: Actor, since: Date | undefined, most: number): Promise<number> {
  if (!may(actor, getAnnouncement)) return 0;
  const found = await db().announcement.findMany({
    where: {
      AND: [
        readerScope(actor, Date.now()),
        { reads: { none: { username: actor.username } } },
        ...(since ? [{ publishDate: { gt: since } }] : []),
      ],
    },
    select: { id: true },
    take: most,
  });
  return found.length;
}
