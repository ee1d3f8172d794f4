/** What programs may ask of the import without a call through the door. */
export { importBatch } from './batch';
