import { serve } from '@/lib/platform/contract/serve';
import { biweeklyArchive, biweeklyReport, drawBiweekly } from './biweekly';
import { downloadBiweeklyZip, getBiweekly, getBiweeklyPdf, mailBiweekly, queryBiweekly } from './biweekly-contract';
import { fileAnswer, mailFile } from './file';
import { findBiweekly, findMonthly } from './list';
import { drawMonthly, monthlyReport } from './monthly';
import { getMonthly, getMonthlyPdf, mailMonthly, queryMonthly } from './monthly-contract';

export const services = [
  serve(queryBiweekly, ({ actor }, query) => findBiweekly(actor, query)),
  serve(getBiweekly, async ({ actor, language }, key) => (await biweeklyReport(actor, key, language)).report),
  serve(getBiweeklyPdf, async ({ actor, language }, key) => fileAnswer(await drawBiweekly(actor, key, language))),
  serve(downloadBiweeklyZip, ({ actor, language }, asked) => biweeklyArchive(actor, asked, language)),
  serve(mailBiweekly, ({ actor, language }, { emailAddress, ...key }) =>
    mailFile(actor, { kind: 'biweekly', emailAddress, language }, () => drawBiweekly(actor, key, language)),
  ),
  serve(queryMonthly, ({ actor }, query) => findMonthly(actor, query)),
  serve(getMonthly, async ({ actor, language }, input) => (await monthlyReport(actor, input, language)).report),
  serve(getMonthlyPdf, async ({ actor, language }, input) => fileAnswer(await drawMonthly(actor, input, language))),
  serve(mailMonthly, ({ actor, language }, { emailAddress, ...input }) =>
    mailFile(actor, { kind: 'monthly', emailAddress, language }, () => drawMonthly(actor, input, language)),
  ),
];
