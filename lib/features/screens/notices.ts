import { randomUUID } from 'node:crypto';
import { noteChange } from '@/lib/platform/audit/changes';
import { shownAccounts } from '@/lib/platform/auth/scope/account-names';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import type { listScreenHistory, publishNotice } from './contract';
import { LIVE_SCREEN, screenScope } from './list';
import { activeAt, isActive, noticeStateOf } from './notice-state';
import { publishRefusal } from './publish-rule';
import { MAX_ACTIVE_NOTICES } from './value-sets';

/** Notices of screens: published, withdrawn, and what became of them (silent-screens A9). */

/** The locked screens with their active notices. @throws not_found, no_object_permission */
async function lockScreens(sql: Transaction, actor: Actor, screenNos: readonly string[], now: number) {
  const wanted = [...new Set(screenNos)].sort();
  await sql.$queryRaw`SELECT 1 FROM smart_screen WHERE screen_no = ANY(${wanted}) ORDER BY screen_no FOR UPDATE`;
  const named = { screenNo: { in: wanted } };
  const screens = await sql.smartScreen.findMany({
    where: { AND: [named, screenScope(actor, { focus: false })] },
    orderBy: { screenNo: 'asc' },
    select: { screenNo: true, keyHash: true, _count: { select: { notices: { where: activeAt(now) } } } },
  });
  if (screens.length === wanted.length) return screens;
  const known = await sql.smartScreen.count({ where: { ...named, ...LIVE_SCREEN } });
  throw new AppError(known === wanted.length ? 'no_object_permission' : 'not_found');
}

const instantOf = (wall: string): Date => {
  const at = parseWallTime(wall);
  if (at === undefined) throw new Error(`the schema has checked it: ${wall}`);
  return new Date(at);
};

/** @throws validation_failed, not_found, no_object_permission, conflict, unavailable */
export async function publish(
  actor: Actor,
  { screenNos, ...said }: ParsedOf<typeof publishNotice>,
  now: number,
): Promise<OutputOf<typeof publishNotice>> {
  const notice = { ...said, startTime: instantOf(said.startTime), endTime: instantOf(said.endTime) };
  if (notice.endTime.getTime() <= now) throw new FieldError('endTime', 'noticeIsOver');
  return db().$transaction(async (sql) => {
    const screens = await lockScreens(sql, actor, screenNos, now);
    const refusals = screens.map(({ screenNo, keyHash, _count }) => ({
      screenNo,
      refusal: publishRefusal({ isLinked: keyHash !== null, activeTotal: _count.notices }),
    }));
    if (refusals.some(({ refusal }) => refusal === 'unlinked'))
      throw new AppError('unavailable', { messageKey: 'screenUnlinked' });
    const full = refusals.find(({ refusal }) => refusal === 'full');
    if (full)
      throw new AppError('conflict', {
        messageKey: 'screenFull',
        params: { no: full.screenNo, most: MAX_ACTIVE_NOTICES },
      });
    const rows = screens.map(({ screenNo }) => ({
      ...notice,
      noticeId: randomUUID(),
      screenNo,
      createBy: actor.username,
      createDate: new Date(now),
    }));
    await sql.screenNotice.createMany({ data: rows });
    noteChange(null, { ...said, screenNos: screens.map(({ screenNo }) => screenNo) });
    return { noticeIds: rows.map(({ noticeId }) => noticeId) };
  });
}

/** @throws not_found, no_object_permission */
export async function withdraw(actor: Actor, noticeIds: readonly string[], now: number): Promise<null> {
  const wanted = { noticeId: { in: [...new Set(noticeIds)].sort() } };
  await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM screen_notice WHERE notice_id = ANY(${wanted.noticeId.in}) ORDER BY notice_id FOR UPDATE`;
    const notices = await sql.screenNotice.findMany({
      where: { ...wanted, screen: screenScope(actor, { focus: false }) },
      select: { noticeId: true, screenNo: true, text: true, state: true, endTime: true },
    });
    if (notices.length < wanted.noticeId.in.length) {
      const known = await sql.screenNotice.count({ where: { ...wanted, screen: LIVE_SCREEN } });
      throw new AppError(known === wanted.noticeId.in.length ? 'no_object_permission' : 'not_found');
    }
    const active = notices.filter((notice) => isActive(notice, now));
    await sql.screenNotice.updateMany({
      where: { noticeId: { in: active.map(({ noticeId }) => noticeId) } },
      data: { state: 'WITHDRAWN', updateBy: actor.username },
    });
    const [before, after] = [active.map(({ state }) => state), active.map(() => 'WITHDRAWN')];
    const screenNos = active.map(({ screenNo }) => screenNo);
    noteChange({ states: before }, { states: after, screenNos, texts: [...new Set(active.map(({ text }) => text))] });
  });
  return null;
}

type Where = Prisma.ScreenNoticeWhereInput;
const history = keyedList({
  name: 'listScreenHistory',
  id: 'noticeId',
  count: (where: Where) => db().screenNotice.count({ where }),
  keys: (sql, stretch) => sql.screenNotice.findMany({ ...stretch, select: { noticeId: true } }),
  rows: (ids) => db().screenNotice.findMany({ where: { noticeId: { in: ids } } }),
});

/** @throws not_found, no_object_permission */
export async function findScreenHistory(
  actor: Actor,
  { screenNo, active, ...query }: ParsedOf<typeof listScreenHistory>,
  now: number,
): Promise<OutputOf<typeof listScreenHistory>> {
  await requireRow(
    (within: Prisma.SmartScreenWhereInput) =>
      db().smartScreen.findFirst({
        where: { AND: [{ screenNo, ...LIVE_SCREEN }, within] },
        select: { screenNo: true },
      }),
    screenScope(actor, { focus: false }),
  );
  const { span, ...cut } = await cutToHistory(actor, {});
  const isNow = activeAt(now);
  const where: Where = {
    screenNo,
    AND: [
      ...(span.gte ? [{ OR: [{ createDate: span }, isNow] }] : []),
      ...(active === undefined ? [] : [active ? isNow : { NOT: isNow }]),
    ],
  };
  const { total, rows } = await history.page(actor, query, where);
  const [time, nameOf] = await Promise.all([
    shownTime(actor),
    shownAccounts(
      actor,
      rows.map(({ createBy }) => createBy),
    ),
  ]);
  const records = rows.map(({ noticeId, text, priority, createBy, ...row }) => ({
    noticeId,
    screenNo,
    text,
    priority,
    startTime: time(row.startTime),
    endTime: time(row.endTime),
    state: noticeStateOf(row, now),
    isActive: isActive(row, now),
    createBy: nameOf(createBy)?.nickName ?? null,
    createDate: time(row.createDate),
  }));
  return { ...page(records, total, query), ...cut };
}
