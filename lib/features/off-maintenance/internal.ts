/** What the gateway runs of lost-warranty records. */
export { keepOffMaintenance } from './nightly';
