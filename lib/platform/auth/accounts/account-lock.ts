import type { Prisma } from '@/lib/platform/db/generated/client';

/**
 * Locks an account until the transaction ends. Code that writes an account together with its proofs (codes, links)
 * locks the account first: a trigger ends the proofs of a changed account in the same order.
 */
export async function lockAccount(sql: Pick<Prisma.TransactionClient, '$executeRaw'>, username: string): Promise<void> {
  await sql.$executeRaw`SELECT 1 FROM users WHERE username = ${username} FOR UPDATE`;
}
