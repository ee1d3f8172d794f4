/** How far the technician of a dispatch is (readings 245); `told` only when a provider took the message. */
export const TECHNICIAN_STATES = ['none', 'sending', 'told', 'failed', 'accepted', 'onWay', 'givenBack'] as const;
export type TechnicianStateName = (typeof TECHNICIAN_STATES)[number];
