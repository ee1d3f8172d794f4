/** What other parts of the server ask of inspections. */
export { keepRows } from './save';
export { inspectionsDue } from './list';
