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
import { parseWallTime } from '@/lib/platform/i18n/format';
import { editorScope, reachOf } from './audience';
import { cleanMessage } from './clean';
import type { AnnouncementForm, publishAnnouncement } from './contract';
import { publishRow } from './publish';
import { isAllowed, PLAN_AHEAD_MS, type AnnouncementAction } from './value-sets';

/** What editors do with announcements; each takes its row under lock (api.md §2.21). */

type Sql = Prisma.TransactionClient;

/**
 * The row, locked, if it is the caller's to edit and in a state that allows the action.
 * @throws not_found, no_object_permission, conflict
 */
async function lockFor(sql: Sql, actor: Actor, id: string, action: AnnouncementAction): Promise<Announcement> {
  await sql.$queryRaw`SELECT 1 FROM announcement WHERE id = ${id} FOR UPDATE`;
  const found = await requireEditable(sql, actor, id);
  if (!isAllowed(action, found.state)) throw new AppError('conflict', { messageKey: 'stateForbids' });
  return found;
}

/** @throws not_found, no_object_permission */
export function requireEditable(sql: Pick<Sql, 'announcement'>, actor: Actor, id: string): Promise<Announcement> {
  return requireRow<Announcement, Prisma.AnnouncementWhereInput>(
    (within) => sql.announcement.findFirst({ where: { AND: [{ id }, within] } }),
    editorScope(actor),
  );
}

/** Every picture is a file that an editor sent in for an announcement. @throws validation_failed */
async function requireImages(sql: Sql, field: 'message' | 'messageEn', images: readonly string[]): Promise<void> {
  const known = await sql.storedFile.count({
    where: { path: { in: [...images] }, kind: 'announcement', deletedAt: null },
  });
  if (known < images.length) throw new FieldError(field, 'announcementImage');
}

/** The moment until which it holds. @throws validation_failed when that is over, or before it begins */
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
