/** The actions of a technician with the link, in the order of the work. */
export const ASSIGNMENT_ACTIONS = ['accept', 'onWay', 'arrive', 'free', 'close', 'giveBack'] as const;
export type AssignmentAction = (typeof ASSIGNMENT_ACTIONS)[number];
