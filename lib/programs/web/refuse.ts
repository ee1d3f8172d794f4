import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import { DEFAULT_MAX_BYTES } from '@/lib/platform/http/body';
import { failure } from '@/lib/platform/contract/envelope';
import { AppError } from '@/lib/platform/contract/errors';
import { createMatcher } from '@/lib/platform/door/match';
import { isKnownMethod, KNOWN_METHODS } from '@/lib/platform/http/node-adapter';
import { OPERATIONS } from '@/lib/platform/door/registry';

/** What the thin server refuses itself, before Next or the gateway do any work (api.md §1.2). */

const SMS_PREFIX = '/sms/';
/** Size limit of a form with a file, besides the file. */
const FORM_BYTES = 256 * 1024;

const isReadable = (path: string) => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const match = createMatcher(OPERATIONS);

/** Largest body that the path's operation accepts; for an unknown path only a small one. */
function largestBody(method: string, path: string): number {
  try {
    const { maxBytes = DEFAULT_MAX_BYTES, upload } = match(method, path.slice(SMS_PREFIX.length)).operation;
    return upload ? upload.below + FORM_BYTES : maxBytes;
  } catch {
    return DEFAULT_MAX_BYTES;
  }
}

/**
 * The refusal of a request before anything behind it runs: an unknown method, a path that is no UTF-8, a body that
 * declares itself too large. undefined: it may pass.
 * @param isSocket Socket.IO limits its own messages
 */
export function refusalOf(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  path: string,
  isSocket: boolean,
): AppError | undefined {
  if (!isKnownMethod(method)) return new AppError('method_not_allowed', { headers: { Allow: KNOWN_METHODS } });
  if (!isReadable(path)) return new AppError('bad_request', { messageKey: 'badPath' });
  if (!path.startsWith(SMS_PREFIX) || isSocket) return undefined;
  return Number(headers['content-length'] ?? '0') > largestBody(method ?? '', path)
    ? new AppError('payload_too_large')
    : undefined;
}

/** Answers with the envelope of the contract. */
export function sendRefusal(response: ServerResponse, refusal: AppError): void {
  const { method, headers } = response.req;
  const body = JSON.stringify(failure(refusal, parseLanguage(headers['accept-language'])));
  response.writeHead(refusal.code, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...refusal.headers,
  });
  response.end(method === 'HEAD' ? undefined : body);
}
