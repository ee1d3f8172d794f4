import type { UpLeaf } from './topics';

/** Token buckets of api.md §4.2: a rate per equipment and leaf, for connection per box. */
interface Rate {
  /** Tokens a millisecond. */
  perMs: number;
  burst: number;
}

const RATES: Record<UpLeaf, Rate> = {
  status: { perMs: 10 / 1000, burst: 50 },
  counters: { perMs: 1 / 10_000, burst: 1 },
  event: { perMs: 5 / 1000, burst: 5 },
  log: { perMs: 1 / 1000, burst: 1 },
  connection: { perMs: 6 / 60_000, burst: 6 },
};

interface RateBucket {
  tokens: number;
  at: number;
}

/** How many units one box can serve (api.md §4.1), doubled. Further units of a box share its last bucket. */
const MAX_BUCKETS_OF_A_CUBE = 64;

/** The buckets of all boxes. `sweep` removes idle ones, so memory follows the boxes that send. */
export class RateLimits {
  readonly #cubes = new Map<string, Map<string, RateBucket>>();

  /** @returns 0 when the message may pass (it takes a token), else the milliseconds until there is a token */
  take(leaf: UpLeaf, cubeNo: string, equipmentNo: string, now: number): number {
    const rate = RATES[leaf];
    const bucket = this.#bucket(cubeNo, leaf === 'connection' ? leaf : `${leaf}/${equipmentNo}`, rate, now);
    bucket.tokens = Math.min(rate.burst, bucket.tokens + Math.max(0, now - bucket.at) * rate.perMs);
    bucket.at = now;
    if (bucket.tokens < 1 - 1e-9) return Math.ceil((1 - bucket.tokens) / rate.perMs);
    bucket.tokens -= 1;
    return 0;
  }

  #bucket(cubeNo: string, name: string, rate: Rate, now: number): RateBucket {
    let buckets = this.#cubes.get(cubeNo);
    if (!buckets) this.#cubes.set(cubeNo, (buckets = new Map()));
    const key = buckets.has(name) || buckets.size < MAX_BUCKETS_OF_A_CUBE * 5 ? name : 'overflow';
    let bucket = buckets.get(key);
    if (!bucket) buckets.set(key, (bucket = { tokens: rate.burst, at: now }));
    return bucket;
  }

  /** Removes buckets that have been idle long enough to be full. Call it once a minute. */
  sweep(now: number): void {
    for (const [cubeNo, buckets] of this.#cubes) {
      for (const [name, bucket] of buckets) if (now - bucket.at > 120_000) buckets.delete(name);
      if (buckets.size === 0) this.#cubes.delete(cubeNo);
    }
  }

  get size(): number {
    return this.#cubes.size;
  }
}
