/** What other features use of call-outs on the server. */
export { keepCallbackFacts, writeCallbackFacts } from './callback-facts';
export { requireCallback } from './detail';
export { hasOwnDispatch, openCallback, requireOwnDispatch } from './create';
export type { CallbackRequest } from './create';
export { workOf } from './detail';
export { followEntrapments, importEntrapments } from './entrapments';
export { shownStatus } from './latest-status';
export { causeWord, descriptionWord } from './fact-words';
export { callbackConditions } from './list';
export { freePersons, makeMove } from './move';
export type { MovedBy } from './move';
export { readRules } from './rules';
export { requireKept, shownOf } from './visible-callbacks';
export { followImported, markAt, nextLevel, syncMarks } from './sla-marks';
export type { MarkLevel, MarkOwner } from './sla-marks';
export { branchTechnicians, keepTechnician } from './technicians';
export { movesFrom } from './transitions';
export { takeWaitingSymptoms } from './waiting-symptoms';
