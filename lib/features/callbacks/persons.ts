import type { CallbackRow } from './contract';
import type { PersonStatus } from './value-sets';

/** What list and export say of persons: who was trapped and is free is not trapped (readings 248). Pure. */

export type PersonWord = PersonStatus | 'freed' | 'injuredAndFreed';

/** @returns the word of `callbacks.person`, and the release without its year for the words that name it */
export function personWord({ personStatus, releaseDate }: Pick<CallbackRow, 'personStatus' | 'releaseDate'>): {
  readonly word: PersonWord;
  readonly time: string;
} {
  if (releaseDate === null || !isTrapped(personStatus)) return { word: personStatus, time: '' };
  return { word: personStatus === 'trapped' ? 'freed' : 'injuredAndFreed', time: releaseDate.slice(5, 16) };
}

const isTrapped = (status: PersonStatus) => status === 'trapped' || status === 'injuredAndTrapped';
