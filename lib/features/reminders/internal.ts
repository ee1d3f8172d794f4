/** What the gateway runs of the reminders. */
export { remindAhead } from './due-notices';
export { textOverdue } from './overdue-messages';
