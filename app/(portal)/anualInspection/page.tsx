import { approachingList } from '@/components/inspections/inspection-lists';
import { InspectionScreen } from '@/components/inspections/inspection-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('anualInspection');

/** Annual inspections (silent-screens A6). */
export default withTexts(
  ['escalator', 'inspections', 'list'],
  listPage('anualInspection', approachingList, InspectionScreen),
);
