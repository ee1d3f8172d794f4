import type { Transaction } from '@/lib/platform/db/transaction';

/** The gateway of a number `{gatewayNo}-{port}` (api.md §4.1), undefined for any other number. */
export function gatewayOf(cubeNo: string): string | undefined {
  return /^(.+)-(?:[1-9]|[12]\d|3[0-2])$/.exec(cubeNo)?.[1];
}

/** Most ports of a pro gateway (api.md §4.1). */
const MAX_PORTS = 32;

/** What a unit on any port of the gateway may name as its box. */
export const portNumbers = (gatewayNo: string): string[] =>
  Array.from({ length: MAX_PORTS }, (_, index) => `${gatewayNo}-${index + 1}`);

/**
 * Whoever registers these numbers is alone with them until the transaction ends: with a number, and with the gateway that
 * it could be a port of. No row of theirs exists yet that could be locked. The order keeps two batches from waiting for each
 * other, so a batch takes all of its numbers at once.
 */
export async function lockNumbers(sql: Transaction, cubeNos: readonly string[]): Promise<void> {
  const names = new Set(cubeNos.flatMap((cubeNo) => [cubeNo, gatewayOf(cubeNo) ?? cubeNo]));
  for (const name of [...names].sort())
    await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`cube ${name}`}, 0))`;
}
