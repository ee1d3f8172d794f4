/**
 * Intervals of time as [from, until) in epoch ms. Every list returned here is sorted, and no two intervals in it touch.
 * Pure.
 */

export type Interval = readonly [from: number, until: number];

/** The time that lies in any of them. */
export function union(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter(([from, until]) => until > from).sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, until] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else merged.push([from, until]);
  }
  return merged;
}

/** The part within a window. */
export function cut(intervals: readonly Interval[], [start, end]: Interval): Interval[] {
  return union(intervals.map(([from, until]) => [Math.max(from, start), Math.min(until, end)]));
}

/** The time in the first and not in the second. */
export function without(intervals: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const holes = union(taken);
  return union(intervals).flatMap(([from, until]) => {
    const left: Interval[] = [];
    let start = from;
    for (const [holeFrom, holeUntil] of holes) {
      if (holeUntil <= start) continue;
      if (holeFrom >= until) break;
      if (holeFrom > start) left.push([start, holeFrom]);
      start = Math.max(start, holeUntil);
    }
    if (start < until) left.push([start, until]);
    return left;
  });
}

export const overlaps = (a: Interval, b: Interval): boolean => a[0] < b[1] && b[0] < a[1];

/** The total length, in whole seconds. */
export function seconds(intervals: readonly Interval[]): number {
  return Math.round(union(intervals).reduce((sum, [from, until]) => sum + until - from, 0) / 1000);
}
