/** What the gateway runs of the reminders, and what ends one. */
export { remindAhead } from './ahead';
export { textOverdue } from './overdue';
export { askForSignatures, settleSignature, tellPlans } from './jobs';
