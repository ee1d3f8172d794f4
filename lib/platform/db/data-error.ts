/**
 * Did PostgreSQL refuse the data itself (SQLSTATE 22, 23, 54)? Then trying again cannot help; every other error may pass, a
 * server that is away above all. Knows errors of pg and of Prisma over it.
 */
export function isDataError(error: unknown): boolean {
  const { code, meta } = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const state = meta?.driverAdapterError?.cause?.originalCode ?? code;
  return typeof state === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(state);
}
