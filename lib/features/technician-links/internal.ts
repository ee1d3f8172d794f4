/** What other features use of dispatched technicians on the server. */
export { followTechnician } from './follow';
export { hashOf, TOKEN_FORM } from './link';
export { contactOf } from './message';
export { technicianStateOf } from './state';
