import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { FOUR_MAINTENANCE_AUTHORITIES } from '@/lib/platform/contract/authorities';
import { anyOf, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import { dateOut, filterDay, filterEnum, filterText, key, pageOf, paging } from '@/lib/platform/contract/schemas';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { MAX_REPORTS, REPORT_STATUSES } from './value-sets';

/** Maintenance reports and their documents (api.md §2.13; shapes of §2.28). */

/** Columns the list may be sorted by; the job number always ends the order. */
export const REPORT_SORT_FIELDS = ['mntDate', 'mntType', 'status', 'equipmentNo'] as const;
const MAX_PAGE_SIZE = 100;
/** Everybody who may open the page (readings 237); signing needs a right of its own. */
const REPORT_READERS = anyOf(...FOUR_MAINTENANCE_AUTHORITIES);

export const MaintenanceReportRow = z.object({
  jobNo: z.string(),
  equipmentNo: z.string(),
  equipmentDesc: z.string(),
  /** The name of the building. */
  equipmentName: z.string().nullable(),
  mntDate: dateOut,
  /** Code of api.md §1.11, `YAE_ELE_BI` … */
  mntType: z.string(),
  /** The authority's registration number of the unit. */
  registerNo: z.string().nullable(),
  status: z.enum(REPORT_STATUSES),
  mntOwners: z.string().nullable(),
});
export type MaintenanceReportRow = z.output<typeof MaintenanceReportRow>;

const ReportFilters = z.object({
  /** Part of equipment number, description, building or registration number. */
  searchObject: filterText(),
  mntType: filterText(20),
  status: filterEnum(REPORT_STATUSES),
  /** Both: M15; at most 60 days apart, not in the future. */
  startDate: filterDay,
  endDate: filterDay,
});
export type ReportFilters = z.output<typeof ReportFilters>;

const ReportQuery = paging(REPORT_SORT_FIELDS, MAX_PAGE_SIZE).extend(ReportFilters.shape);
const Reports = pageOf(MaintenanceReportRow).extend(CutHistory.shape);

/** Reports that were sent to the caller's own phone. Errors: validation_failed (M15, span, future). */
export const queryReportsByPhone = operation({
  name: 'queryReportsByPhone',
  method: 'POST',
  path: 'paperless/sendMessage/query',
  access: REPORT_READERS,
  scope: 'self',
  input: ReportQuery,
  output: Reports,
  summary: 'Maintenance reports sent to the caller’s own phone (api.md §2.13)',
  audit: 'view',
});

/** Reports of the units in scope. Errors: as queryReportsByPhone. */
export const queryReportsByEquipment = operation({
  name: 'queryReportsByEquipment',
  method: 'POST',
  path: 'maintenance/paperlessMaintenance',
  access: REPORT_READERS,
  scope: 'eq',
  input: ReportQuery,
  output: Reports,
  summary: 'Maintenance reports of the units in scope (api.md §2.13)',
  audit: 'view',
});

/**
 * The document of one job. Errors: not_found (also when it is not generated yet), no_object_permission, unavailable.
 */
export const getReportPdf = operation({
  name: 'getReportPdf',
  method: 'GET',
  path: 'paperless/mnt/getFile/{jobNo}',
  access: REPORT_READERS,
  scope: 'eq',
  input: z.object({ jobNo: key, download: filterEnum(['1']) }),
  output: fileOutput,
  summary: 'The document of a maintenance job, to be shown or kept (api.md §2.13)',
  audit: 'export',
});

/** Address of a document, for viewing or download. */
export const documentHref = (jobNo: string, isKept = false): string =>
  `/sms/${getReportPdf.path.replace('{jobNo}', encodeURIComponent(jobNo))}${isKept ? '?download=1' : ''}`;

/**
 * Several documents as one archive; one invalid key refuses all. Errors: validation_failed (M16, M15), not_found,
 * no_object_permission.
 */
export const downloadReportZip = operation({
  name: 'downloadReportZip',
  method: 'POST',
  path: 'paperless/maintenance/downloadPdfAsZip',
  access: REPORT_READERS,
  scope: 'eq',
  input: z.object({
    jobNos: z.array(key, { error: 'reportsRequired' }).min(1, 'reportsRequired').max(MAX_REPORTS, 'tooMany'),
    startDate: filterDay,
    endDate: filterDay,
  }),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Documents of up to 200 maintenance jobs as one zip (api.md §2.13)',
  audit: 'export',
});

export const maintenanceReportOperations = [
  queryReportsByPhone,
  queryReportsByEquipment,
  getReportPdf,
  downloadReportZip,
];
