/** Why a detail page has nothing to show. */
export type DetailProblem = 'missing' | 'notFound' | 'forbidden' | 'refused' | 'failed';

/** The problem behind the code of a refused read: 511 and 403 forbid, 400 is a number that cannot exist. */
export function problemOf(code: number): DetailProblem {
  if (code === 511 || code === 403) return 'forbidden';
  return code === 404 || code === 400 ? 'notFound' : 'failed';
}

/** The same of a report: whether it is the unit, the window or the day that there is none of, its message says. */
export const reportProblemOf = (code: number): DetailProblem =>
  code === 400 || code === 404 ? 'refused' : problemOf(code);
