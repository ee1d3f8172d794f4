/** The type of a call-out that a rule opened (api.md §2.28). */
export const OPENED_BY_RULE = 'Telemonitoring Breakdown' as const;

/** The types whose description may be a rule's words: opened by a rule, or by a person of what a rule found. */
export const RULE_WORDED: readonly string[] = [OPENED_BY_RULE, 'Telemonitoring Manual'];
