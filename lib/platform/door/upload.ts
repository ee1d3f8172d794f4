import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import busboy from 'busboy';
import { isTrueToType } from '@/lib/platform/files/file-content';
import { safeFilename } from '@/lib/platform/files/filename';
import { ReceivedFile, typeOfName } from '@/lib/platform/contract/received-file';
import type { UploadRule } from '@/lib/platform/contract/received-file';
import { newWaitingPath } from '@/lib/platform/files/waiting-room';
import { queryObject } from '@/lib/platform/http/body';
import type { Incoming } from '@/lib/platform/http/exchange';
import { AppError } from '@/lib/platform/contract/errors';
import { isNoRoom } from './refusal';

/**
 * Reads `multipart/form-data` (api.md §1.2, §1.8): one file that is written to disk as it arrives, and some short
 * fields.
 */

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 4096;
/** Size limit of the form besides its file. */
const ENVELOPE_BYTES = 128 * 1024;
/** Marks that turn the reading direction: `gpj.exe` would show as `exe.jpg`. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export interface Upload {
  readonly fields: Record<string, unknown>;
  /** Undefined when the form has none; the schema then says so. */
  readonly file: ReceivedFile | undefined;
}

const isRefusal = (error: unknown): error is AppError => error instanceof AppError;
const malformed = () => new AppError('bad_request', { messageKey: 'badForm' });

/** Writes the bytes of one file to the waiting room, never more than the rule allows. */
async function receive(stream: Readable, name: string, rule: UploadRule): Promise<ReceivedFile> {
  const type = typeOfName(name);
  if (!type || !rule.types.includes(type)) throw new AppError('unsupported_media_type', { messageKey: rule.badType });
  const path = await newWaitingPath();
  const hash = createHash('sha256');
  let size = 0;
  try {
    const target = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size >= rule.below) throw new AppError('payload_too_large', { messageKey: rule.tooLarge });
        hash.update(chunk);
        await target.write(chunk);
      }
      await target.sync();
    } finally {
      await target.close();
    }
    if (!(await isTrueToType(path, size, type)))
      throw new AppError('unsupported_media_type', { messageKey: rule.badType });
  } catch (error) {
    await rm(path, { force: true });
    // The form ended in the middle of its file.
    throw stream.errored && !isRefusal(error) ? malformed() : error;
  }
  return new ReceivedFile(name, type, size, hash.digest('hex'), path);
}

/**
 * Reads a form with at most one file, in the field `file`. Reading stops at the first error.
 * @throws unsupported_media_type, payload_too_large, bad_request; server_error with the rule's own text
 */
export async function readUpload(request: Pick<Incoming, 'headers' | 'body'>, rule: UploadRule): Promise<Upload> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body)
    throw new AppError('unsupported_media_type', { messageKey: 'unsupportedFormType' });
  if (Number(request.headers.get('content-length') ?? '0') > rule.below + ENVELOPE_BYTES)
    throw new AppError('payload_too_large', { messageKey: rule.tooLarge });

  let form: busboy.Busboy;
  try {
    form = busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: {
        fieldNameSize: 100,
        fieldSize: MAX_FIELD_BYTES,
        fields: MAX_FIELDS,
        files: 1,
        parts: MAX_FIELDS + 1,
        headerPairs: 50,
      },
    });
  } catch {
    throw malformed();
  }
  const source = Readable.from(request.body);
  const search = new URLSearchParams();
  let receiving: Promise<ReceivedFile> | undefined;
  let seen = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('file', (field, stream, { filename }) => {
        // The stream may break before anybody reads it.
        stream.on('error', () => undefined);
        // The sender chooses the name: only its text is used, never as a path.
        const name = safeFilename((filename ?? '').replace(DIRECTION_MARKS, ''));
        if (field !== 'file') {
          stream.resume();
          reject(malformed());
          return;
        }
        receiving = receive(stream, name, rule);
        receiving.catch(reject);
      });
      form.on('field', (field, value, { nameTruncated, valueTruncated }) => {
        if (nameTruncated || valueTruncated) reject(malformed());
        else search.append(field, value);
      });
      for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
        form.on(limit, () => reject(malformed()));
      form.on('error', () => reject(malformed()));
      form.on('close', () => resolve());
      source.on('error', () => reject(malformed()));
      source.on('data', (chunk: Buffer) => {
        seen += chunk.length;
        if (seen > rule.below + ENVELOPE_BYTES)
          reject(new AppError('payload_too_large', { messageKey: rule.tooLarge }));
      });
      source.pipe(form);
    });
    return { fields: queryObject(search), file: await receiving };
  } catch (error) {
    source.unpipe(form);
    source.destroy();
    form.destroy();
    const leftOver = await receiving?.catch(() => undefined);
    if (leftOver) await rm(leftOver.waitingPath, { force: true });
    if (isRefusal(error) || isNoRoom(error)) throw error;
    throw new AppError('server_error', { messageKey: rule.failed, cause: error });
  }
}
