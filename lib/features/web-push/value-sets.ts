/** What reaches a browser that is closed (decision 021). */

export const PUSH_KINDS = ['entrapment', 'fault', 'escalation', 'announcement'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

export const PUSH_STATES = ['QUEUED', 'SENT', 'FAILED', 'WITHDRAWN'] as const;

/** Why a notice did not leave: it was over before, or the device no longer wants any. */
export const WITHDRAW_REASONS = ['over', 'noDevice'] as const;

/** Devices of one account. */
export const MOST_DEVICES = 10;
