/** The reminders that the gateway runs. */
export { remindAhead } from './due-notices';
export { textOverdue } from './overdue-messages';
