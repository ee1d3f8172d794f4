/** What the clock does about incidents. */
export { runEscalation } from './run';
export { adoptOpen } from './adopt';
export { tellUnanswered } from './unanswered';
