/** Words of report subscriptions (api.md §2.15, §2.28). */

export const SUBSCRIPTION_KINDS = ['health', 'biweekly', 'monthly'] as const;
export type SubscriptionKindName = (typeof SUBSCRIPTION_KINDS)[number];

/** Why one ended: the account, its right, its projects, its address. */
export const END_REASONS = ['accountDisabled', 'rightsLost', 'projectsLost', 'optedOut'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Of an account. */
export const MAX_SUBSCRIPTIONS = 20;
/** Every month has this one. */
export const LAST_DAY = 28;
