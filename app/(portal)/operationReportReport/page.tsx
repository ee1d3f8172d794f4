import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { operationReport } from '@/components/operation-report/operation-report';
import { OperationReportScreen } from '@/components/operation-report/operation-report-screen';

export const generateMetadata = titleOf('operationReportReport');

/** Operation report (doc3 §2.14). */
export default withTexts(
  ['operationReport', 'facts', 'list'],
  listPage('operationReportReport', operationReport, OperationReportScreen),
);
