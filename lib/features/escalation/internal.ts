/** What the clock does about incidents. */
export { runEscalation } from './run';
