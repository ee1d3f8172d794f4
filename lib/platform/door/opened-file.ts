import type { ByteRange, FileAnswer } from '@/lib/platform/contract/file-answer';
import { rangeOf } from '@/lib/platform/http/range';
import type { DoorCall } from './call-state';

/** A file whose bytes are on their way. */
export interface OpenedFile extends Pick<FileAnswer, 'filename' | 'contentType' | 'isInline'> {
  readonly body: ReadableStream<Uint8Array>;
  /** Kept bytes, of which a caller may ask for a range; `range` is the one that is answered. */
  readonly kept?: { readonly size: number; readonly range?: ByteRange };
}

/** Opens the bytes that the call asks for. @throws not_found when kept bytes are missing; unavailable */
export async function openFile(file: FileAnswer, { headers, isChanging }: DoorCall): Promise<OpenedFile> {
  const { body, filename, contentType, isInline } = file;
  if (!('size' in body)) return { body, filename, contentType, isInline };
  const { size } = body;
  // Our files have no validators, so a condition on one cannot hold.
  const range = isChanging || headers.has('if-range') ? undefined : rangeOf(headers.get('range'), size);
  return { body: await body.open(range), filename, contentType, isInline, kept: { size, range } };
}
