/** What the gateway runs of the reminders. */
export { remindAhead } from './ahead';
export { textOverdue } from './overdue';
