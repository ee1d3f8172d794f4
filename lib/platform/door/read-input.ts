import type { ReceivedFile } from '@/lib/platform/contract/received-file';
import { discardWaiting } from '@/lib/platform/files/waiting-room';
import { queryObject, readJsonObject } from '@/lib/platform/http/body';
import type { Incoming } from '@/lib/platform/http/exchange';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { Match } from './match';
import type { Operation } from '@/lib/platform/contract/operation';
import { unstorablePath } from '@/lib/platform/contract/storable';
import { trimValues } from '@/lib/platform/contract/trim';
import { readUpload } from './upload';

export interface OperationInput {
  readonly values: Record<string, unknown>;
  readonly upload?: ReceivedFile;
}

async function readBody(request: Incoming, operation: Operation): Promise<OperationInput> {
  const { upload } = operation;
  if (request.method === 'GET' || request.method === 'HEAD') return { values: {} };
  if (!upload) return { values: await readJsonObject(request, operation) };
  const { fields, file } = await readUpload(request, upload);
  return { values: fields, upload: file };
}

/**
 * The input of a call from path, query and body: limited, checked and trimmed, before its schema.
 * @throws unsupported_media_type, payload_too_large, bad_request, validation_failed
 */
export async function readInput(request: Incoming, match: Match, url: URL): Promise<OperationInput> {
  const { operation, keys, missingKey } = match;
  const query = queryObject(url.searchParams);
  const { values: body, upload } = await readBody(request, operation);
  const input = operation.method === 'GET' ? query : { ...body };
  if (missingKey !== undefined) {
    const value = query[missingKey] ?? body[missingKey];
    if (typeof value !== 'string' || value === '') {
      throw new AppError('validation_failed', {
        messageKey: 'required',
        data: { fieldKeys: { [missingKey]: 'required' } },
      });
    }
    input[missingKey] = value;
  }
  const values = { ...input, ...keys };
  try {
    requireStorable(values, operation.judgedByItself);
  } catch (error) {
    if (upload) await discardWaiting(upload);
    throw error;
  }
  return { values: trimValues(values, operation.untrimmed), upload };
}

/**
 * The input of a call by our own code. It is typed, but may contain what a visitor wrote into an address. @throws
 * validation_failed
 */
export function readTyped(input: unknown, { operation, keys }: Match): OperationInput {
  const given = Object.entries((input ?? {}) as Record<string, unknown>);
  const values = { ...Object.fromEntries(given.filter(([, value]) => value !== undefined)), ...keys };
  requireStorable(values, operation.judgedByItself);
  return { values: trimValues(values, operation.untrimmed) };
}

/** @throws validation_failed with the field whose text, or name, cannot be stored (readings 120) */
function requireStorable(values: Record<string, unknown>, exempt: readonly string[] = []): void {
  const field = unstorablePath(Object.fromEntries(Object.entries(values).filter(([name]) => !exempt.includes(name))));
  if (field !== null) throw new FieldError(field, 'badCharacters');
}
