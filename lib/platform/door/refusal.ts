import { AppError } from '@/lib/platform/contract/errors';
import { logger } from '@/lib/platform/system/log';

const FIVE_SECONDS = '5';
/** Codes of sockets, PostgreSQL and Prisma that mean "unavailable". 25006: a standby, which takes no writes. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[1-3]|08\d\d\d|25006|53300|P1001|P1002|P1008|P1017|P2024)$/;

interface Coded {
  readonly code?: unknown;
  readonly cause?: Coded;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: unknown } } };
}
/** Its own code and those within: what Prisma has no code for it gives one of its own, and PostgreSQL's stands deeper. */
const codesOf = ({ code, cause, meta }: Coded): unknown[] => [
  code,
  cause?.code,
  meta?.driverAdapterError?.cause?.originalCode,
];

/** 503 with the time of the next attempt. */
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', { headers: { 'Retry-After': FIVE_SECONDS }, cause });

/** An unexpected failure for the caller: an unavailable database is 503, everything else 500 without internals. */
export function asAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) {
    if (error.id === 'server_error') logger('door').error({ err: error, requestId }, 'a call failed');
    return error;
  }
  const isAway =
    codesOf(error as Coded).some((code) => AWAY.test(String(code))) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(String((error as Error).message));
  logger('door').error({ err: error, requestId }, isAway ? 'database away' : 'unexpected failure');
  return isAway ? unavailable(error) : new AppError('server_error', { cause: error });
}
