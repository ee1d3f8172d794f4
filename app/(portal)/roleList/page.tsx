import { RoleListScreen } from '@/components/roles/role-list-screen';
import { roleList } from '@/components/roles/role-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('roleList');

/** Roles (doc1 §2); only head office may also write (readings 64). */
export default withTexts(
  ['authorityNames', 'escalator', 'list', 'roles'],
  listPage('roleList', roleList, RoleListScreen),
);
