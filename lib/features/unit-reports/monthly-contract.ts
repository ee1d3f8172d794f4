import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { filterCode, filterDay, filterText, key, none, pageOf, paging } from '@/lib/platform/contract/schemas';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { mailAddress } from '@/lib/platform/mail/contract';
import { EquipmentReport } from './report-contract';
import { MONTHLY_TYPES } from './value-sets';

/** Monthly reports on units (doc3 §2.13, api.md §2.17). */

const READERS = anyOf('HEALTHREPORT_READ');
export const MONTHLY_SORT_FIELDS = ['equipmentNo', 'equipmentName', 'cubeNo', 'buildingName'] as const;

export const MonthlyRow = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  cubeNo: z.string().nullable(),
  equipmentType: z.string(),
  displayType: z.enum(DISPLAY_TYPES),
  productLine: z.string().nullable(),
  buildingName: z.string().nullable(),
  projectName: z.string(),
});
export type MonthlyRow = z.output<typeof MonthlyRow>;

/** Units whose report of the month may be asked for. Errors: validation_failed (M19). */
export const queryMonthly = operation({
  name: 'queryMonthly',
  method: 'POST',
  path: 'report/getHealthCheckReportInProject',
  access: READERS,
  scope: 'eq',
  input: paging(MONTHLY_SORT_FIELDS).extend({
    /** The running one to the fifth before it. */
    month: filterText(7),
    projectId: filterText(40),
    equipmentNo: filterText(),
    cubeNo: filterText(),
    equipmentType: filterCode(MONTHLY_TYPES),
  }),
  output: pageOf(MonthlyRow),
  summary: 'Units to report on (api.md §2.17)',
  audit: 'view',
});

/** Days as lists write them, or with slashes as documents do. */
const reportDay = z.preprocess((value) => (typeof value === 'string' ? value.replaceAll('/', '-') : value), filterDay);
const MonthlyInput = z.object({
  equipmentNo: key,
  startDate: reportDay,
  endDate: reportDay,
  /** As the documents send it; who asks, the session says. */
  username: filterText(64),
});
export type MonthlyInput = z.output<typeof MonthlyInput>;

/** The days are those of a month of the list. Errors: validation_failed (M19), not_found, no_object_permission, access_denied. */
export const getMonthly = operation({
  name: 'getMonthly',
  method: 'POST',
  path: 'report/getHealthCheckReportByNo',
  access: READERS,
  scope: 'eq',
  input: MonthlyInput,
  output: EquipmentReport,
  summary: 'The monthly report on a unit (api.md §2.17)',
  audit: 'view',
});

/** Without an end: the window that begins there. Errors: as getMonthly; unavailable. */
export const getMonthlyPdf = operation({
  name: 'getMonthlyPdf',
  method: 'GET',
  path: 'health/pdf/creator/equipment/{equipmentNo}',
  access: READERS,
  scope: 'eq',
  input: MonthlyInput,
  output: fileOutput,
  summary: 'The monthly report on a unit as PDF (api.md §2.17)',
  audit: 'export',
});

/** Errors: as getMonthlyPdf; validation_failed (M18, an address that opted out), rate_limited. */
export const mailMonthly = operation({
  name: 'mailMonthly',
  method: 'POST',
  path: 'health/pdf/sendEmailByEquipment',
  access: READERS,
  scope: 'eq',
  input: MonthlyInput.extend({ emailAddress: mailAddress }),
  output: none,
  summary: 'The monthly report on a unit by e-mail (api.md §2.17)',
  audit: 'export',
});
