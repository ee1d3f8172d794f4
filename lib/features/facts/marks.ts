import { z } from 'zod';
import { pool, type Queryable } from '@/lib/platform/db/client';

/** How far the sums of days are made: every whole day between the two has them. */

const KEYS = { since: 'facts.rolledSince', until: 'facts.rolledUntil' } as const;
type Mark = keyof typeof KEYS;
const Rows = z.array(z.object({ key: z.string(), value: z.iso.date() }));

/** `yyyy-MM-dd`; undefined: none is made yet. */
export async function readMarks(): Promise<Partial<Record<Mark, string>>> {
  const { rows } = await pool().query('SELECT key, value FROM setting WHERE key = ANY($1)', [Object.values(KEYS)]);
  const found = new Map(Rows.parse(rows).map(({ key, value }) => [key, value]));
  const [since, until] = [found.get(KEYS.since), found.get(KEYS.until)];
  return { ...(since ? { since } : {}), ...(until ? { until } : {}) };
}

export async function setMark(mark: Mark, day: string, sql: Queryable = pool()): Promise<void> {
  await sql.query(
    `INSERT INTO setting (key, value, update_date) VALUES ($1, to_jsonb($2::text), now())
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, update_date = now()`,
    [KEYS[mark], day],
  );
}
