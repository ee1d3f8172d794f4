/** Applications of branches: value sets (api.md §2.28 ApprovalRow). */

export const APPROVAL_KINDS = ['new', 'role', 'invoice'] as const;
export const APPROVAL_STATES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'AUTO'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** After this time the head office is reminded; nothing is decided automatically. */
export const REMIND_AFTER_DAYS = 30;
