import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import { dateOut, filterDay, filterText, key, none, pageOf, paging } from '@/lib/platform/contract/schemas';
import { mailAddress } from '@/lib/platform/mail/contract';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { EquipmentReport } from './report-contract';
import { MAX_MERGED } from './value-sets';

/** Biweekly reports on units (doc3 §2.12, api.md §2.16). */

const READERS = anyOf('CBM_MODEL_A_VIEW_READ');
export const BIWEEKLY_SORT_FIELDS = ['reportTime', 'equipmentNo'] as const;

const BiweeklyFilters = z.object({
  /** Both: M15. */
  startDate: filterDay,
  endDate: filterDay,
  projectName: filterText(),
  equipmentName: filterText(),
});
export type BiweeklyFilters = z.output<typeof BiweeklyFilters>;

export const BiweeklyRow = z.object({
  id: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  projectName: z.string(),
  /** The day on which the report stands. */
  createDate: dateOut,
});
export type BiweeklyRow = z.output<typeof BiweeklyRow>;

/** A day that must be there, with its own message. */
const dayOr = (messageKey: string) =>
  filterDay.refine((value): value is string => value !== undefined, messageKey).transform((value) => value ?? '');

/** Errors: validation_failed (M15). */
export const queryBiweekly = operation({
  name: 'queryBiweekly',
  method: 'POST',
  path: 'report/getCbmHEquipmentModelAReportPage',
  access: READERS,
  scope: 'eq',
  input: paging(BIWEEKLY_SORT_FIELDS).extend(BiweeklyFilters.shape),
  output: pageOf(BiweeklyRow).extend(CutHistory.shape),
  summary: 'Biweekly reports of the units in scope (api.md §2.16)',
  audit: 'view',
});

/** What it says stays as it was at the first read. Errors: not_found, no_object_permission, access_denied. */
export const getBiweekly = operation({
  name: 'getBiweekly',
  method: 'POST',
  path: 'report/getCbmHealthCheckReportByNo',
  access: READERS,
  scope: 'eq',
  input: z.object({ equipmentNo: key, reportTime: dayOr('timeRequired') }),
  output: EquipmentReport,
  summary: 'The biweekly report on a unit (api.md §2.16)',
  audit: 'view',
});

/** Errors: as getBiweekly; validation_failed (M19), unavailable. */
export const getBiweeklyPdf = operation({
  name: 'getBiweeklyPdf',
  method: 'GET',
  path: 'cbmHealth/pdf/creator/{equipmentNo}',
  access: READERS,
  scope: 'eq',
  input: z.object({ equipmentNo: key, reportTime: dayOr('timeRequired') }),
  output: fileOutput,
  summary: 'The biweekly report on a unit as PDF (api.md §2.16)',
  audit: 'export',
});

/** One invalid key refuses all. Errors: validation_failed (M16), as getBiweeklyPdf. */
export const downloadBiweeklyZip = operation({
  name: 'downloadBiweeklyZip',
  method: 'POST',
  path: 'cbmHealth/pdf/downloadZip',
  access: READERS,
  scope: 'eq',
  input: z.object({
    list: z
      .array(z.object({ equipmentNo: key, reportTime: dayOr('timeRequired') }), { error: 'biweeklyRequired' })
      .min(1, 'biweeklyRequired')
      .max(MAX_MERGED, 'biweeklyTooMany'),
    startDate: filterDay,
    endDate: filterDay,
  }),
  output: fileOutput,
  arrayAs: 'list',
  maxBytes: KEY_LIST_BYTES,
  summary: 'Up to ten biweekly reports as one zip (api.md §2.16)',
  audit: 'export',
});

/** Errors: as getBiweeklyPdf; validation_failed (M18, M19, an address that opted out), rate_limited. */
export const mailBiweekly = operation({
  name: 'mailBiweekly',
  method: 'POST',
  path: 'cbmHealth/pdf/sendEmail',
  access: READERS,
  scope: 'eq',
  input: z.object({ equipmentNo: key, reportTime: dayOr('dayRequired'), emailAddress: mailAddress }),
  output: none,
  summary: 'The biweekly report on a unit by e-mail (api.md §2.16)',
  audit: 'export',
});
