/** What other features may ask on the server about technicians who were sent. */
export { followTechnician } from './follow';
export { hashOf, TOKEN_FORM } from './link';
export { contactOf } from './message';
export { technicianStateOf } from './state';
