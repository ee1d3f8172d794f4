import { downloadBiweeklyZip, getBiweekly, getBiweeklyPdf, mailBiweekly, queryBiweekly } from './biweekly-contract';
import { getMonthly, getMonthlyPdf, mailMonthly, queryMonthly } from './monthly-contract';

/** Reports on one unit: biweekly (doc3 §2.12) and monthly (doc3 §2.13). */
export const unitReportOperations = [
  queryBiweekly,
  getBiweekly,
  getBiweeklyPdf,
  downloadBiweeklyZip,
  mailBiweekly,
  queryMonthly,
  getMonthly,
  getMonthlyPdf,
  mailMonthly,
];
