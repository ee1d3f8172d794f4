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
