import { nickNamesOf } from '@/lib/platform/auth/scope/names';
import { userScope } from '@/lib/platform/auth/scope/scope';
import { shownAccounts } from '@/lib/platform/auth/scope/account-names';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Announcement, Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { Language } from '@/lib/platform/i18n/languages';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import { audienceTotals, editorScope, readerScope } from './audience';
import type {
  AnnouncementEdit,
  AnnouncementRow,
  listAnnouncementReaders,
  queryAnnouncements,
  searchAnnouncementNotices,
} from './contract';

type Where = Prisma.AnnouncementWhereInput;

const tableOf = (name: string, moment: string) =>
  keyedList({
    name,
    id: 'id',
    moment,
    emptyLast: ['publishDate', 'validTo'],
    count: (where: Where) => db().announcement.count({ where }),
    keys: (sql, stretch) => sql.announcement.findMany({ ...stretch, select: { id: true } }),
    rows: (ids) => db().announcement.findMany({ where: { id: { in: ids } } }),
  });
const notices = tableOf('searchAnnouncementNotices', 'publishDate');
const edits = tableOf('queryAnnouncements', 'createDate');

/** The ids of those announcements that the account has read. */
async function readBy(username: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const reads = await db().announcementRead.findMany({
    where: { username, id: { in: [...ids] } },
    select: { id: true },
  });
  return new Set(reads.map(({ id }) => id));
}

/** An announcement as its reader sees it: in English when it has an English text and the reader uses English. */
export function toRow(
  { id, title, titleEn, message, messageEn, createDate, receivingMethod, publishDate, pinned, mustRead }: Announcement,
  language: Language,
  { isRead, time }: { readonly isRead: boolean; readonly time: ShownTime },
): AnnouncementRow {
  const isEnglish = language === 'en';
  return {
    id,
    title: (isEnglish && titleEn) || title,
    message: (isEnglish && messageEn) || message,
    createDate: time(createDate),
    receivingMethod,
    readStatus: isRead ? 1 : 0,
    publishDate: publishDate && time(publishDate),
    pinned,
    mustRead,
  };
}

/** The reader's list: pinned ones first, then the newest. */
export async function findNotices(
  actor: Actor,
  language: Language,
  { key, readStatus, mustRead, startDate, endDate, ...query }: ParsedOf<typeof searchAnnouncementNotices>,
): Promise<OutputOf<typeof searchAnnouncementNotices>> {
  const publishDate = dayRange({ startDate, endDate });
  const own: Prisma.AnnouncementReadListRelationFilter = { some: { username: actor.username } };
  const where: Where = {
    AND: [
      readerScope(actor, Date.now()),
      ...(key ? [{ OR: [{ title: containsText(key) }, { titleEn: containsText(key) }] }] : []),
      ...(readStatus === undefined ? [] : [{ reads: readStatus === 1 ? own : { none: own.some } }]),
      ...(mustRead ? [{ mustRead }] : []),
      ...(publishDate ? [{ publishDate }] : []),
    ],
  };
  const order = query.sortField ? query : { ...query, sortField: 'pinned', sortOrder: 'desc' as const };
  const { total, rows } = await notices.page(actor, order, where);
  const [isRead, time] = await Promise.all([
    readBy(
      actor.username,
      rows.map(({ id }) => id),
    ),
    shownTime(actor),
  ]);
  return page(
    rows.map((row) => toRow(row, language, { isRead: isRead.has(row.id), time })),
    total,
    query,
  );
}

