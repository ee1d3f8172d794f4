import type { HomeTotals } from './contract';

/**
 * What one sentence may say about a customer's units (readings 122, 142). `calm` only when all units are known to be
 * well, `nothing` when there are none. Pure.
 */
export type HomeVerdict = 'troubled' | 'calm' | 'partly' | 'unknown' | 'blind' | 'nothing';

/** @param showsFaults false: the data strategy withholds faults, so nobody here knows that there are none */
export function verdictOf({ units, fine, troubled, unknown }: HomeTotals, showsFaults: boolean): HomeVerdict {
  if (units === 0) return 'nothing';
  if (troubled > 0) return 'troubled';
  if (!showsFaults) return 'blind';
  if (fine === 0) return 'unknown';
  return unknown > 0 ? 'partly' : 'calm';
}
