import { z } from 'zod';
import { KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import { filterKeys, filterText, none, pageOf, paging } from '@/lib/platform/contract/schemas';
import { mailAddress } from '@/lib/platform/mail/contract';
import { projectIds, READERS, ReportInput } from './input-contract';

/** Projects to report on, and reports by e-mail (doc3 §2.11, api.md §2.15). */

export const REPORT_PROJECT_SORT_FIELDS = ['createDate', 'projectId', 'projectName'] as const;

export const ReportProject = z.object({
  projectId: z.string(),
  projectName: z.string(),
  address: z.string().nullable(),
  branchName: z.string(),
});
export type ReportProject = z.output<typeof ReportProject>;

const month = filterText(7).refine(
  (value) => value === undefined || /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value),
  'badValue',
);

/** The months are those of the reports; they are checked here, before one is asked for. Errors: validation_failed (M15, M17). */
export const listReportProjects = operation({
  name: 'listReportProjects',
  method: 'POST',
  path: 'report/getProjectListByUser',
  access: READERS,
  scope: 'prj',
  input: paging(REPORT_PROJECT_SORT_FIELDS, 1000).extend({
    /** As the documents send it; whose list it is, the caller says. */
    username: filterText(64),
    searchKey: filterText(),
    projectId: filterKeys,
    startDate: month,
    endDate: month,
  }),
  output: pageOf(ReportProject),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Projects to report on (api.md §2.15)',
  audit: 'view',
});

/**
 * The report by e-mail, with its PDF. Errors: as getHealthReportPdf; validation_failed (M17 above 15 projects of a
 * branch user, M18, an address that opted out), rate_limited.
 */
export const mailHealthReport = operation({
  name: 'mailHealthReport',
  method: 'POST',
  path: 'health/pdf/sendEmailByProjects',
  access: READERS,
  scope: 'prj',
  input: ReportInput.omit({ projectId: true }).extend({
    projectIds,
    username: filterText(64),
    emailAddress: mailAddress,
  }),
  output: none,
  summary: 'The report on projects by e-mail (api.md §2.15)',
  audit: 'export',
});
