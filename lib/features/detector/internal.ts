/** What the gateway runs of the detector. */
export { actOnFindings } from './act';
export { moveSymptoms, tick } from './clock';
export { ContextKeeper } from './context';
export { judgeDays } from './nightly';
