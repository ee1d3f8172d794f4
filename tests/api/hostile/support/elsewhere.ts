/** What no fault is although it is 5xx: the word of something that is elsewhere, by the operation that asks it. */
const WORDS: Readonly<Record<string, number>> = {
  // A camera or its platform (api.md §2.10): offline, nothing recorded.
  getVideoUrl: 502,
  startVideo: 502,
  downloadRecord: 502,
  // A screen that is not linked (api.md §2.26).
  publishNotice: 503,
  // Documents are drawn by the gateway, which does not run here.
  getHealthReportPdf: 503,
  mailHealthReport: 503,
  getBiweeklyPdf: 503,
  downloadBiweeklyZip: 503,
  mailBiweekly: 503,
  getMonthlyPdf: 503,
  mailMonthly: 503,
  getReportPdf: 503,
};

/** Is this answer the word of what is elsewhere? */
export const isWordFromElsewhere = (operation: string, status: number): boolean => WORDS[operation] === status;
