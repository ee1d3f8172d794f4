/** What other features ask about call-outs, on the server. */
export { openCallback, requireOwnDispatch } from './create';
