import type pg from 'pg';

/** Entrapments that boxes report (readings 248): one row from the start to the release. */

export interface EntrapmentNews {
  readonly equipmentNo: string;
  readonly kind: 'start' | 'release';
  /** Box time, epoch ms. */
  readonly at: number;
  /** Of a release by an event: since when the box had said so, box time. It releases nobody else (readings 253). */
  readonly saidSince?: number;
}

/** A release that is older than the start by more than two clocks differ by is that of somebody before. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Writes starts and releases in their order, in the batch's transaction. A start is ignored while somebody is already
 * trapped in the unit, and so is a release while nobody is. After the commit `lib/features/callbacks/internal/entrapments.ts`
 * notifies the persons concerned.
 */
export async function writeEntrapments(
  client: pg.ClientBase,
  news: readonly EntrapmentNews[],
  now: number,
): Promise<void> {
  for (const { equipmentNo, kind, at, saidSince } of news) {
    if (kind === 'start')
      await client.query(
        `INSERT INTO entrapment (equipment_no, start_at, start_source, create_date)
         VALUES ($1, $2, 'box', $3) ON CONFLICT (equipment_no) WHERE released_at IS NULL DO NOTHING`,
        [equipmentNo, new Date(at), new Date(now)],
      );
    else
      await client.query(
        `UPDATE entrapment e SET released_at = greatest($2, start_at), release_source = 'box'
          WHERE equipment_no = $1 AND released_at IS NULL
            AND ($3::timestamptz IS NULL OR ($4 >= start_at AND NOT EXISTS (
              SELECT 1 FROM entrapment earlier WHERE earlier.equipment_no = $1 AND earlier.id < e.id AND earlier.released_at >= $3)))`,
        [
          equipmentNo,
          new Date(at),
          saidSince === undefined ? null : new Date(saidSince),
          new Date(at + CLOCKS_DIFFER_MS),
        ],
      );
  }
}
