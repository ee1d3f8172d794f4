/** Seeded randomness: the same seed gives the same fleet, the same day and the same faults. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Real number in [low, high). */
  between(low: number, high: number): number;
  /** Whole number in [low, high], both included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** An item by its weight; weights need not sum to 1. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** Time to the next event of a Poisson process with this mean. */
  exponential(mean: number): number;
  /** Roughly normal (sum of uniform numbers), never further than 3 deviations. */
  normal(mean: number, deviation: number): number;
  /** Number of events of a Poisson process with this mean; meant for means below some hundred. */
  poisson(mean: number): number;
}

/** FNV-1a, 32 bit. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** A generator of its own for every seed (mulberry32); not for secrets. */
export function seeded(seed: number | string): Random {
  let state = (typeof seed === 'number' ? seed : hashText(seed)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('pick from an empty list');
    return item;
  };
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      const found = items.find(([, weight]) => (left -= weight) < 0) ?? items[items.length - 1];
      if (!found) throw new Error('weighted pick from an empty list');
      return found[0];
    },
    exponential: (mean) => -Math.log(1 - next()) * mean,
    normal: (mean, deviation) => mean + deviation * (next() + next() + next() + next() - 2) * Math.sqrt(3),
    poisson: (mean) => {
      if (mean > 60)
        return Math.max(0, Math.round(mean + Math.sqrt(mean) * (next() + next() + next() + next() - 2) * Math.sqrt(3)));
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count += 1;
      return count;
    },
  };
}
