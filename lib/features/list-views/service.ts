import { randomUUID } from 'node:crypto';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { noteChange } from '@/lib/platform/audit/changes';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { ListView as StoredView } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { chooseListView, deleteListView, listViews, saveListView, ViewContent, type ListViews } from './contract';
import { requireList } from './lists';
import { circleOf, ownViews, viewScope } from './scope';
import { MAX_VIEWS } from './value-sets';

type Form = ParsedOf<typeof saveListView>;

const NOTHING: ViewContent = { filters: {}, sort: null, columns: { order: [], hidden: [], widths: {} } };
/** Content of an earlier version that cannot be parsed any more counts as empty. */
const contentOf = (stored: unknown): ViewContent => ViewContent.catch(NOTHING).parse(stored);

async function findViews(actor: Actor, list: Form['list']): Promise<ListViews> {
  const [views, chosen] = await Promise.all([
    db().listView.findMany({
      where: { AND: [{ list }, viewScope(actor)] },
      include: { user: { select: { nickName: true } } },
      orderBy: [{ name: 'asc' }, { viewId: 'asc' }],
    }),
    db().listViewDefault.findUnique({ where: { username_list: { username: actor.username, list } } }),
  ]);
  return {
    mayShare: circleOf(actor) !== null,
    views: views.map(({ viewId, name, isShared, username, user, content }) => ({
      viewId,
      name,
      isShared,
      isOwn: username === actor.username,
      isDefault: viewId === chosen?.viewId,
      owner: user.nickName,
      ...contentOf(content),
    })),
  };
}

/** @throws conflict when the account has a view of this name for the list, or too many views */
async function requireRoom(sql: Transaction, { username }: Actor, { viewId, list, name }: Form): Promise<void> {
  // One call at a time per account: two calls at once cannot both be the twentieth.
  await sql.$queryRaw`SELECT 1 FROM users WHERE username = ${username} FOR NO KEY UPDATE`;
  const others = await sql.listView.findMany({
    where: { username, list, ...(viewId === undefined ? {} : { viewId: { not: viewId } }) },
    select: { name: true },
  });
  if (others.some((other) => other.name === name))
    throw new AppError('conflict', {
      messageKey: 'alreadyExists',
      params: { name },
      data: { fieldKeys: { name: 'alreadyExists' } },
    });
  if (viewId === undefined && others.length >= MAX_VIEWS)
    throw new AppError('conflict', { messageKey: 'listViewLimit', params: { max: MAX_VIEWS } });
}

const requireOwn = (sql: Transaction, actor: Actor, viewId: string): Promise<StoredView> =>
  requireRow((within) => sql.listView.findFirst({ where: { AND: [{ viewId }, within] } }), ownViews(actor));

async function save(actor: Actor, form: Form): Promise<{ viewId: string }> {
  const { viewId = randomUUID(), list, name, isShared, content } = form;
  requireList(actor, list);
  if (isShared && !circleOf(actor)) throw new AppError('access_denied');
  return db().$transaction(async (sql) => {
    const before = form.viewId === undefined ? null : await requireOwn(sql, actor, viewId);
    // A view belongs to its list, because other lists have other filters.
    if (before && before.list !== list) throw new FieldError('list', 'badValue');
    await requireRoom(sql, actor, form);
    if (before) await sql.listView.update({ where: { viewId }, data: { name, isShared, ...(content && { content }) } });
    else {
      if (!content) throw new FieldError('content', 'required');
      await sql.listView.create({ data: { viewId, list, username: actor.username, name, isShared, content } });
    }
    noteChange(before && { name: before.name, isShared: before.isShared }, { name, isShared });
    return { viewId };
  });
}

async function remove(actor: Actor, viewId: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const before = await requireOwn(sql, actor, viewId);
    await sql.listView.delete({ where: { viewId } });
    noteChange({ name: before.name, list: before.list }, null);
  });
  return null;
}

async function choose(actor: Actor, { list, viewId }: ParsedOf<typeof chooseListView>): Promise<null> {
  requireList(actor, list);
  const { username } = actor;
  if (viewId === null) {
    await db().listViewDefault.deleteMany({ where: { username, list } });
    return null;
  }
  const found = await requireRow(
    (within) => db().listView.findFirst({ where: { AND: [{ viewId }, within] } }),
    viewScope(actor),
  );
  if (found.list !== list) throw new FieldError('list', 'badValue');
  await db().listViewDefault.upsert({
    where: { username_list: { username, list } },
    create: { username, list, viewId },
    update: { viewId },
  });
  return null;
}

export const services = [
  serve(listViews, ({ actor }, { list }) => {
    requireList(actor, list);
    return findViews(actor, list);
  }),
  serve(saveListView, ({ actor }, form) => save(actor, form)),
  serve(deleteListView, ({ actor }, { viewId }) => remove(actor, viewId)),
  serve(chooseListView, ({ actor }, chosen) => choose(actor, chosen)),
];
