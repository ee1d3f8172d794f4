/** The gateway's work on lost-warranty records. */
export { keepOffMaintenance } from './nightly';
