/** What the clock does about incidents, and what of it every list of them shows. */
export { tellGivenBack } from './assignments';
export { runEscalation } from './run';
export { adoptOpen } from './adopt';
export { tellUnanswered } from './unanswered';
export { clockOf, currentMarks, isArrivalLate, isFree, nextClock } from './clocks';
export type { ReaderTime, StoredMark } from './clocks';
export { toldOf, toldPeople } from './told';
