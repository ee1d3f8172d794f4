import type { BranchRow } from '@/lib/branches/contract';

/** A branch in a list of choices: its name says it, its code tells namesakes apart. */
export const branchChoice = ({ branchCode, branchName }: BranchRow) => ({ value: branchCode, label: branchName, hint: branchCode });
