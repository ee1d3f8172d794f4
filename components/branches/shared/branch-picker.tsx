'use client';

import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { listBranchesByUserType, type BranchRow } from '@/lib/features/branches/contract';

/** A branch as a choice: shown by name, with the code for branches of the same name. */
export const branchChoice = ({ branchCode, branchName }: BranchRow) => ({
  value: branchCode,
  label: branchName,
  hint: branchCode,
});

/** The branch filter of a list, for head office. */
export function BranchFilter({ name = 'branchCode', label }: { readonly name?: string; readonly label: string }) {
  return <FilterLookUp name={name} label={label} operation={listBranchesByUserType} choiceOf={branchChoice} />;
}
