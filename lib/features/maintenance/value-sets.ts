import type { UploadRule } from '@/lib/platform/contract/received-file';

/** Maintenance jobs (api.md §1.11). */

export const MAINTENANCE_STATUSES = ['LOCK', 'PLAN', 'DONE', 'CONFIRM'] as const;
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number];

/** States of a day of the calendar: a signed job counts as done (doc3 §4.9). */
export const CALENDAR_STATUSES = ['PLAN', 'LOCK', 'DONE'] as const;
export type CalendarStatus = (typeof CALENDAR_STATUSES)[number];
/** From the first day of a month to the same day two months later. */
export const CALENDAR_DAYS = 92;

/** What the list can be filtered by: a state, or what was planned for an earlier day and is not done. */
export const FOUND_STATUSES = [...MAINTENANCE_STATUSES, 'OVERDUE'] as const;
/** The options of the list's filter (doc3 §4.9), and the overdue ones. */
export const FILTER_STATUSES = ['PLAN', 'DONE', 'OVERDUE'] as const;

/** By how many days a job is overdue; 0: it is done, or its day is not over. @param today `yyyy-MM-dd` */
export const daysOverdue = (
  { jobStatus, planDate }: { readonly jobStatus: MaintenanceStatus; readonly planDate: string },
  today: string,
): number =>
  jobStatus === 'PLAN' || jobStatus === 'LOCK'
    ? Math.max(0, Math.round((Date.parse(today) - Date.parse(planDate)) / 86_400_000))
    : 0;

/** Results of a check item, as stored and printed (silent-screens E1). */
export const ITEM_RESULTS = [
  '\u6b63\u5e38',
  '\u8c03\u6574',
  '\u66f4\u6362',
  '\u65e0\u6b64\u9879',
  '\u5f02\u5e38',
] as const;
export type ItemResult = (typeof ITEM_RESULTS)[number];
/** Something is wrong: the item needs a remark. */
export const ABNORMAL: ItemResult = ITEM_RESULTS[4];
/** Text keys of the results, in the same order. */
export const RESULT_NAMES = ['normal', 'adjusted', 'replaced', 'absent', 'abnormal'] as const;
export type ResultName = (typeof RESULT_NAMES)[number];
/** undefined for another text from an import. */
export const resultName = (result: string): ResultName | undefined =>
  RESULT_NAMES[ITEM_RESULTS.findIndex((one) => one === result)];
/** Separates names in one line, in both languages (doc3 §3). */
export const NAME_COMMA = '\u3001';

/** Photos of a check item (readings 251); each is made small before it is sent. */
export const MAX_PHOTOS = 6;
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp';
export const PHOTO_UPLOAD: UploadRule = {
  types: ['jpg', 'png'],
  below: 10 * 1024 * 1024 + 1,
  tooLarge: 'photoTooLarge',
  badType: 'imageType',
  failed: 'fileFailed',
};

/** Half-month work is due again after this many days (TSG T5002, silent-screens E1). */
export const HALF_MONTH_DAYS = 15;

/** The steps in a job's history. */
export const JOB_STEPS = ['PLANNED', 'ASSIGN', 'RESCHEDULE', 'LOCK', 'UNLOCK', 'DONE', 'CONFIRM'] as const;
export type JobStep = (typeof JOB_STEPS)[number];

/** The states of a report (doc3 §4.11): generated, generating, awaiting the signature. */
export const REPORT_STATUSES = ['1', '2', '3'] as const;

/** The field for signatures, in units of a stroke's points. */
export const SIGN_WIDTH = 1000;
export const SIGN_HEIGHT = 600;
/** The most points of a signature: a minute of steady writing. */
export const MAX_SIGN_POINTS = 4000;
export const MAX_SIGN_STROKES = 200;

/** The states that a filter by a status includes (api.md §1.11, readings 73). */
export const FOUND_WITH: Readonly<Record<MaintenanceStatus, readonly MaintenanceStatus[]>> = {
  PLAN: ['PLAN', 'LOCK'],
  LOCK: ['LOCK'],
  DONE: ['DONE', 'CONFIRM'],
  CONFIRM: ['CONFIRM'],
};

/** The work is done, signed or not. */
export const DONE_STATUSES = FOUND_WITH.DONE;

/** The stored status. */
export function maintenanceStatusOf(stored: string): MaintenanceStatus {
  return MAINTENANCE_STATUSES.find((status) => status === stored) ?? 'PLAN';
}

export const KINDS = ['BI', 'Q', 'S', 'A', 'E', 'G'] as const;
export type MaintenanceKind = (typeof KINDS)[number];

/**
 * The kind at the end of a type `{YAE,YGE}_{ELE,ESC,OTH}_{kind}`; undefined for other codes, which are shown as they
 * are.
 */
export function maintenanceKind(maintenanceType: string): MaintenanceKind | undefined {
  const end = /^(?:YAE|YGE)_(?:ELE|ESC|OTH)_([A-Z]+)$/.exec(maintenanceType)?.[1];
  return KINDS.find((kind) => kind === end);
}

const MAKERS = ['YAE', 'YGE'] as const;
const MACHINES = ['ELE', 'ESC', 'OTH'] as const;
/** Every type of the form above, in the order of the select field. */
export const MAINTENANCE_TYPES: readonly string[] = MAKERS.flatMap((maker) =>
  MACHINES.flatMap((machine) => KINDS.map((kind) => `${maker}_${machine}_${kind}`)),
);

/** Kinds of job that the portal names; what else an ERP sends stays as it was written. */
const JOB_TYPES = ['PLAN', 'EXTRA', 'REPAIR'] as const;
export const jobTypeOf = (stored: string): (typeof JOB_TYPES)[number] | undefined =>
  JOB_TYPES.find((type) => type === stored);

/** Machine and kind of a type; undefined for other codes. */
export function maintenanceParts(
  maintenanceType: string,
): { machine: (typeof MACHINES)[number]; kind: MaintenanceKind } | undefined {
  const kind = maintenanceKind(maintenanceType);
  const machine = MACHINES.find((one) => one === maintenanceType.split('_')[1]);
  return kind && machine ? { machine, kind } : undefined;
}
