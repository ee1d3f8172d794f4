/** Maintenance contracts by whether they run (silent-screens A5). */

export const CONTRACT_TABS = ['notExpired', 'expired', 'other'] as const;
export type ContractTab = (typeof CONTRACT_TABS)[number];
/** What the list of running ones may be narrowed to, in days. */
export const END_WITHIN = [30, 60, 90] as const;
/** So soon it is urgent. */
export const URGENT_DAYS = 15;
