import { ContractScreen } from '@/components/contracts/contract-screen';
import { notExpiredList } from '@/components/contracts/contract-lists';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('saptdContract');

/** Maintenance contracts (silent-screens A5). */
export default withTexts(['contracts', 'escalator', 'list'], listPage('saptdContract', notExpiredList, ContractScreen));
