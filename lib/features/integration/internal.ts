/** What programs use of the import without a call of the contract. */
export { importBatch } from './batch';
