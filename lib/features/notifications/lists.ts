import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { inOrder } from '@/lib/platform/db/far-page';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Language } from '@/lib/platform/i18n/languages';
import { ACKS, ackItems } from './internal/ack-items';
import type { EventNotice, listEventNotices, listServiceNotices, ServiceNotice } from './contract';
import { isOpen, symptomOf } from './channel-items';
import { noticeEntries, waitingAmong } from './notice-entries';
import { readable } from './internal/readable-notifications';
import type { NoticeListTab } from './internal/readable-notifications';
import { readMarks, unreadOnly } from './read-state';
import { SERVICE_SUB_TYPES, TYPES_OF_TAB } from './value-sets';
import { noticeTexts } from './internal/words';

/** The lists of the wall's tabs: messages of 90 days, newest first, with the account's read state. */

type Where = Prisma.NotificationWhereInput;

const rowsOf = (username: string) =>
  ({
    equipment: { select: { equipmentName: true, equipmentType: true } },
    reads: { where: { username }, select: { username: true } },
    acks: ACKS,
  }) as const satisfies Prisma.NotificationInclude;
type Row = Prisma.NotificationGetPayload<{ include: ReturnType<typeof rowsOf> }>;

const readRows = (ids: readonly bigint[], username: string) =>
  db().notification.findMany({ where: { notificationId: { in: [...ids] } }, include: rowsOf(username) });

const listOf = (name: string, username: string) =>
  keyedList({
    name,
    id: 'notificationId',
    moment: 'notificationDate',
    count: (where: Where) => db().notification.count({ where }),
    keys: (sql, stretch) => sql.notification.findMany({ ...stretch, select: { notificationId: true } }),
    rows: (ids: bigint[]) => readRows(ids, username),
  });

interface Query {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly subType?: string;
  readonly readStatus?: number;
}
/** Newest first; the lists have no other order. */
const ORDER = { sortField: undefined, sortOrder: 'desc' } as const;

interface Found {
  readonly total: number;
  readonly rows: readonly Row[];
}
/** How the rows of a page are read: each message, or each object. */
type Reader = (actor: Actor, query: Query, where: Where) => Promise<Found>;

const everyMessage =
  (name: string): Reader =>
  (actor, query, where) =>
    listOf(name, actor.username).page(actor, { ...ORDER, ...query }, where);

async function find(actor: Actor, tab: NoticeListTab, query: Query, read: Reader) {
  const { username } = actor;
  const [{ where, historyMonths }, marks, time, strategy] = await Promise.all([
    readable(actor, tab, { focus: true }),
    readMarks(username),
    shownTime(actor),
    strategyOf(actor),
  ]);
  const unread = unreadOnly(username, tab, marks);
  const asked: Where = {
    AND: [
      where,
      ...(query.subType === undefined ? [] : [{ subType: query.subType }]),
      ...(query.readStatus === undefined ? [] : [query.readStatus === 0 ? unread : { NOT: unread }]),
    ],
  };
  const { total, rows } = await read(actor, query, asked);
  const isRead = ({ reads, notificationType, notificationDate }: Row) =>
    reads.length > 0 || notificationDate <= (marks.get(notificationType) ?? new Date(0));
  const cut = historyMonths === undefined ? {} : { historyMonths };
  return { total, rows, cut, time, isRead, hasVideo: strategy.dataGroups.includes('video') };
}

const timeOf = ({ notificationType }: Row, time: ShownTime) =>
  notificationType === 'entrapment' ? formatDateTime : time;

export async function findEventNotices(
  actor: Actor,
  query: ParsedOf<typeof listEventNotices>,
  language: Language,
): Promise<OutputOf<typeof listEventNotices>> {
  const { total, rows, cut, time, isRead, hasVideo } = await find(
    actor,
    'event',
    query,
    everyMessage('listEventNotices'),
  );
  const textsOf = await noticeTexts(language);
  const toItem = (row: Row): EventNotice => ({
    notificationId: String(row.notificationId),
    notificationType: TYPES_OF_TAB.event.find((type) => type === row.notificationType) ?? 'event',
    subType: row.subType ?? row.notificationType,
    equipmentNo: row.equipmentNo ?? '',
    equipmentName: row.equipment?.equipmentName ?? '',
    ...textsOf(row),
    objectId: row.objectId ?? '',
    objectStatus: isOpen(row) ? 'true' : 'false',
    notificationDate: timeOf(row, time)(row.notificationDate),
    readStatus: isRead(row) ? 1 : 0,
    camera: hasVideo ? row.camera : 0,
    equipmentType: row.equipment?.equipmentType ?? '',
    guid: row.guid,
    acks: ackItems(row.acks, actor, timeOf(row, time)),
  });
  return { ...page(rows.map(toItem), total, query), ...cut };
}

export async function findServiceNotices(
  actor: Actor,
  query: ParsedOf<typeof listServiceNotices>,
  language: Language,
): Promise<OutputOf<typeof listServiceNotices>> {
  const counts = new Map<bigint, number>();
  const byObject: Reader = async (_, page, where) => {
    const { total, entries } = await noticeEntries(actor, where, page);
    for (const { notificationId, count } of entries) counts.set(notificationId, count);
    const ids = entries.map(({ notificationId }) => notificationId);
    return { total, rows: inOrder(ids, await readRows(ids, actor.username), ({ notificationId }) => notificationId) };
  };
  const reader = query.byObject ? byObject : everyMessage('listServiceNotices');
  const { total, rows, cut, time, isRead } = await find(actor, 'service', query, reader);
  const [textsOf, waiting] = await Promise.all([
    noticeTexts(language),
    waitingAmong(rows.flatMap(({ objectId }) => objectId ?? [])),
  ]);
  const toItem = (row: Row): ServiceNotice => ({
    notificationId: String(row.notificationId),
    subType:
      SERVICE_SUB_TYPES.find((kind) => kind === row.subType) ??
      TYPES_OF_TAB.service.find((type) => type === row.notificationType) ??
      'account',
    objectId: row.objectId,
    symptomId: symptomOf(row) ?? null,
    ...textsOf(row),
    notificationDate: time(row.notificationDate),
    equipmentNo: row.equipmentNo,
    equipmentName: row.equipment?.equipmentName ?? null,
    readStatus: isRead(row) ? 1 : 0,
    acks: ackItems(row.acks, actor, time),
    count: counts.get(row.notificationId) ?? 1,
    waits: row.objectId !== null && waiting.has(row.objectId),
  });
  return { ...page(rows.map(toItem), total, query), ...cut };
}
