import type { CallbackRow } from './contract';
import type { PersonStatus } from './value-sets';

/** What list and export say about persons: somebody who was released is not trapped any more (readings 248). Pure. */

export type PersonWord = PersonStatus | 'freed' | 'injuredAndFreed';

/** @returns the text key in `callbacks.person`, and the release without its year for texts that name it */
export function personWord({ personStatus, releaseDate }: Pick<CallbackRow, 'personStatus' | 'releaseDate'>): {
  readonly word: PersonWord;
  readonly time: string;
} {
  if (releaseDate === null || !isTrapped(personStatus)) return { word: personStatus, time: '' };
  return { word: personStatus === 'trapped' ? 'freed' : 'injuredAndFreed', time: releaseDate.slice(5, 16) };
}

const isTrapped = (status: PersonStatus) => status === 'trapped' || status === 'injuredAndTrapped';
