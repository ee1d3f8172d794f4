import { AppError } from './errors';

/** Reading and guarding a request body before any schema sees it (api.md §1.2). */

const DEFAULT_MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 20;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads at most `maxBytes`; the stream is cancelled beyond, so a huge body costs nothing. @throws payload_too_large */
export async function readBytes(request: Request, maxBytes = DEFAULT_MAX_BYTES): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > maxBytes) throw new AppError('payload_too_large');
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new AppError('payload_too_large');
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

/** Parses a JSON object body. An empty body is `{}`. @throws unsupported_media_type, bad_request, payload_too_large */
export async function readJsonObject(request: Request, maxBytes?: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('unsupported_media_type', { messageKey: 'unsupportedContentType' });
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('bad_request', { messageKey: 'badJson' });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new AppError('bad_request', { messageKey: 'badJson' });
  guard(parsed, 1);
  return parsed as Record<string, unknown>;
}

/** Refuses keys that could reach a prototype and structures deeper than the contract allows. */
function guard(value: object, depth: number): void {
  if (depth > MAX_DEPTH) throw new AppError('bad_request', { messageKey: 'tooDeep' });
  const entries: [string, unknown][] = Array.isArray(value) ? value.map((item, index) => [String(index), item]) : Object.entries(value);
  for (const [name, child] of entries) {
    if (FORBIDDEN_KEYS.has(name)) throw new AppError('bad_request', { messageKey: 'forbiddenKey', params: { name } });
    if (typeof child === 'object' && child !== null) guard(child, depth + 1);
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
