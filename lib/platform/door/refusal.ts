import { AppError } from '@/lib/platform/contract/errors';
import { codeOf, isAway } from '@/lib/platform/db/failure';
import { logger } from '@/lib/platform/system/log';

const FIVE_SECONDS = '5';
/** No room on a disk: the database's, or that of DATA_DIR. */
const NO_ROOM = /^(53100|ENOSPC|EDQUOT)$/;

/** 503 with the time of the next attempt. */
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', { headers: { 'Retry-After': FIVE_SECONDS }, cause });

/** The same for want of room, which the caller is told: only somebody who runs the portal can help. */
const noRoom = (cause: unknown) =>
  new AppError('unavailable', { messageKey: 'noRoom', headers: { 'Retry-After': FIVE_SECONDS }, cause });

export const isNoRoom = (error: unknown): boolean => NO_ROOM.test(codeOf(error) ?? '');

/**
 * An unexpected failure for the caller: a database that is away and a disk that is full are 503, everything else 500 without
 * internals.
 */
export function asAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) {
    if (error.id === 'server_error') logger('door').error({ err: error, requestId }, 'a call failed');
    return error;
  }
  if (isNoRoom(error)) {
    logger('door').error({ err: error, requestId }, 'no room on the disk');
    return noRoom(error);
  }
  const away = isAway(error);
  logger('door').error({ err: error, requestId }, away ? 'database away' : 'unexpected failure');
  return away ? unavailable(error) : new AppError('server_error', { cause: error });
}
