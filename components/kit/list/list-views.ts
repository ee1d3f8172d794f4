import type { ListView, ViewContent } from '@/lib/features/list-views/contract';
import { VIEWED_LISTS, type ViewedList } from '@/lib/features/list-views/value-sets';
import type { Operation } from '@/lib/platform/contract/operation';
import type { TableView } from './columns';
import { PAGING_PARAMS, type FilterParsers, type ListDefinition } from './list-query';

/** Named views in the URL: `?view=<id>` names one, and its filters and order stand beside it as any others. Pure. */

/** In place of an id: no view, although another one opens by itself. */
export const NO_VIEW = 'none';

type ViewedDefinition<F extends FilterParsers> = ListDefinition<Operation, F>;
type Params = Readonly<Record<string, string | string[] | undefined>>;

/** The list's name, where views of it are kept. */
export const viewedList = (name: string): ViewedList | undefined => VIEWED_LISTS.find((list) => list === name);

/** What a view says of filters and order that its list has, as texts of the URL. */
function paramsOf<F extends FilterParsers>(
  { filters, sortFields }: ViewedDefinition<F>,
  { filters: chosen, sort }: Pick<ListView, 'filters' | 'sort'>,
): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(Object.entries(chosen).filter(([name]) => Object.hasOwn(filters, name))),
    ...(sort && sortFields.includes(sort.field) ? { sort: sort.field, order: sort.order } : {}),
  };
}

/**
 * Where a page leads that names a view, or nothing while the caller's list opens with one.
 * @returns the whole query, or undefined where the URL says everything already
 */
export function viewQuery<F extends FilterParsers>(
  definition: ViewedDefinition<F>,
  params: Params,
  views: readonly ListView[],
): string | undefined {
  const { view: _view, ...paging } = PAGING_PARAMS;
  if (Object.keys({ ...definition.filters, ...paging }).some((name) => params[name] !== undefined)) return undefined;
  const asked = [params.view].flat()[0];
  const found = views.find(({ viewId, isDefault }) => (asked === undefined ? isDefault : viewId === asked));
  if (!found) return undefined;
  const chosen = paramsOf(definition, found);
  if (asked !== undefined && Object.keys(chosen).length === 0) return undefined;
  const others = Object.entries(params).flatMap<[string, string]>(([name, value]) => {
    const [first] = [value].flat();
    return name === 'view' || first === undefined ? [] : [[name, first]];
  });
  return new URLSearchParams([
    ...others,
    ...Object.entries(chosen),
    ['view', found.viewId] as [string, string],
  ]).toString();
}

/** What a view makes of the URL's parameters; null clears one. The order of the list itself stands where a view has none. */
export function rawOfView<F extends FilterParsers>(
  definition: ViewedDefinition<F>,
  view: Pick<ListView, 'viewId' | 'filters' | 'sort'> | undefined,
): Record<string, unknown> {
  const chosen = view ? paramsOf(definition, view) : {};
  const read = ([name, parser]: [string, FilterParsers[string]]) => {
    const text = chosen[name];
    return [name, text === undefined ? null : parser.parse(text)] as const;
  };
  return {
    ...Object.fromEntries(Object.entries(definition.filters).map(read)),
    sort: chosen.sort ?? null,
    order: chosen.order ?? null,
    page: null,
  };
}

/** What stands in the URL and on the screen, as a view keeps it. Days that a log begins with by itself are no choice. */
export function contentOf<F extends FilterParsers>(
  { filters, sortFields }: ViewedDefinition<F>,
  raw: Readonly<Record<string, unknown>>,
  { order, hidden, widths }: Pick<TableView, 'order' | 'hidden' | 'widths'>,
): ViewContent {
  const chosen = Object.entries(filters).flatMap(([name, parser]) => {
    const value = raw[name];
    if (value === null || value === undefined || value === parser.defaultValue) return [];
    return [[name, String(value)] as const];
  });
  const { sort, order: direction } = raw;
  return {
    filters: Object.fromEntries(chosen),
    sort:
      typeof sort === 'string' && sortFields.includes(sort)
        ? { field: sort, order: direction === 'desc' ? 'desc' : 'asc' }
        : null,
    columns: { order: [...order], hidden: [...hidden], widths: { ...widths } },
  };
}

const sorted = (values: object) => Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));

/** Do two views show the same? */
export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  const text = ({ filters, sort, columns }: ViewContent) =>
    JSON.stringify([
      sorted(filters),
      sort && [sort.field, sort.order],
      columns.order,
      [...columns.hidden].sort(),
      sorted(columns.widths),
    ]);
  return text(one) === text(other);
}
