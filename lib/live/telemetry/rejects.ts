import type { Queryable } from '@/lib/platform/db/client';
import { isDataError } from '@/lib/platform/db/failure';
import { logger } from '@/lib/platform/system/log';
import type { EntryRefusal } from './refusal';
import { MAX_BYTES, type UpLeaf } from './topics';

/**
 * Refused entries by box (api.md §4.2, §4.4): rows for the diagnosis screen, and at most one reject message a second.
 * After 100 refusals within an hour the box gets no more messages and no more rows until the hour is over: a broken box
 * must not fill our disk. These rows are written apart from the data: one that cannot be stored is dropped alone
 * (readings 120).
 */

export const MAX_REFUSALS_AN_HOUR = 100;
const HOUR_MS = 3_600_000;
const MESSAGE_EVERY_MS = 1000;
const MAX_PENDING_ROWS = 5000;
const MAX_CUBES = 50_000;

export interface RejectRow {
  cubeNo: string;
  topic: string;
  code: string;
  key: string | null;
  message: string;
  at: number;
}

interface CubeRefusals {
  hourStart: number;
  count: number;
  toldAt: number;
}

export class RejectBook {
  readonly #cubes = new Map<string, CubeRefusals>();
  #pending: RejectRow[] = [];

  /** Notes a refusal. @returns the payload for the box's reject topic, or undefined when the box gets none */
  note(cubeNo: string, leaf: UpLeaf, refusal: EntryRefusal, now: number): string | undefined {
    const known = this.#of(cubeNo, now);
    known.count += 1;
    if (known.count > MAX_REFUSALS_AN_HOUR) return undefined;
    if (this.#pending.length < MAX_PENDING_ROWS) {
      this.#pending.push({
        cubeNo,
        topic: leaf,
        code: refusal.code,
        key: refusal.key ?? null,
        message: refusal.message,
        at: now,
      });
    }
    if (now - known.toldAt < MESSAGE_EVERY_MS) return undefined;
    known.toldAt = now;
    const body = {
      v: 1,
      topic: leaf,
      at: now,
      code: refusal.code,
      ...(refusal.key === undefined ? {} : { key: refusal.key }),
      message: refusal.message,
    };
    const payload = JSON.stringify(body);
    return Buffer.byteLength(payload) <= MAX_BYTES.reject ? payload : JSON.stringify({ ...body, message: '' });
  }

  #of(cubeNo: string, now: number): CubeRefusals {
    const known = this.#cubes.get(cubeNo);
    if (known && now - known.hourStart < HOUR_MS) return known;
    if (!known && this.#cubes.size >= MAX_CUBES) this.sweep(now);
    const fresh: CubeRefusals = { hourStart: now, count: 0, toldAt: known?.toldAt ?? Number.NEGATIVE_INFINITY };
    this.#cubes.set(cubeNo, fresh);
    return fresh;
  }

  /**
   * Writes the rows noted so far. Throws when the database is unavailable; the rows are then kept for the next attempt.
   */
  async flush(database: Queryable): Promise<void> {
    let failure: unknown;
    const write = async (rows: readonly RejectRow[]): Promise<void> => {
      try {
        await insertRejects(database, rows);
      } catch (error) {
        if (!isDataError(error)) {
          failure = error;
          this.#pending = [...rows, ...this.#pending].slice(0, MAX_PENDING_ROWS);
        } else if (rows.length === 1) {
          logger('ingest').error({ err: error, cubeNo: rows[0]?.cubeNo }, 'refusal cannot be stored, left out');
        } else {
          const middle = Math.ceil(rows.length / 2);
          await write(rows.slice(0, middle));
          await write(rows.slice(middle));
        }
      }
    };
    if (this.pendingRows === 0) return;
    const rows = this.#pending;
    this.#pending = [];
    await write(rows);
    if (failure) throw failure;
  }

  get pendingRows(): number {
    return this.#pending.length;
  }

  /** Removes boxes whose hour is over. */
  sweep(now: number): void {
    for (const [cubeNo, { hourStart }] of this.#cubes) if (now - hourStart >= HOUR_MS) this.#cubes.delete(cubeNo);
  }
}

async function insertRejects(database: Queryable, rows: readonly RejectRow[]): Promise<void> {
  await database.query({
    name: 'ingest-rejects',
    text: `INSERT INTO ingest_reject (cube_no, topic, code, key, message, at)
           SELECT v."cubeNo", v.topic, v.code, v.key, v.message, to_timestamp(v.at / 1000.0)
             FROM jsonb_to_recordset($1::jsonb) AS v ("cubeNo" text, topic text, code text, key text, message text, at bigint)`,
    values: [JSON.stringify(rows)],
  });
}
