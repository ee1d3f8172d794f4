/** What became of a call to another server that refused it or did not answer. Pure. */

/** Trying again may help: it was busy, or away. */
export const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Why `fetch` failed. It never repeats what the call held. @param seconds its time-out */
export const noAnswerReason = (error: unknown, seconds: number): string =>
  error instanceof Error && error.name === 'TimeoutError' ? `no answer in ${seconds} s` : 'no connection';
