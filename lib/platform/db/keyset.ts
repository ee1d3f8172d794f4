/** Rows read at a time: what is in memory, whatever the size of an export. */
const CHUNK = 2000;

/**
 * A list from its first row to its last, in chunks, by keyset: a far chunk costs what the first one does.
 * @param read the `take` rows behind `last`, in the order of the list; from the beginning when it is undefined
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

/** The order that was asked for. */
export interface Sorted {
  readonly sortField?: string;
  readonly sortOrder?: 'asc' | 'desc';
}

interface Order<Id extends string> {
  /** The column that tells rows of one moment apart. */
  readonly id: Id;
  /** Sort fields that may be empty: such rows stand at the end of either direction. */
  readonly emptyLast?: readonly string[];
  /** The column that says when a row came to be; createDate when absent. */
  readonly moment?: string;
}

/** The order of a list: newest first without a sort field; moment and key end every order, in its direction. `isReversed` reads from the end. */
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
