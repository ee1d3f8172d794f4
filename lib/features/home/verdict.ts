import type { HomeTotals } from './contract';

/**
 * What may be said of a customer's units in one sentence (readings 122, 142); `calm` of units alone that are all known to be
 * well, `nothing` of none. Pure.
 */
export type HomeVerdict = 'troubled' | 'calm' | 'partly' | 'unknown' | 'blind' | 'nothing';

/** @param showsFaults false: the data strategy withholds them, and then nobody here knows that there are none */
export function verdictOf({ units, fine, troubled, unknown }: HomeTotals, showsFaults: boolean): HomeVerdict {
  if (units === 0) return 'nothing';
  if (troubled > 0) return 'troubled';
  if (!showsFaults) return 'blind';
  if (fine === 0) return 'unknown';
  return unknown > 0 ? 'partly' : 'calm';
}
