/** The regular work on incidents, and what every list of them shows of it. */
export { notifyGivenBack } from './assignments';
export { runEscalation } from './run';
export { adoptOpen } from './adopt';
export { notifyUnanswered } from './unanswered-symptoms';
export { clockOf, currentMarks, isArrivalLate, isFree, nextClock } from './clocks';
export type { ReaderTime, StoredMark } from './clocks';
export { escalationLogOf, peopleNotified } from './escalation-log';
