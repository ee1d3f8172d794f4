import { BranchImport, importBranches } from '@/lib/features/branches/internal/import-branches';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { importer } from '../kind';

export const branch = importer(BranchImport.extend({ updatedAt: sourceTime.nullish() }), importBranches);
