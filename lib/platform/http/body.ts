import { AppError } from '@/lib/platform/contract/errors';
import type { Incoming } from './exchange';
import { JsonBounds } from './json-bounds';

/** Reads and checks a request body before any schema sees it (api.md §1.2). */

/** Enough for a form; an operation that accepts more declares it. */
export const DEFAULT_MAX_BYTES = 16 * 1024;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads at most `maxBytes` and cancels the stream beyond, so a huge body costs nothing.
 * @param look sees every piece as it arrives, and may throw to stop reading
 * @throws payload_too_large
 */
export async function readBytes(
  request: Pick<Incoming, 'headers' | 'body'>,
  maxBytes = DEFAULT_MAX_BYTES,
  look?: (chunk: Uint8Array) => void,
): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > maxBytes) throw new AppError('payload_too_large');
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError('payload_too_large');
    look?.(chunk);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Size limits of a body; absent ones have the usual limit. */
export interface BodyLimits {
  readonly maxBytes?: number;
  readonly maxMembers?: number;
  readonly arrayAs?: string;
}

/** Parses a JSON object body. An empty body is `{}`. @throws unsupported_media_type, bad_request, payload_too_large */
export async function readJsonObject(
  request: Pick<Incoming, 'headers' | 'body'>,
  { maxBytes, maxMembers, arrayAs }: BodyLimits = {},
): Promise<Record<string, unknown>> {
  const bounds = new JsonBounds(maxMembers);
  const bytes = await readBytes(request, maxBytes, (chunk) => bounds.take(chunk));
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new AppError('unsupported_media_type', { messageKey: 'unsupportedContentType' });
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('bad_request', { messageKey: 'badJson' });
  }
  if (Array.isArray(parsed) && arrayAs !== undefined) parsed = { [arrayAs]: parsed as unknown[] };
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new AppError('bad_request', { messageKey: 'badJson' });
  guard(parsed);
  return parsed as Record<string, unknown>;
}

/** Refuses keys that could reach a prototype. The depth is limited by then. */
function guard(value: object): void {
  for (const [name, child] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(name)) throw new AppError('bad_request', { messageKey: 'forbiddenKey', params: { name } });
    if (typeof child === 'object' && child !== null) guard(child as object);
  }
}

/** A query string as an object; repeated names become arrays. */
export function queryObject(search: URLSearchParams): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of new Set(search.keys())) {
    if (FORBIDDEN_KEYS.has(name)) throw new AppError('bad_request', { messageKey: 'forbiddenKey', params: { name } });
    const values = search.getAll(name);
    result[name] = values.length === 1 ? values[0] : values;
  }
  return result;
}
