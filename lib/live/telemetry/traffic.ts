import type pg from 'pg';
import { z } from 'zod';
import type { BoxMessage } from './payload';

/**
 * What a box sent, for the diagnosis of a box that does not send (readings 105): messages and connects per hour, the
 * last messages, signal and health. It is collected here and written once a minute; a crash loses one minute of it.
 */

const HOUR_MS = 3_600_000;
const HOURS = 24;
const LAST = 20;
const MAX_TEXT = 400;
const BOXES_A_STATEMENT = 500;
/** When more boxes send within a minute, only the counts are kept. Their messages would take too much memory. */
const MAX_BOXES_WITH_TEXTS = 5000;

const Count = z.tuple([z.number(), z.number()]);
const Last = z.object({ at: z.number(), topic: z.string(), payload: z.string() });
/** Hours as epoch ms of their beginning, oldest first; messages newest first. */
const Traffic = z.object({
  hours: z.array(Count).catch([]).default([]),
  connects: z.array(Count).catch([]).default([]),
  last: z.array(Last).catch([]).default([]),
  /** The session of the last connect. A session that reports its signal again has not connected again. */
  session: z.string().nullable().catch(null).default(null),
});
export type Traffic = z.output<typeof Traffic>;

interface BoxConnect {
  readonly session: string;
  readonly at: number;
}

interface BoxTraffic {
  readonly hours: Map<number, number>;
  /** Sessions in the order of their messages. Repeats in a row count once. */
  online: BoxConnect[];
  last: z.output<typeof Last>[];
  signal: number | null;
  health: object | null;
}

const MOST_CONNECTS = 1000;

/** Both lists, without sessions that repeat the one before. */
const withConnects = (before: readonly BoxConnect[], more: readonly BoxConnect[]): BoxConnect[] =>
  [...before, ...more].filter(({ session }, index, all) => session !== all[index - 1]?.session).slice(-MOST_CONNECTS);

/** The counts of both, of the last 24 hours. */
function addCounts(
  kept: readonly (readonly [number, number])[],
  more: ReadonlyMap<number, number>,
  now: number,
): [number, number][] {
  const sums = new Map(kept);
  for (const [hour, count] of more) sums.set(hour, (sums.get(hour) ?? 0) + count);
  return [...sums].filter(([hour]) => hour > now - HOURS * HOUR_MS).sort(([a], [b]) => a - b);
}

const bump = (counts: Map<number, number>, at: number) => {
  const hour = at - (at % HOUR_MS);
  counts.set(hour, (counts.get(hour) ?? 0) + 1);
};

export class TrafficBuffer {
  #boxes = new Map<string, BoxTraffic>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes a message that was accepted. `raw` is what the box wrote. */
  add(cubeNo: string, message: BoxMessage, raw: Uint8Array | { body: unknown }, at: number): void {
    let seen = this.#boxes.get(cubeNo);
    if (!seen) {
      seen = { hours: new Map(), online: [], last: [], signal: null, health: null };
      this.#boxes.set(cubeNo, seen);
    }
    bump(seen.hours, at);
    if (message.leaf === 'connection') {
      if (message.state === 'online') seen.online = withConnects(seen.online, [{ session: message.session, at }]);
      seen.signal = message.signal ?? seen.signal;
      seen.health = message.health ?? seen.health;
    }
    if (this.#boxes.size > MAX_BOXES_WITH_TEXTS) return;
    const text =
      raw instanceof Uint8Array ? Buffer.from(raw.subarray(0, MAX_TEXT)).toString('utf8') : JSON.stringify(raw.body);
    seen.last.unshift({ at, topic: message.leaf, payload: text.slice(0, MAX_TEXT).toWellFormed() });
    if (seen.last.length > LAST) seen.last.length = LAST;
  }

  /** Adds everything collected to the boxes. What could not be written is kept for the next attempt. */
  async flush(pool: pg.Pool): Promise<void> {
    const waiting = [...this.#boxes];
    this.#boxes = new Map();
    while (waiting.length > 0) {
      try {
        await write(pool, new Map(waiting.slice(0, BOXES_A_STATEMENT)), this.#now());
      } catch (error) {
        for (const [cubeNo, seen] of waiting) this.#restore(cubeNo, seen);
        throw error;
      }
      waiting.splice(0, BOXES_A_STATEMENT);
    }
  }

  #restore(cubeNo: string, seen: BoxTraffic): void {
    const newer = this.#boxes.get(cubeNo);
    if (newer) {
      for (const [hour, count] of newer.hours) seen.hours.set(hour, (seen.hours.get(hour) ?? 0) + count);
      seen.online = withConnects(seen.online, newer.online);
      seen.last = [...newer.last, ...seen.last].slice(0, LAST);
      seen.signal = newer.signal ?? seen.signal;
      seen.health = newer.health ?? seen.health;
    }
    this.#boxes.set(cubeNo, seen);
  }
}

/** The next traffic of a box: the stored traffic with the new one added. Pure. */
export function mergeTraffic(
  before: unknown,
  { hours, online, last }: Pick<BoxTraffic, 'hours' | 'online' | 'last'>,
  now: number,
): Traffic {
  const kept = Traffic.safeParse(before ?? {}).data ?? { hours: [], connects: [], last: [], session: null };
  const connects = new Map<number, number>();
  for (const { at } of online[0]?.session === kept.session ? online.slice(1) : online) bump(connects, at);
  return {
    hours: addCounts(kept.hours, hours, now),
    connects: addCounts(kept.connects, connects, now),
    last: [...last, ...kept.last].slice(0, LAST),
    session: online.at(-1)?.session ?? kept.session,
  };
}

/**
 * Accepted messages of each of `hours` hours from `from` (epoch ms, the start of an hour), as stored in
 * `EdgeCube.traffic`.
 */
export function hourlyMessages(kept: unknown, from: number, hours: number): number[] {
  const counts = new Map(Traffic.safeParse(kept ?? {}).data?.hours ?? []);
  return Array.from({ length: hours }, (_, index) => counts.get(from + index * HOUR_MS) ?? 0);
}

/** The last messages stored in `EdgeCube.traffic`, newest first. */
export const keptMessages = (kept: unknown): Traffic['last'] => Traffic.safeParse(kept ?? {}).data?.last ?? [];

const READ = 'SELECT cube_no, traffic FROM edge_cube WHERE cube_no = ANY($1) ORDER BY cube_no FOR NO KEY UPDATE';
const WRITE = `
  UPDATE edge_cube c SET traffic = v.traffic, reconnects_24h = v.connects, signal = coalesce(v.signal, c.signal), health = coalesce(v.health, c.health)
    FROM jsonb_to_recordset($1::jsonb) AS v (no text, traffic jsonb, connects int, signal int, health jsonb) WHERE c.cube_no = v.no`;

/** Merges one part of the boxes in its own transaction. */
async function write(pool: pg.Pool, boxes: ReadonlyMap<string, BoxTraffic>, now: number): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query("BEGIN; SET LOCAL lock_timeout = '5s'");
    const { rows } = await client.query<{ cube_no: string; traffic: unknown }>(READ, [[...boxes.keys()]]);
    const merged = rows.flatMap(({ cube_no: no, traffic }) => {
      const seen = boxes.get(no);
      if (!seen) return [];
      const next = mergeTraffic(traffic, seen, now);
      const connects = next.connects.reduce((sum, [, count]) => sum + count, 0);
      return [{ no, traffic: next, connects, signal: seen.signal, health: seen.health }];
    });
    await client.query(WRITE, [JSON.stringify(merged)]);
    await client.query('COMMIT');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}
