import type pg from 'pg';

/** Entrapments that boxes report (readings 248): one row from the start to the release. */

export interface EntrapmentNews {
  readonly equipmentNo: string;
  readonly kind: 'start' | 'release';
  /** Box time, epoch ms. */
  readonly at: number;
}

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
  for (const { equipmentNo, kind, at } of news) {
    if (kind === 'start')
      await client.query(
        `INSERT INTO entrapment (equipment_no, start_at, start_source, create_date)
         VALUES ($1, $2, 'box', $3) ON CONFLICT (equipment_no) WHERE released_at IS NULL DO NOTHING`,
        [equipmentNo, new Date(at), new Date(now)],
      );
    else
      await client.query(
        `UPDATE entrapment SET released_at = greatest($2, start_at), release_source = 'box'
          WHERE equipment_no = $1 AND released_at IS NULL`,
        [equipmentNo, new Date(at)],
      );
  }
}
