import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { notifyAccount } from '@/lib/features/account/internal/notify-account';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { userScope } from '@/lib/platform/auth/scope/scope';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { keepFile } from '@/lib/platform/files/stored-files';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import type { ActorContext } from '@/lib/platform/contract/serve';
import {
  exportFeedback,
  getFeedback,
  queryFeedback,
  replyFeedback,
  saveFeedback,
  uploadFeedbackImage,
} from './contract';
import type { FeedbackDetail, FeedbackForm, FeedbackReply } from './contract';
import { exportItems } from './export';
import { AUTHOR, feedbackScope, findFeedback, imagesOf, toFeedbackRows } from './list';

/** Pictures that the caller uploaded for this. @throws validation_failed for those of others */
async function requireOwnImages(sql: Transaction, actor: Actor, images: readonly string[]): Promise<void> {
  const known = await sql.storedFile.count({
    where: { path: { in: [...images] }, kind: 'feedback', username: actor.username, deletedAt: null },
  });
  if (known < images.length) throw new FieldError('images', 'badValue');
}

/** The locked item, in the caller's scope. @throws not_found, no_object_permission, conflict when it is closed */
async function lockOpen(sql: Transaction, feedbackId: string, scope: Prisma.UserFeedbackWhereInput) {
  await sql.$queryRaw`SELECT 1 FROM user_feedback WHERE feedback_id = ${feedbackId} FOR UPDATE`;
  const found = await requireRow(
    (within) => sql.userFeedback.findFirst({ where: { AND: [{ feedbackId }, within] } }),
    scope,
  );
  if (found.state === 'CLOSED') throw new AppError('conflict', { messageKey: 'feedbackClosed' });
  return found;
}

async function save(
  { actor, client }: ActorContext,
  { feedbackId, images, phone, ...form }: z.output<typeof FeedbackForm>,
): Promise<{ feedbackId: string }> {
  return db().$transaction(async (sql) => {
    await requireOwnImages(sql, actor, images);
    if (feedbackId === undefined) {
      const source = client === 'Web' ? 'Web' : 'App';
      return sql.userFeedback.create({
        data: {
          feedbackId: randomUUID(),
          username: actor.username,
          branchCode: actor.branchCode,
          ...form,
          phone: phone ?? null,
          images,
          source,
          state: 'NEW',
        },
        select: { feedbackId: true },
      });
    }
    const found = await lockOpen(sql, feedbackId, { username: actor.username });
    await sql.feedbackMessage.create({ data: { feedbackId, username: actor.username, text: form.content, images } });
    // The author is not satisfied with the answer.
    if (found.state === 'REPLIED')
      await sql.userFeedback.update({ where: { feedbackId }, data: { state: 'PROCESSING' } });
    return { feedbackId };
  });
}

/** An account that the caller may see and that can sign in. @throws validation_failed, no_object_permission */
async function requireResponsible(sql: Transaction, actor: Actor, username: string): Promise<string> {
  const able = { username, deletedAt: null, enabled: true };
  if (username === actor.username || (await sql.user.count({ where: { AND: [able, userScope(actor)] } })) > 0)
    return username;
  throw (await sql.user.count({ where: able })) > 0
    ? new AppError('no_object_permission')
    : new FieldError('assignee', 'unknownUser');
}

async function reply(
  { actor }: ActorContext,
  { feedbackId, text, state, assignee }: z.output<typeof FeedbackReply>,
): Promise<null> {
  await db().$transaction(async (sql) => {
    // A caller who may write but not read has no list to answer from; both rights have the same scope.
    const found = await lockOpen(
      sql,
      feedbackId,
      feedbackScope({ ...actor, authorities: new Set([...actor.authorities, 'USER_FEEDBACK_READ']) }),
    );
    // The present assignee may keep it, whoever that is.
    const responsible =
      assignee === null
        ? actor.username
        : assignee === found.assignee
          ? assignee
          : await requireResponsible(sql, actor, assignee);
    const change = { state, assignee: responsible };
    await sql.feedbackMessage.create({ data: { feedbackId, username: actor.username, text, images: [] } });
    await sql.userFeedback.update({ where: { feedbackId }, data: { ...change, handledDate: new Date() } });
    noteChange({ state: found.state, assignee: found.assignee }, change);
    await notifyAccount(sql, {
      username: found.username,
      words: { namespace: 'feedback', title: 'message.title', message: 'message.answer', params: { text } },
      objectId: feedbackId,
      guid: `feedback-${randomUUID()}`,
    });
  });
  return null;
}

async function detail(actor: Actor, feedbackId: string): Promise<FeedbackDetail> {
  const found = await requireRow(
    (within) =>
      db().userFeedback.findFirst({
        where: { AND: [{ feedbackId }, within] },
        include: { ...AUTHOR, messages: { orderBy: [{ createDate: 'asc' }, { id: 'asc' }] } },
      }),
    feedbackScope(actor),
  );
  const { messages, ...item } = found;
  const time = await shownTime(actor);
  const [row] = await toFeedbackRows(actor, [item], time);
  if (!row) throw new AppError('not_found');
  const users = await db().user.findMany({
    where: { username: { in: messages.map(({ username }) => username) } },
    select: { username: true, nickName: true },
  });
  const nickNames = new Map(users.map(({ username, nickName }) => [username, nickName]));
  return {
    ...row,
    images: imagesOf(found.images),
    thread: messages.map(({ username, text, images, createDate }) => ({
      username,
      nickName: nickNames.get(username) ?? username,
      isAuthor: username === found.username,
      text,
      images: imagesOf(images),
      createDate: time(createDate),
    })),
  };
}

export const services = [
  serve(saveFeedback, save),
  serve(uploadFeedbackImage, async ({ actor }, { file }) => ({
    path: await keepFile(file, { kind: 'feedback', username: actor.username }),
  })),
  serve(queryFeedback, ({ actor }, query) => findFeedback(actor, query)),
  serve(getFeedback, ({ actor }, { feedbackId }) => detail(actor, feedbackId)),
  serve(replyFeedback, reply),
  serve(exportFeedback, exportItems),
];
