/** What other parts of the server ask of contracts. */
export { contractsDue } from './list';
