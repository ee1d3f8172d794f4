/** A time axis: where a moment stands, and which moments are written below it. Pure; times are epoch ms, or ms from a fault. */

export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

/** Share of the axis in percent; what lies outside stands at its end. */
export function placeOn({ from, until }: TimeSpan, at: number): number {
  const length = Math.max(1, until - from);
  return Math.max(0, Math.min(100, ((at - from) / length) * 100));
}

/** The finest step with which no more than `most` of them fill the axis; the coarsest where none does. */
export function stepOf({ from, until }: TimeSpan, steps: readonly number[], most: number): number {
  return steps.find((step) => (until - from) / step <= most) ?? steps.at(-1) ?? Math.max(1, until - from);
}

/**
 * Moments at whole steps.
 * @param origin where steps are counted from: 0 for round times, the beginning of an axis for its own
 * @param room how much before the end the last one stands, where another word is written
 */
export function ticksOn(
  { from, until }: TimeSpan,
  stepMs: number,
  { origin = 0, room = 0 }: { readonly origin?: number; readonly room?: number } = {},
): number[] {
  const first = Math.ceil((from - origin) / stepMs);
  const last = Math.floor((until - room - origin) / stepMs);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => origin + (first + index) * stepMs);
}
