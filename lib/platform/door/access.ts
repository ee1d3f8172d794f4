import { config } from '@/lib/config';
import type { Visitor } from '@/lib/platform/http/exchange';
import { AppError } from '@/lib/platform/contract/errors';
import { INTERNAL_HEADER, knowsInternalSecret } from '@/lib/platform/system/internal';

/** @throws access_denied unless the request carries the internal secret. */
export function requireInternal(request: Visitor): void {
  if (!knowsInternalSecret(request.headers.get(INTERNAL_HEADER), config().internalSecret))
    throw new AppError('access_denied');
}
