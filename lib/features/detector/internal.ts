/** What the gateway runs of the detector. */
export { actOnFindings } from './apply-findings';
export { moveSymptoms, tick } from './clock';
export { ContextKeeper } from './context';
export { judgeDays } from './nightly';
export { findIdleElevators } from './idle-elevators';
/** What other features tell it. */
export { suspectTrapped } from './suspicion';
