import { BranchImport, importBranches } from '@/lib/features/branches/internal';
import { sourceTime } from '@/lib/features/projects/internal';
import { importer } from '../kind';

export const branch = importer(BranchImport.extend({ updatedAt: sourceTime.nullish() }), importBranches);
