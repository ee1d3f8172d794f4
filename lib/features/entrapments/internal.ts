/** What other features may ask on the server about trapped persons. */
export { placeOf } from './place';
export { correctRelease, isTrappedAt, releaseEntrapment, releaseSourceOf, startEntrapment } from './entrapment';
export type { Entrapment } from './entrapment';
export { noteTexts, releaseWord, textRelease, textStart } from './texts';
export type { ReleaseSource } from './value-sets';
