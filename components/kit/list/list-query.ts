import {
  createLoader,
  createParser,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import type { ListViews } from '@/lib/features/list-views/contract';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';

/**
 * A list's place in the URL (silent-screens R1): page, size, sort and the filters by their own names. Read tolerantly: what
 * is not understood counts as absent. Pure: the page on the server and the hook in the browser ask with the same input.
 */

/** Page sizes of every table (doc1 §9). */
export const PAGE_SIZES = [15, 30, 50, 100, 200] as const;
const DEFAULT_SIZE = PAGE_SIZES[0];
/** Pages beyond this are refused by the server (api.md §1.6). */
const MAX_PAGE = 100_000;

/** Characters of a filter that lists keys: some hundred of them. */
const MAX_LIST = 4000;

/** Alias of the creation date in every list; the tables start with it, ascending (doc1 §9, readings 21). */
export const CREATED_TIME = 'CreatedTime';

export type SortOrder = 'asc' | 'desc';
export interface Sort {
  readonly field: string;
  readonly order: SortOrder;
}
export const DEFAULT_SORT: Sort = { field: CREATED_TIME, order: 'asc' };

/** What waits for somebody before what is done, newest first: no column shows this order (readings 150). */
export const WAITING_FIRST: Sort = { field: 'waiting', order: 'desc' };

/** Parsers of the paging's own parameters; filters may not use these names. */
export const PAGING_PARAMS = {
  page: parseAsInteger,
  size: parseAsInteger,
  sort: parseAsString,
  order: parseAsStringLiteral(['asc', 'desc'] as const),
  /** A named view, or `none`. */
  view: parseAsString,
};

/** One filter: a text or a number out of a set; its default is "no filter". */
export type FilterParsers = Readonly<Record<string, ReturnType<typeof textFilter> | ReturnType<typeof choiceFilter>>>;
export type FilterValues<F extends FilterParsers = FilterParsers> = inferParserType<F>;

/** A keyword, trimmed (doc2 §5); '' is no filter. */
export const textFilter = () => parseAsString.withDefault('');
/** A day, `yyyy-MM-dd`; anything else is no filter. */
export const dayFilter = () =>
  createParser({
    parse: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null),
    serialize: String,
  }).withDefault('');
/** A month, `yyyy-MM`; anything else is no filter. */
export const monthFilter = () =>
  createParser({
    parse: (value) => (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(value) ? value : null),
    serialize: String,
  }).withDefault('');
/** "All" in a choice; the server takes it for no filter (api.md §1.6). */
export const ALL = -1;
/** One of some numbers, or -1 for all. */
export const choiceFilter = () => parseAsInteger.withDefault(ALL);

/** A row of the pages that an operation answers. */
export type RowOf<T extends Operation> = OutputOf<T> extends Page<infer Row> ? Row : never;

/** A list: where it asks and by what it is narrowed. The filters bear the names of the operation's input. */
export interface ListDefinition<T extends Operation = Operation, F extends FilterParsers = FilterParsers> {
  /** Stable: the saved view is kept under it. */
  readonly name: string;
  readonly operation: T;
  /** The field that tells rows apart. */
  readonly rowKey: keyof RowOf<T> & string;
  readonly filters: F;
  /** Columns the server sorts by. */
  readonly sortFields: readonly string[];
  /** Values a choice may have besides all; anything else in the URL counts as all. */
  readonly choices?: Partial<Record<keyof F, readonly (number | string)[]>>;
  /** Text filters that hold several keys or choices joined by commas. */
  readonly lists?: readonly (keyof F & string)[];
  /** Filters that are sent as null where nothing is chosen, as the documents write it. */
  readonly nulls?: readonly (keyof F & string)[];
  /** What a filter is while nobody has chosen: the days of a log. Asked anew each time, because days pass. */
  readonly defaults?: () => Partial<Record<keyof F, string>>;
  /** Page sizes to choose from, where they are not those of every table. */
  readonly sizes?: readonly number[];
  /** The order of the first picture; `DEFAULT_SORT` when absent (silent-screens R1: logs are newest first). */
  readonly defaultSort?: Sort;
  /** Its rows change by themselves: they are read anew so often. */
  readonly refreshMs?: number;
}

/** Declares a list; keeps the types of its rows and filters. */
export function defineList<T extends Operation, F extends FilterParsers>(
  definition: ListDefinition<T, F>,
): ListDefinition<T, F> {
  return definition;
}

export interface ListState<F extends FilterParsers = FilterParsers> {
  readonly page: number;
  readonly size: number;
  readonly sort: Sort;
  readonly filters: FilterValues<F>;
}

interface RawPaging {
  readonly page: number | null;
  readonly size: number | null;
  readonly sort: string | null;
  readonly order: SortOrder | null;
  readonly view: string | null;
}

