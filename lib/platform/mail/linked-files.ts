import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import type { StoredFile } from '@/lib/platform/db/generated/client';
import { hrefOf } from '@/lib/routes';
import { Attachment } from './queue';
import { readSignedText, signedText } from './signed-text';

/**
 * Files that are too large to go along with an e-mail (readings 99, 200): the e-mail carries a link instead, signed by us, to a
 * page that opens after sign-in, for seven days from the moment it was sent.
 */

const PURPOSE = 'mail file';
const VALID_MS = 7 * 86_400_000;

/** The whole link to a file of an e-mail. @param place its place among the attachments @param now when it is sent */
export function linkedFileHref(mailId: string, place: number, now: number): string {
  const token = signedText(PURPOSE, `${mailId}.${place}.${now + VALID_MS}`);
  return new URL(hrefOf('mailFile', { token }), config().publicUrl).href;
}

export interface LinkedFile {
  readonly file: StoredFile;
  /** As the e-mail calls it. */
  readonly name: string;
  /** Epoch ms. */
  readonly validUntil: number;
}

/** The file of a link; undefined when we did not sign it, when its time is over, or when e-mail or file are gone. */
export async function findLinkedFile(token: string, now = Date.now()): Promise<LinkedFile | undefined> {
  const [, id, place, until] = /^(\d{1,18})\.(\d{1,2})\.(\d{1,15})$/.exec(readSignedText(PURPOSE, token) ?? '') ?? [];
  if (id === undefined || Number(until) < now) return undefined;
  const mail = await db().mailLog.findUnique({ where: { id: BigInt(id) }, select: { attachments: true } });
  const attachment = Attachment.array().catch([]).parse(mail?.attachments)[Number(place)];
  if (!attachment?.isLinked) return undefined;
  const file = await db().storedFile.findFirst({ where: { path: attachment.path, deletedAt: null } });
  return file ? { file, name: attachment.name, validUntil: Number(until) } : undefined;
}
