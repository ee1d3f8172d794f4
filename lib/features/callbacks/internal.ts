/** What other features may ask on the server about call-outs. */
export { hasOwnDispatch, openCallback, requireOwnDispatch } from './create';
export { CALLBACK_STATUSES, isFinal, shownStatus } from './latest-status';
export type { CallbackStatusCode } from './latest-status';
