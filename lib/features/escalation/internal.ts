/** What the clock does about incidents, and what of it every list of them shows. */
export { runEscalation } from './run';
export { adoptOpen } from './adopt';
export { acksOf } from './acks';
export { isArrivalLate, isFree, nextClock } from './clocks';
export type { Manner } from './clocks';
export { toldOf } from './told';
