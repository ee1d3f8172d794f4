import { hashText } from './random';

/** What a simulated box measures of itself (api.md §4.3): its place decides, the hours move it a little. Pure. */

const HOUR_MS = 3_600_000;

interface Vitals {
  /** dBm */
  readonly signal: number;
  /** percent, percent, °C */
  readonly health: { readonly cpu: number; readonly disk: number; readonly temperature: number };
}

/** @param at epoch ms */
export function vitalsOf(cubeNo: string, at: number): Vitals {
  const seed = hashText(cubeNo);
  const wave = (hours: number, shift: number) => Math.sin((2 * Math.PI * at) / (hours * HOUR_MS) + seed + shift);
  return {
    signal: Math.round(-62 - (seed % 30) + 4 * wave(3, 0)),
    health: {
      cpu: Math.round(14 + (seed % 17) + 9 * wave(0.7, 1)),
      disk: 20 + (seed % 41),
      temperature: Math.round(34 + (seed % 9) + 6 * wave(24, 2)),
    },
  };
}
