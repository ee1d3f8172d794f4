/** Rows read at a time: the amount in memory, whatever the size of an export. */
const CHUNK = 2000;

/**
 * Reads a list from its first to its last row, in chunks, by keyset: every chunk costs the same.
 * @param read the `take` rows after `last`, in the order of the list; from the beginning when it is undefined
 */
export async function* readChunks<Key, Row extends Key = Key>(
  read: (last: Key | undefined, take: number) => Promise<Row[]>,
  take = CHUNK,
): AsyncGenerator<Row[]> {
  let last: Key | undefined;
  for (;;) {
    const rows = await read(last, take);
    yield rows;
    last = rows.at(-1);
    if (last === undefined || rows.length < take) return;
  }
}

/** The requested order. */
export interface Sorted {
  readonly sortField?: string;
  readonly sortOrder?: 'asc' | 'desc';
}

interface Order<Id extends string> {
  /** The column that distinguishes rows of one moment. */
  readonly id: Id;
  /** Sort fields that may be empty: such rows come last in both directions. */
  readonly emptyLast?: readonly string[];
  /** The column with the time of creation; absent: createDate. */
  readonly moment?: string;
}

/**
 * The order of a list: newest first without a sort field. Time and key end every order, in its direction. `isReversed`
 * reads from the end.
 */
export function listOrder<Id extends string>(
  { sortField, sortOrder }: Sorted,
  isReversed: boolean,
  { id, emptyLast = [], moment = 'createDate' }: Order<Id>,
) {
  const sort = ((sortField ? sortOrder : 'desc') === 'asc') === isReversed ? 'desc' : 'asc';
  const first =
    sortField && sortField !== moment
      ? [
          {
            [sortField]: emptyLast.includes(sortField)
              ? ({ sort, nulls: isReversed ? 'first' : 'last' } as const)
              : sort,
          },
        ]
      : [];
  return [...first, { [moment]: sort }, { [id]: sort } as { [key in Id]: 'asc' | 'desc' }];
}
