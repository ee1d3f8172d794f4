/** What other features may ask on the server about incidents. */
export { acksOf } from './acks';
export { incidentState } from './incident-state';
export { openCallOut, stillTrapped } from './keys';
export { openedBy } from './incident';
