import { groupList } from '@/components/equipment-groups/group-list';
import { GroupListScreen } from '@/components/equipment-groups/group-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('equipgroup');

/** Start and stop groups (doc1 §2, silent-screens A10). */
export default withTexts(['equipmentGroups', 'escalator', 'list'], listPage('equipgroup', groupList, GroupListScreen));
