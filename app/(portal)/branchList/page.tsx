import { BranchListScreen } from '@/components/branches/branch-list-screen';
import { branchList } from '@/components/branches/branch-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('branchList');

/** Branches, read-only (doc1 §2). */
export default withTexts(['branches', 'escalator', 'list'], listPage('branchList', branchList, BranchListScreen));
