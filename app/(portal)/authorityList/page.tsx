import { AuthorityListScreen } from '@/components/authorities/authority-list-screen';
import { authorityList } from '@/components/authorities/authority-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('authorityList');

/** Authorities (doc1 §2); only head office may also write (readings 64). */
export default withTexts(
  ['authorities', 'authorityNames', 'list'],
  listPage('authorityList', authorityList, AuthorityListScreen),
);