/** Names of the branches and projects in audiences. */
async function namesOf(rows: readonly Announcement[]): Promise<(row: Announcement) => string[]> {
  const keysOf = (kind: Announcement['audienceKind']) => [
    ...new Set(
      rows.filter(({ audienceKind }) => audienceKind === kind).flatMap(({ audienceValues }) => audienceValues),
    ),
  ];
  const [branches, projects] = await Promise.all([
    db().branch.findMany({
      where: { branchCode: { in: keysOf('branch') } },
      select: { branchCode: true, branchName: true },
    }),
    db().project.findMany({
      where: { projectId: { in: keysOf('project') } },
      select: { projectId: true, projectName: true },
    }),
  ]);
  const known = {
    branch: new Map(branches.map(({ branchCode, branchName }) => [branchCode, branchName])),
    project: new Map(projects.map(({ projectId, projectName }) => [projectId, projectName])),
  };
  return ({ audienceKind, audienceValues }) =>
    audienceKind === 'branch' || audienceKind === 'project'
      ? audienceValues.map((value) => known[audienceKind].get(value) ?? value)
      : [];
}

async function toEdits(actor: Actor, rows: readonly Announcement[]): Promise<AnnouncementEdit[]> {
  const ids = rows.map(({ id }) => id);
  const [isRead, time, names, totals, accountOf, reads] = await Promise.all([
    readBy(actor.username, ids),
    shownTime(actor),
    namesOf(rows),
    audienceTotals(ids),
    shownAccounts(
      actor,
      rows.map(({ createBy }) => createBy),
    ),
    db().announcementRead.groupBy({ by: ['id'], where: { id: { in: ids } }, _count: { username: true } }),
  ]);
  const readTotals = new Map(reads.map(({ id, _count }) => [id, _count.username]));
  return rows.map((row) => ({
    ...toRow(row, 'zh-CN', { isRead: isRead.has(row.id), time }),
    state: row.state,
    titleEn: row.titleEn,
    messageEn: row.messageEn,
    audience: { kind: row.audienceKind, values: row.audienceValues },
    audienceNames: names(row),
    validTo: row.validTo && time(row.validTo),
    readTotal: readTotals.get(row.id) ?? 0,
    audienceTotal: totals.get(row.id) ?? 0,
    createBy: accountOf(row.createBy)?.username ?? null,
  }));
}

/** The announcements that the editor may edit, in every state. */
export async function findEdits(
  actor: Actor,
  { key, state, receivingMethod, startDate, endDate, ...query }: ParsedOf<typeof queryAnnouncements>,
): Promise<OutputOf<typeof queryAnnouncements>> {
  const range = dayRange({ startDate, endDate });
  const where: Where = {
    AND: [
      editorScope(actor),
      ...(key ? [{ OR: [{ title: containsText(key) }, { titleEn: containsText(key) }] }] : []),
      ...(state ? [{ state }] : []),
      ...(receivingMethod === undefined ? [] : [{ receivingMethod }]),
      ...(range ? [{ OR: [{ publishDate: range }, { publishDate: null, createDate: range }] }] : []),
    ],
  };
  const { total, rows } = await edits.page(actor, query, where);
  return page(await toEdits(actor, rows), total, query);
}

const readers = (announcementId: string) =>
  keyedList({
    name: 'listAnnouncementReaders',
    id: 'username',
    moment: 'readDate',
    count: (where: Prisma.AnnouncementReadWhereInput) => db().announcementRead.count({ where }),
    keys: (sql, stretch) => sql.announcementRead.findMany({ ...stretch, select: { username: true } }),
    rows: (usernames) => db().announcementRead.findMany({ where: { id: announcementId, username: { in: usernames } } }),
  });

/**
 * Who has read an announcement that the caller may edit; only accounts that the caller may see, the last reader first.
 */
export async function findReaders(
  actor: Actor,
  { id, ...query }: ParsedOf<typeof listAnnouncementReaders>,
): Promise<OutputOf<typeof listAnnouncementReaders>> {
  const { total, rows } = await readers(id).page(actor, query, { id, user: userScope(actor) });
  const [names, time] = await Promise.all([nickNamesOf(rows.map(({ username }) => username)), shownTime(actor)]);
  return page(
    rows.map(({ username, readDate }) => ({
      username,
      nickName: names.get(username) ?? username,
      readDate: time(readDate),
    })),
    total,
    query,
  );
}
