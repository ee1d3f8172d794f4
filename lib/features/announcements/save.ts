import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { noteChange } from '@/lib/platform/audit/changes';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import type { ActorContext } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { Announcement, Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { editorScope, reachOf } from './audience';
import { cleanMessage } from './clean';
import type { AnnouncementForm, publishAnnouncement } from './contract';
import { publishRow } from './internal/publish';
import { isAllowed, PLAN_AHEAD_MS, type AnnouncementAction } from './value-sets';

/** The actions of editors; each locks its row (api.md §2.21). */

/**
 * The locked row, when the caller may edit it and its state allows the action.
 * @throws not_found, no_object_permission, conflict
 */
async function lockFor(sql: Transaction, actor: Actor, id: string, action: AnnouncementAction): Promise<Announcement> {
  await sql.$queryRaw`SELECT 1 FROM announcement WHERE id = ${id} FOR UPDATE`;
  const found = await requireEditable(sql, actor, id);
  if (!isAllowed(action, found.state)) throw new AppError('conflict', { messageKey: 'stateForbids' });
  return found;
}

/** @throws not_found, no_object_permission */
export function requireEditable(
  sql: Pick<Transaction, 'announcement'>,
  actor: Actor,
  id: string,
): Promise<Announcement> {
  return requireRow<Announcement, Prisma.AnnouncementWhereInput>(
    (within) => sql.announcement.findFirst({ where: { AND: [{ id }, within] } }),
    editorScope(actor),
  );
}

/** Every picture must be a file that an editor uploaded for an announcement. @throws validation_failed */
async function requireImages(
  sql: Transaction,
  field: 'message' | 'messageEn',
  images: readonly string[],
): Promise<void> {
  const known = await sql.storedFile.count({
    where: { path: { in: [...images] }, kind: 'announcement', deletedAt: null },
  });
  if (known < images.length) throw new FieldError(field, 'announcementImage');
}

/** The moment until which it is valid. @throws validation_failed when it has passed, or lies before the start */
function endOf(validTo: string | undefined, begin: number): Date | null {
  const end = parseWallTime(validTo);
  if (validTo !== undefined && end === undefined) throw new FieldError('validTo', 'badValue');
  if (end !== undefined && end <= begin) throw new FieldError('validTo', 'announcementEnd');
  return end === undefined ? null : new Date(end);
}

export async function save(
  { actor }: ActorContext,
  { id, audience, ...form }: z.output<typeof AnnouncementForm>,
): Promise<{ id: string }> {
  const now = Date.now();
  const chinese = cleanMessage(form.message);
  const english = form.messageEn === undefined ? null : cleanMessage(form.messageEn);
  if (chinese.text === '' && chinese.images.length === 0) throw new FieldError('message', 'announcementMessage');
  return db().$transaction(async (sql) => {
    const found = id === undefined ? null : await lockFor(sql, actor, id, 'save');
    await requireImages(sql, 'message', chinese.images);
    await requireImages(sql, 'messageEn', english?.images ?? []);
    const { places, ...reach } = await reachOf(sql, actor, audience);
    const content = {
      title: form.title,
      message: chinese.html,
      titleEn: form.titleEn ?? null,
      // An editor that was left empty still sends its paragraph.
      messageEn: english && (english.text !== '' || english.images.length > 0) ? english.html : null,
      receivingMethod: form.receivingMethod,
      validTo: endOf(form.validTo, Math.max(now, found?.publishDate?.getTime() ?? 0)),
      pinned: form.pinned ?? false,
      mustRead: form.mustRead ?? false,
      ...reach,
    };
    if (!found) {
      const made = randomUUID();
      await sql.announcement.create({
        data: {
          id: made,
          state: 'DRAFT',
          createBy: actor.username,
          ...content,
          places: { createMany: { data: places } },
        },
      });
      noteChange(null, content);
      return { id: made };
    }
    await sql.announcementPlace.deleteMany({ where: { announcementId: found.id } });
    await sql.announcement.update({
      where: { id: found.id },
      data: { ...content, places: { createMany: { data: places } } },
    });
    noteChange({ ...found }, content);
    return { id: found.id };
  });
}

export async function publish(
  { actor }: ActorContext,
  { id, publishDate }: ParsedOf<typeof publishAnnouncement>,
): Promise<null> {
  const now = Date.now();
  const planned = parseWallTime(publishDate);
  if (publishDate !== undefined && planned === undefined) throw new FieldError('publishDate', 'badValue');
  if (planned !== undefined && planned < now + PLAN_AHEAD_MS) throw new FieldError('publishDate', 'announcementPlan');
  await db().$transaction(async (sql) => {
    const found = await lockFor(sql, actor, id, 'publish');
    if (found.validTo !== null && found.validTo.getTime() <= (planned ?? now))
      throw new FieldError(planned === undefined ? 'validTo' : 'publishDate', 'announcementEnd');
    if (planned === undefined) await publishRow(sql, found, new Date(now), now);
    else
      await sql.announcement.update({
        where: { id },
        data: { state: 'SCHEDULED', publishDate: new Date(planned) },
      });
    noteChange({ state: found.state }, { state: planned === undefined ? 'PUBLISHED' : 'SCHEDULED' });
  });
  return null;
}

export async function withdraw({ actor }: ActorContext, { id }: { readonly id: string }): Promise<null> {
  await db().$transaction(async (sql) => {
    const { state } = await lockFor(sql, actor, id, 'withdraw');
    const next = state === 'SCHEDULED' ? 'DRAFT' : 'WITHDRAWN';
    await sql.announcement.update({
      where: { id },
      data: { state: next, ...(next === 'DRAFT' ? { publishDate: null } : {}) },
    });
    noteChange({ state }, { state: next });
  });
  return null;
}

export async function remove({ actor }: ActorContext, { id }: { readonly id: string }): Promise<null> {
  await db().$transaction(async (sql) => {
    const { title } = await lockFor(sql, actor, id, 'delete');
    await sql.announcement.delete({ where: { id } });
    noteChange({ title }, null);
  });
  return null;
}
