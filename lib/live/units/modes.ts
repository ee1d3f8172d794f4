/** Modes of an elevator (doc2 §4.4, readings 112). Pure. */

export const MODES = ['N', 'JAB', 'INS', 'JRV', 'JBF', 'UNV', 'RNO', 'SAB', 'KFM'] as const;
export type UnitMode = (typeof MODES)[number];

/** Modes with a meaning; each has its word in `common.mode`. Of JAB, JRV, SAB and unknown ones the code is all there is. */
const WORDED = ['N', 'INS', 'JBF', 'UNV', 'RNO', 'KFM'] as const satisfies readonly UnitMode[];
export type ModeWord = (typeof WORDED)[number];

/** JNFF is displayed as JBF (doc2 §4.4). */
export function shownMode(mode: string): string {
  return mode === 'JNFF' ? 'JBF' : mode;
}

/** Key of the word in `common.mode`; undefined: the code is shown. */
export function modeWord(mode: string): ModeWord | undefined {
  return WORDED.find((member) => member === shownMode(mode));
}
