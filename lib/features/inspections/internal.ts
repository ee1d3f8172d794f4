/** What the gateway runs of inspections. */
export { keepRows } from './save';
