/**
 * The SQLSTATE of an error of pg, or of Prisma, which puts it deep inside; for other errors their own code. Undefined: it has
 * none.
 */
export function codeOf(error: unknown): string | undefined {
  const { code, cause, meta } = error as {
    code?: unknown;
    cause?: { code?: unknown; originalCode?: unknown };
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const found = meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? code ?? cause?.code;
  return typeof found === 'string' ? found : undefined;
}

/**
 * Did PostgreSQL refuse the data itself (SQLSTATE 22, 23, 54)? Then another attempt cannot help; every other error may
 * pass, above all an unavailable server.
 */
export function isDataError(error: unknown): boolean {
  return /^(22|23|54)[0-9A-Z]{3}$/.test(codeOf(error) ?? '');
}

/** Codes of sockets, PostgreSQL and Prisma that mean "unavailable". 25006: a standby, which takes no writes. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[1-3]|08\d\d\d|25006|53300|P1001|P1002|P1008|P1017|P2024|P2028)$/;
const AWAY_WORDS = /Connection terminated|timeout exceeded when trying to connect|timeout expired/;

/** Is the database away, or has a transaction waited too long for it? */
export const isAway = (error: unknown): boolean =>
  AWAY.test(codeOf(error) ?? '') || AWAY_WORDS.test(String((error as Error).message));

/** A lost deadlock, a lock or statement that took too long, no room: SQLSTATE 40, 53, 55P03, 57014. */
const CONTENDED = /^(40[0-9A-Z]{3}|53\d{3}|55P03|57014|P2034)$/;

/** Did the database fail by itself, not for what it was asked? Then the same may succeed later. */
export const mayPass = (error: unknown): boolean => isAway(error) || CONTENDED.test(codeOf(error) ?? '');
