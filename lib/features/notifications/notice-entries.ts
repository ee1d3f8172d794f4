import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { keptSince } from './internal/readable-notifications';
import { MOST_COUNTED } from './value-sets';

/**
 * Messages by what they are about: a call-out, a job, a contract, an application. Call-outs that wait come first. A list of
 * the newest, at most 999 entries: what it costs does not grow with the messages that are kept.
 */

type Where = Prisma.NotificationWhereInput;

/** A message about nothing but a unit belongs to the unit. */
const SUBJECT = ['objectId', 'equipmentNo'] as const;
interface Subject {
  readonly objectId: string | null;
  readonly equipmentNo: string | null;
}
const keyOf = ({ objectId, equipmentNo }: Subject) => JSON.stringify([objectId, equipmentNo]);

interface NoticeEntry {
  /** Its newest message. */
  readonly notificationId: bigint;
  /** How many messages it has. */
  readonly count: number;
}

/** Messages that are looked through, and how many days back at first: mostly these have more than is shown. */
const MOST_READ = 5000;
const FIRST_DAYS = 7;

/** The call-outs of these messages that wait, the newest message first. */
async function waitingEntries(actor: Actor, where: Where) {
  const open = await db().callback.findMany({
    where: { waiting: true, equipment: equipmentScope(actor, { focus: true }) },
    select: { callbackId: true },
    orderBy: [{ jobUpdateDate: 'desc' }, { callbackId: 'asc' }],
    take: MOST_COUNTED,
  });
  if (open.length === 0) return [];
  return db().notification.groupBy({
    by: [...SUBJECT],
    where: { AND: [where, { objectId: { in: open.map(({ callbackId }) => callbackId) } }] },
    _max: { notificationId: true },
    orderBy: [{ _max: { notificationDate: 'desc' } }, { _max: { notificationId: 'desc' } }],
  });
}

/** What else these messages are about, by the newest of each. @param taken keys of entries that are there already */
async function entriesSince(where: Where, since: Date, taken: ReadonlySet<string>) {
  const messages = await db().notification.findMany({
    where: { AND: [where, { notificationDate: { gte: since } }] },
    select: { notificationId: true, objectId: true, equipmentNo: true },
    orderBy: [{ notificationDate: 'desc' }, { notificationId: 'desc' }],
    take: MOST_READ,
  });
  const found = new Map<string, Subject & { id: bigint }>();
  for (const { notificationId: id, ...subject } of messages) {
    const key = keyOf(subject);
    if (!taken.has(key) && !found.has(key)) found.set(key, { id, ...subject });
  }
  return {
    entries: [...found.values()].slice(0, MOST_COUNTED - taken.size),
    isFull: messages.length === MOST_READ || taken.size + found.size >= MOST_COUNTED,
  };
}

async function newestEntries(where: Where, taken: ReadonlySet<string>) {
  const now = Date.now();
  const latest = await entriesSince(where, keptSince(now, FIRST_DAYS), taken);
  return (latest.isFull ? latest : await entriesSince(where, keptSince(now), taken)).entries;
}

/** How many messages each of these has. */
async function countsOf(where: Where, subjects: readonly Subject[]): Promise<ReadonlyMap<string, number>> {
  const groups = await db().notification.groupBy({
    by: [...SUBJECT],
    where: {
      AND: [where, { OR: subjects.map(({ objectId, equipmentNo }) => ({ objectId, equipmentNo })) }],
    },
    _count: { _all: true },
  });
  return new Map(groups.map(({ _count, ...subject }) => [keyOf(subject), _count._all]));
}

/** One page of the entries, each with its newest message first in time. @param where holds the scope */
export async function noticeEntries(
  actor: Actor,
  where: Where,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): Promise<{ total: number; entries: readonly NoticeEntry[] }> {
  const waiting = (await waitingEntries(actor, where)).flatMap(({ _max, objectId, equipmentNo }) =>
    _max.notificationId === null ? [] : [{ id: _max.notificationId, objectId, equipmentNo }],
  );
  const ordered = [...waiting, ...(await newestEntries(where, new Set(waiting.map(keyOf))))];
  const start = (pageIndex - 1) * pageSize;
  const shown = ordered.slice(start, start + pageSize);
  const counts = await countsOf(where, shown);
  return {
    total: ordered.length,
    entries: shown.map((entry) => ({ notificationId: entry.id, count: counts.get(keyOf(entry)) ?? 1 })),
  };
}

/** Which of these are call-outs that are neither done nor cancelled. */
export async function waitingAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const open = await db().callback.findMany({
    where: { callbackId: { in: [...ids] }, waiting: true },
    select: { callbackId: true },
  });
  return new Set(open.map(({ callbackId }) => callbackId));
}
