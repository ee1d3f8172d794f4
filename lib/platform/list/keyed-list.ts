import { db } from '@/lib/platform/db/client';
import { inOrder, readPageRows } from '@/lib/platform/db/far-page';
import { listOrder } from '@/lib/platform/db/keyset';
import type { Sorted } from '@/lib/platform/db/keyset';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import { sharedCount } from '@/lib/platform/db/shared-counts';
import type { CountCondition } from '@/lib/platform/db/shared-counts';
import type { Transaction } from '@/lib/platform/db/transaction';

/** A stretch of a list, as Prisma's `findMany` takes it. */
export interface ListSlice<Where, Id extends string> {
  readonly where: Where;
  readonly orderBy: ReturnType<typeof listOrder<Id>>;
  readonly skip: number;
  readonly take: number;
}

/** A table that is listed: newest first without a sort field, moment and key end every order (api.md §1.6). */
export interface KeyedTable<
  Where extends CountCondition,
  Id extends string,
  Key extends string | bigint,
  Row extends Readonly<Record<Id, Key>>,
> {
  /** The listing operation; a count is shared by everybody whose condition of it is the same. */
  readonly name: string;
  /** The unique column. */
  readonly id: Id;
  /** Sort fields that may be empty; such rows are last in both directions. */
  readonly emptyLast?: readonly string[];
  /** The column that says when a row came to be; createDate when absent. */
  readonly moment?: string;
  readonly count: (where: Where) => Promise<number>;
  /** A stretch of the keys; an index should have them. */
  readonly keys: (sql: Transaction, stretch: ListSlice<Where, Id>) => Promise<readonly Readonly<Record<Id, Key>>[]>;
  /** The rows of these keys, in any order. */
  readonly rows: (keys: Key[]) => Promise<Row[]>;
}

export interface KeyedList<Where, Row> {
  readonly count: (where: Where) => Promise<number>;
  /** One page and the exact total; a far page skips keys, not rows, and is read from the nearer end. */
  readonly page: (
    asker: { readonly username: string },
    query: Sorted & { readonly pageIndex: number; readonly pageSize: number },
    where: Where,
  ) => Promise<{ total: number; rows: Row[] }>;
  /** Every row in the order of the list, as one moment of the database saw it; `shape` makes them in portions, for exports. */
  readonly all: <Shown>(order: Sorted, where: Where, shape: (rows: Row[]) => Promise<Shown[]>) => AsyncGenerator<Shown>;
}

/** Reads a list by its keys: one order for its pages and its file. `where` holds the scope. */
export function keyedList<
  Where extends CountCondition,
  Id extends string,
  Key extends string | bigint,
  Row extends Readonly<Record<Id, Key>>,
>({ name, id, emptyLast, moment, count, keys, rows }: KeyedTable<Where, Id, Key, Row>): KeyedList<Where, Row> {
  const keyOf = (row: Readonly<Record<Id, Key>>): Key => row[id];
  const stretch = async (
    sql: Transaction,
    order: Sorted,
    where: Where,
    isReversed: boolean,
    skip: number,
    take: number,
  ) => {
    const found = await keys(sql, {
      where,
      orderBy: listOrder(order, isReversed, { id, emptyLast, moment }),
      skip,
      take,
    });
    return found.map(keyOf);
  };
  return {
    count,
    page: (asker, query, where) =>
      readPageRows<Key, Row>(query, {
        count: () => sharedCount(asker, name, where, () => count(where)),
        keys: (isReversed, skip, take) => stretch(db(), query, where, isReversed, skip, take),
        rows,
        keyOf,
      }),
    async *all(order, where, shape) {
      let isNumber = false;
      const portions = keysInOrder(async (sql, skip, take) => {
        const found = await stretch(sql, order, where, false, skip, take);
        isNumber ||= typeof found[0] === 'bigint';
        return found.map(String);
      });
      for await (const texts of portions) {
        // Kept as texts meanwhile; they are what `keys` gave.
        const portion = texts.map((text) => (isNumber ? BigInt(text) : text)) as Key[];
        yield* await shape(inOrder(portion, await rows(portion), keyOf));
      }
    },
  };
}
