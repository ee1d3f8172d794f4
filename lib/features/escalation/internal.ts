/** What the clock does about incidents, and what of it every list of them shows. */
export { notifyGivenBack } from './assignments';
export { runEscalation } from './run';
export { adoptOpen } from './adopt';
export { notifyUnanswered } from './unanswered-symptoms';
export { clockOf, currentMarks, isArrivalLate, isFree, nextClock } from './clocks';
export type { ReaderTime, StoredMark } from './clocks';
export { escalationLogOf, peopleNotified } from './escalation-log';
