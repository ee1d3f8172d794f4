/** The states of a call-out, and which of them end it (silent-screens F3). The only place that knows. Pure. */

/** In the order of the life cycle. */
export const CALLBACK_STATUSES = ['INIT', 'REQU', 'PAGE', 'DISP', 'SITE', 'INTR', 'CLSO', 'CLSC'] as const;
export type CallbackStatusCode = (typeof CALLBACK_STATUSES)[number];

/** Closed and cancelled: nothing moves it any more. */
export const OVER_STATUSES = ['CLSO', 'CLSC'] as const satisfies readonly CallbackStatusCode[];
export const isCallbackOver = (status: string): boolean => OVER_STATUSES.some((over) => over === status);

/** The steps that nobody has answered. */
export const UNANSWERED_STATUSES = ['INIT', 'REQU'] as const satisfies readonly CallbackStatusCode[];

/** All but the cancelled ones: what statistics, reports and figures count (readings 216). */
export const COUNTED_STATUSES = CALLBACK_STATUSES.filter((status) => status !== 'CLSC');
/** Those that somebody still has to do something about. */
export const OPEN_STATUSES = CALLBACK_STATUSES.filter((status) => !isCallbackOver(status));

/** undefined: it is the state of something else. */
export const knownCallbackStatus = (text: string | null): CallbackStatusCode | undefined =>
  CALLBACK_STATUSES.find((status) => status === text);
/** A state as it is stored; the table's check holds it. */
export const callbackStatusOf = (stored: string): CallbackStatusCode => knownCallbackStatus(stored) ?? 'INIT';

/** The open ones, as a filter of `callback`. */
export const OPEN_CALLBACK = { jobStatus: { notIn: [...OVER_STATUSES] } };

/** The same of the rows of a query, word for word as its partial indexes say it. @param alias of `callback` in the query */
export const openCallbackSql = (alias: string): string =>
  `${alias}.job_status NOT IN (${OVER_STATUSES.map((status) => `'${status}'`).join(', ')})`;
