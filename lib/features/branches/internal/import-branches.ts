import { z } from 'zod';
import { key, text } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';

/**
 * Imports branches and key accounts from their source system, in the caller's transaction (api.md §2.27, fields of
 * §5.3).
 */

type BranchImportOutcome =
  'created' | 'updated' | 'unchanged' | { readonly messageKey: string; readonly params: Record<string, string> };

export const BranchImport = z.object({
  branchCode: key,
  branchId: key.optional(),
  branchName: text().min(1, 'required'),
  branchFullName: text().optional(),
  companyCode: text(40).nullish(),
});

/** One after the other: there are a few hundred. A branch without an id is identified by its code. */
export async function importBranches(
  sql: Transaction,
  rows: readonly (z.output<typeof BranchImport> & { updatedAt?: Date | null })[],
  source: string,
): Promise<BranchImportOutcome[]> {
  const outcomes: BranchImportOutcome[] = [];
  for (const { branchCode, branchId, branchName, branchFullName, companyCode, updatedAt } of rows) {
    const before = await sql.branch.findUnique({ where: { branchCode } });
    if (before && updatedAt && updatedAt < before.updatedAt) {
      outcomes.push('unchanged');
      continue;
    }
    const next = {
      branchName,
      branchId: branchId ?? before?.branchId ?? branchCode,
      branchFullName: branchFullName ?? before?.branchFullName ?? branchName,
      companyCode: companyCode === undefined ? (before?.companyCode ?? null) : companyCode,
    };
    const rival = await sql.branch.findUnique({ where: { branchId: next.branchId }, select: { branchCode: true } });
    if (rival && rival.branchCode !== branchCode) {
      outcomes.push({ messageKey: 'alreadyExists', params: { name: `branchId ${next.branchId}` } });
      continue;
    }
    const isSame =
      before &&
      before.branchName === next.branchName &&
      before.branchId === next.branchId &&
      before.branchFullName === next.branchFullName &&
      before.companyCode === next.companyCode;
    if (isSame) outcomes.push('unchanged');
    else {
      const data = { ...next, updatedAt: updatedAt ?? new Date() };
      await sql.branch.upsert({
        where: { branchCode },
        create: { branchCode, createBy: source, ...data },
        update: data,
      });
      outcomes.push(before ? 'updated' : 'created');
    }
  }
  return outcomes;
}

export const KeyAccountImport = z.object({ kaId: key, name: text().min(1, 'required') });

export async function importKeyAccounts(
  sql: Transaction,
  rows: readonly z.output<typeof KeyAccountImport>[],
  source: string,
): Promise<BranchImportOutcome[]> {
  const outcomes: BranchImportOutcome[] = [];
  for (const { kaId, name } of rows) {
    const before = await sql.keyAccount.findUnique({ where: { kaId } });
    if (before?.name !== name)
      await sql.keyAccount.upsert({ where: { kaId }, create: { kaId, name, createBy: source }, update: { name } });
    outcomes.push(before === null ? 'created' : before.name === name ? 'unchanged' : 'updated');
  }
  return outcomes;
}
