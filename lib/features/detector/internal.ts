/** What the gateway runs of the detector. */
export { actOnFindings } from './act';
export { moveSymptoms, tick } from './clock';
export { ContextKeeper } from './context';
export { judgeDays } from './nightly';
export { findQuiet } from './quiet';
/** What other features tell it. */
export { suspectTrapped } from './suspicion';
