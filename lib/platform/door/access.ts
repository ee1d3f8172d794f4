import { timingSafeEqual } from 'node:crypto';
import { config } from '@/lib/config';
import type { Asking } from '@/lib/platform/http/exchange';
import { AppError } from '@/lib/platform/contract/errors';

/** Header of calls between our own processes (broker hooks). */
export const INTERNAL_HEADER = 'x-internal-secret';

/** @throws access_denied unless the request carries the internal secret. */
export function requireInternal(request: Asking): void {
  const given = Buffer.from(request.headers.get(INTERNAL_HEADER) ?? '');
  const wanted = Buffer.from(config().internalSecret);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError('access_denied');
}
