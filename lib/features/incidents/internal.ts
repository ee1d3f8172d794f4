/** What other features use of incidents on the server. */
export { acksOf } from './acks';
export { incidentState } from './incident-state';
export { openCallOut, stillTrapped } from './keys';
export { openedBy } from './incident';
