import type { Actor } from '@/lib/platform/contract/actor';
import type { Authority } from '@/lib/platform/contract/authorities';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { userScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { StoredFile, StoredFileKind } from '@/lib/platform/db/generated/client';
import { findStoredFile, storedFileAnswer } from '@/lib/platform/files/stored-files';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { serve } from '@/lib/platform/contract/serve';
import { hasAuthority, holds } from '@/lib/platform/contract/authorities';
import { getFile } from './contract';

/** Kinds that pages show; attachments of approvals have their own operation (downloadInvoice). */
const SHOWN = [
  'campus',
  'announcement',
  'feedback',
  'inspection',
  'report',
] as const satisfies readonly StoredFileKind[];
const OF_UNITS: Readonly<Partial<Record<StoredFileKind, Authority>>> = {
  inspection: 'EQUIPMENT_READ',
  report: 'MAINTENANCE_READ',
};

async function findShown(path: string): Promise<StoredFile> {
  const row = await db().storedFile.findFirst({
    where: { path, kind: { in: [...SHOWN] }, deletedAt: null },
    select: { kind: true },
  });
  if (!row) throw new AppError('not_found');
  return findStoredFile(path, row.kind);
}

/**
 * Who may see a file depends on the object it belongs to (api.md §2.11). @throws access_denied, no_object_permission
 */
async function requireVisible(actor: Actor, { kind, username, equipmentNo }: StoredFile): Promise<void> {
  if (kind === 'feedback') {
    if (username === actor.username) return;
    if (!hasAuthority(actor, 'USER_FEEDBACK_READ')) throw new AppError('access_denied');
    if (username === null || (await db().user.count({ where: { AND: [{ username }, userScope(actor)] } })) === 0)
      throw new AppError('no_object_permission');
  }
  const authority = OF_UNITS[kind];
  if (!authority) return;
  if (!holds(actor, authority)) throw new AppError('access_denied');
  if (equipmentNo === null) throw new AppError('no_object_permission');
  await requireEquipment(actor, equipmentNo);
}

export const services = [
  serve(getFile, async ({ actor }, { path }) => {
    const file = await findShown(path);
    await requireVisible(actor, file);
    const { body, filename, contentType } = storedFileAnswer(file);
    return new FileAnswer(body, filename, contentType, contentType.startsWith('image/'));
  }),
];
