import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { UserListScreen } from '@/components/users/user-list-screen';
import { userListOf } from '@/components/users/user-list';

export const generateMetadata = titleOf('userList');

/** Accounts (doc1 §2). */
export default withTexts(
  ['authorityNames', 'equipment', 'escalator', 'list', 'projects', 'userList'],
  listPage('userList', ({ userType }) => userListOf(userType), UserListScreen),
);
