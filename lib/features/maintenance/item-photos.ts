import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { ReceivedFile } from '@/lib/platform/contract/received-file';
import type { Transaction } from '@/lib/platform/db/transaction';
import { withoutMetadata } from '@/lib/platform/files/image-metadata';
import { removeBytes, removeStoredFile, withStoredBytes } from '@/lib/platform/files/stored-files';
import { photosOf } from './job';
import { move } from './job-work';
import { MAX_PHOTOS } from './value-sets';
import type { addItemPhoto, removeItemPhoto } from './work-contract';

/** Photos of check items (silent-screens E1, readings 251): only while the job is worked on. */

/** The arrived picture without its place and time. */
async function plainPhoto(file: ReceivedFile): Promise<ReceivedFile> {
  const bytes = withoutMetadata(await readFile(file.waitingPath), file.type === 'png' ? 'png' : 'jpg');
  await writeFile(file.waitingPath, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return new ReceivedFile(file.name, file.type, bytes.byteLength, sha256, file.waitingPath);
}

/** The photos of an item of the locked job. @throws validation_failed when the job has no such item */
async function photosOfItem(sql: Transaction, jobNo: string, no: number): Promise<string[]> {
  const item = await sql.maintenanceItem.findUnique({ where: { jobNo_no: { jobNo, no } }, select: { photos: true } });
  if (!item) throw new FieldError('no', 'badValue');
  return photosOf(item.photos);
}

const writePhotos = (sql: Transaction, jobNo: string, no: number, photos: string[]) =>
  sql.maintenanceItem.update({ where: { jobNo_no: { jobNo, no } }, data: { photos } });

/** @throws validation_failed for the seventh photo; conflict when the job is not LOCK */
export const addPhoto = async (actor: Actor, { jobNo, no, file }: ParsedOf<typeof addItemPhoto>) =>
  withStoredBytes([await plainPhoto(file)], (keep) =>
    move(actor, jobNo, 'items', async (sql, { equipmentNo }) => {
      const photos = await photosOfItem(sql, jobNo, no);
      if (photos.length >= MAX_PHOTOS) throw new FieldError('file', 'tooManyPhotos', { max: MAX_PHOTOS });
      const kept = await keep(sql, { kind: 'report', username: null, equipmentNo });
      await writePhotos(sql, jobNo, no, [...photos, ...kept]);
      return {};
    }),
  );

/** @throws validation_failed when the item has no such photo; conflict when the job is not LOCK */
export async function removePhoto(actor: Actor, { jobNo, no, path }: ParsedOf<typeof removeItemPhoto>) {
  const detail = await move(actor, jobNo, 'items', async (sql) => {
    const photos = await photosOfItem(sql, jobNo, no);
    if (!photos.includes(path)) throw new FieldError('path', 'badValue');
    await writePhotos(
      sql,
      jobNo,
      no,
      photos.filter((one) => one !== path),
    );
    await removeStoredFile(sql, path);
    return {};
  });
  await removeBytes([path]);
  return detail;
}
