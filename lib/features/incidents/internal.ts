/** What other features may ask on the server about incidents. */
export { openCallOut, stillTrapped } from './keys';
export { openedBy } from './incident';