/** Raw parameters as a state that can be asked for. */
export function listState<F extends FilterParsers>(
  {
    filters,
    choices,
    lists,
    sortFields,
    defaults,
    sizes = PAGE_SIZES,
    defaultSort = DEFAULT_SORT,
  }: ListDefinition<Operation, F>,
  raw: RawPaging & FilterValues<F>,
): ListState<F> {
  const standing: Partial<Record<string, string>> = defaults?.() ?? {};
  const values = Object.keys(filters).map((name) => {
    const value: unknown = raw[name as keyof F];
    const known = choices?.[name as keyof F];
    const isKnown = (one: unknown) => known === undefined || known.some((choice) => choice === one);
    if (typeof value !== 'string') return [name, isKnown(value) ? value : ALL];
    const text = lists?.includes(name)
      ? value
          .slice(0, MAX_LIST)
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== '' && isKnown(one))
          .join(',')
      : value.trim().slice(0, 200);
    return [name, (lists?.includes(name) || isKnown(text) ? text : '') || (standing[name] ?? '')];
  });
  return {
    page: raw.page !== null && raw.page > 0 && raw.page <= MAX_PAGE ? raw.page : 1,
    size: sizes.find((size) => size === raw.size) ?? DEFAULT_SIZE,
    sort: raw.sort && sortFields.includes(raw.sort) ? { field: raw.sort, order: raw.order ?? 'asc' } : defaultSort,
    filters: Object.fromEntries(values) as FilterValues<F>,
  };
}

/** The filters of a list that nobody has narrowed: where "reset" leads. */
export function resetFilters<F extends FilterParsers>({
  filters,
  defaults,
}: ListDefinition<Operation, F>): FilterValues<F> {
  const standing: Partial<Record<string, string>> = defaults?.() ?? {};
  return Object.fromEntries(
    Object.entries(filters).map(([name, { defaultValue }]) => [name, standing[name] ?? defaultValue]),
  ) as FilterValues<F>;
}

/** Filters as the operation takes them: those that narrow nothing are left out. */
export function filterInput<T extends Operation, F extends FilterParsers>(
  _definition: ListDefinition<T, F>,
  filters: FilterValues<F>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries<string | number>(filters as Record<string, string | number>).filter(
      ([, value]) => value !== '' && value !== ALL,
    ),
  );
}

/** The input of the list's file: its filters and its order. */
export function exportInput<T extends Operation, F extends FilterParsers>(
  definition: ListDefinition<T, F>,
  { sort, filters }: Pick<ListState<F>, 'sort' | 'filters'>,
): Record<string, string | number> {
  return { sortField: sort.field, sortOrder: sort.order, ...filterInput(definition, filters) };
}

/** The operation's input of a state; server and browser build it here, so that their cache keys agree. */
export function listInput<T extends Operation, F extends FilterParsers>(
  definition: ListDefinition<T, F>,
  { page, size, sort, filters }: ListState<F>,
): InputOf<T> {
  return {
    pageIndex: page,
    pageSize: size,
    sortField: sort.field,
    sortOrder: sort.order,
    ...Object.fromEntries((definition.nulls ?? []).map((name) => [name, null])),
    ...filterInput(definition, filters),
  } as InputOf<T>;
}

/** The state in a page's search parameters, on the server. */
export function readListState<F extends FilterParsers>(
  definition: ListDefinition<Operation, F>,
  params: Record<string, string | string[] | undefined>,
): ListState<F> {
  const load = createLoader({ ...definition.filters, ...PAGING_PARAMS });
  return listState(definition, load(params) as RawPaging & FilterValues<F>);
}

/** What the server has loaded for the first picture. */
export interface FirstPage<Row> {
  readonly input: unknown;
  /** undefined: the call failed; the browser then asks itself and says what is wrong. */
  readonly page: Page<Row> | undefined;
  /** The focus projects it is narrowed to. */
  readonly focus: string | null;
  /** Epoch ms. */
  readonly at: number;
  /** Named views of the list; absent where none are kept. */
  readonly views?: ListViews;
}

/** `Page<X>` of api.md §1.6. */
export interface Page<Row> {
  readonly total: number;
  readonly records: readonly Row[];
  /** The data strategy cut the question to so many months (silent-screens B2). */
  readonly historyMonths?: number;
  /** Kinds of rows that the data strategy keeps back, whatever was asked. */
  readonly withheld?: readonly number[];
}

/** An answer as the first picture, with its time. */
export function firstPage<Row>(
  input: unknown,
  page: Page<Row> | null | undefined,
  focus: string | null = null,
  views?: ListViews,
): FirstPage<Row> {
  return { input, page: page ?? undefined, focus, at: Date.now(), views };
}
