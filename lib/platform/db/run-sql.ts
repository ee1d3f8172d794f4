import type { Queryable } from './client';
import type { Transaction } from './transaction';

/** A connection or an open transaction, of pg or of Prisma. */
export type SqlRunner = Queryable | Pick<Transaction, '$executeRawUnsafe'>;

/** Runs a statement whose rows nobody needs. */
export async function runSql(sql: SqlRunner, text: string, values: readonly (string | number | null)[]): Promise<void> {
  if ('$executeRawUnsafe' in sql) await sql.$executeRawUnsafe(text, ...values);
  else await sql.query(text, [...values]);
}
