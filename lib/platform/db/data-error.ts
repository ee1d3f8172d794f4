/**
 * Did PostgreSQL refuse the data itself (SQLSTATE 22, 23, 54)? Then another attempt cannot help; every other error may
 * pass, above all an unavailable server. Knows errors of pg and of Prisma.
 */
export function isDataError(error: unknown): boolean {
  const { code, meta } = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const state = meta?.driverAdapterError?.cause?.originalCode ?? code;
  return typeof state === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(state);
}
