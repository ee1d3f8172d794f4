/** Maintenance reports (api.md §1.11). Importable everywhere. */

/** 1 generated, 2 generating, 3 awaiting the customer's signature. */
export const REPORT_STATUSES = ['3', '2', '1'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];
export const GENERATED: ReportStatus = '1';
export const UNSIGNED: ReportStatus = '3';

/** Longest range of a search in days (doc3 §9: 5184000000 ms each side of the first pick). */
export const MAX_REPORT_DAYS = 60;
/** The most reports in one archive. */
export const MAX_REPORTS = 200;
/** Page sizes of the table (doc3 §9). */
export const REPORT_PAGE_SIZES = [15, 30, 50, 100] as const;
