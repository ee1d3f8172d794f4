/** The type of a call-out that a rule opened (api.md §2.28). */
export const OPENED_BY_RULE = 'Telemonitoring Breakdown' as const;
