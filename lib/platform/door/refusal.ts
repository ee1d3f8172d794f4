import { AppError } from '@/lib/platform/contract/errors';
import { codeOf } from '@/lib/platform/db/data-error';
import { logger } from '@/lib/platform/system/log';

const FIVE_SECONDS = '5';
/** Codes of sockets, PostgreSQL and Prisma that mean "unavailable". 25006: a standby, which takes no writes. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[1-3]|08\d\d\d|25006|53300|P1001|P1002|P1008|P1017|P2024|P2028)$/;

const AWAY_WORDS = /Connection terminated|timeout exceeded when trying to connect|timeout expired/;
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
  const isAway = AWAY.test(codeOf(error) ?? '') || AWAY_WORDS.test(String((error as Error).message));
  logger('door').error({ err: error, requestId }, isAway ? 'database away' : 'unexpected failure');
  return isAway ? unavailable(error) : new AppError('server_error', { cause: error });
}
