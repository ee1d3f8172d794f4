/** What the gateway runs of the reminders. */
export { textOverdue } from './overdue';
