/** From this offset on the total is read first, so that the second half of a long list is scanned from its end. */
const FAR_OFFSET = 5_000;

interface PageReader<Key> {
  readonly count: () => Promise<number>;
  /** Keys in the order of the list, or in exactly the reverse order. */
  readonly keys: (isReversed: boolean, skip: number, take: number) => Promise<Key[]>;
}

/** The keys of one page and the exact total. No page costs more than one in the middle. */
export async function readPageKeys<Key>(
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
  { count, keys }: PageReader<Key>,
): Promise<{ total: number; keys: Key[] }> {
  const offset = (pageIndex - 1) * pageSize;
  if (offset < FAR_OFFSET) {
    const [total, found] = await Promise.all([count(), keys(false, offset, pageSize)]);
    return { total, keys: found };
  }
  const total = await count();
  const take = Math.min(pageSize, total - offset);
  if (take <= 0) return { total, keys: [] };
  if (offset <= total / 2) return { total, keys: await keys(false, offset, take) };
  return { total, keys: (await keys(true, total - offset - take, take)).reverse() };
}

interface ReadRows<Key, Row> extends PageReader<Key> {
  /** The rows of these keys, in any order. */
  readonly rows: (keys: Key[]) => Promise<Row[]>;
  readonly keyOf: (row: Row) => Key;
}

/** The rows of one page and the exact total: keys first, so that a far page skips keys and not rows. */
export async function readPageRows<Key extends string | bigint, Row>(
  query: { pageIndex: number; pageSize: number },
  { rows, keyOf, ...read }: ReadRows<Key, Row>,
): Promise<{ total: number; rows: Row[] }> {
  const { total, keys } = await readPageKeys(query, read);
  return { total, rows: inOrder(keys, await rows(keys), keyOf) };
}

/** Rows in the order of their keys; rows that were deleted meanwhile are left out. */
export function inOrder<Key, Row>(keys: readonly Key[], rows: readonly Row[], keyOf: (row: Row) => Key): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
