'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { startTransition, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { RefreshIcon, SearchOffIcon } from '@/components/kit/ui/icons';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useStillTrue } from '@/components/kit/ui/use-still-true';
import { ACTIONS, inViewOrder, movedTo, ROW_HEIGHTS, type Column } from './columns';
import type { GridTable } from './grid-table';
import { headerKey } from './header-keys';
import { ALL, CREATED_TIME, DEFAULT_SORT, WAITING_FIRST, type Sort } from './list-query';
import { BulkBar } from './bulk-bar';
import { NamedViewsMenu } from './named-views';
import { Pager } from './pager';
import { PlainTable } from './plain-table';
import type { ResourceList } from './use-resource-list';
import type { RowSelection } from './use-row-selection';
import { useRowTools } from './use-row-tools';
import { useView } from './use-view';
import { ViewMenu } from './view-menu';
import styles from './resource-table.module.css';

export interface ResourceTableProps<Row> {
  readonly label: string;
  /** Keep them with `useMemo`. The first one and `actions` cannot be hidden. */
  readonly columns: readonly Column<Row>[];
  /** Of `useResourceList`; `rows` may be replaced by the same rows with fresher values. */
  readonly list: Partial<Pick<ResourceList<Row>, 'historyMonths' | 'named' | 'sizes'>> &
    Pick<
      ResourceList<Row>,
      | 'name'
      | 'rowKey'
      | 'sortFields'
      | 'page'
      | 'size'
      | 'sort'
      | 'setPage'
      | 'setSize'
      | 'setSort'
      | 'rows'
      | 'total'
      | 'isStale'
      | 'isLoading'
      | 'error'
      | 'refreshError'
      | 'refresh'
    > & { readonly filters: object; readonly defaultSort?: Sort; readonly unfiltered?: object };
  /** At the left of the tool row, for example how old the states are. */
  readonly note?: ReactNode;
  /** Rows may be chosen; `bulk` are the buttons for all that are. */
  readonly selection?: RowSelection<Row>;
  readonly bulk?: ReactNode;
  /** Rows open: what stands below one then. */
  readonly detail?: (row: Row) => ReactNode;
  /** What an empty list says when nothing narrows it; "No data" when absent. */
  readonly emptyTitle?: string;
}

const WIDE = '(min-width: 640px)';
const LONGEST_IDLE_WAIT_MS = 1000;
/** An answer that comes sooner makes nothing pale. By a timer: a delayed transition of all rows is prepared in the click. */
const PALE_AFTER_MS = 200;

/** Runs the work when the browser has nothing better to do. @returns what takes it back */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(work, { timeout: LONGEST_IDLE_WAIT_MS });
  return () => cancelIdleCallback(id);
}

/**
 * The grid comes after the first picture, and only where there is room for it. It is drawn bit by bit beside what the page
 * does; until it is whole, the plain table stands in its place. Paper has the plain table: the grid is as wide as the screen.
 */
function useGrid(): typeof GridTable | undefined {
  const [grid, setGrid] = useState<{ table: typeof GridTable }>();
  const [isOnPaper, setIsOnPaper] = useState(false);
  useEffect(() => {
    // The sheet is drawn when these return.
    const begin = () => flushSync(() => setIsOnPaper(true));
    const end = () => setIsOnPaper(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  useEffect(() => {
    const room = matchMedia(WIDE);
    let takeBack: (() => void) | undefined;
    const load = () => {
      import('./grid-table').then(
        ({ GridTable: table }) => {
          if (room.matches) startTransition(() => setGrid({ table }));
        },
        () => undefined,
      );
    };
    const decide = () => {
      takeBack?.();
      if (room.matches) takeBack = whenIdle(load);
      else setGrid(undefined);
    };
    decide();
    room.addEventListener('change', decide);
    return () => {
      takeBack?.();
      room.removeEventListener('change', decide);
    };
  }, []);
  return isOnPaper ? undefined : grid?.table;
}

/** Orders by creation, as list queries call it and as rows do. */
const BY_CREATION = [CREATED_TIME, 'createDate'];

/** Rows with everything around them: loading, empty, failed with retry, sorting, view, paging. */
export function ResourceTable<Row>({
  label,
  columns,
  list,
  note,
  emptyTitle,
  selection,
  bulk,
  detail,
}: ResourceTableProps<Row>) {
  const t = useTranslations('list');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const { named } = list;
  const current = named?.current;
  const base = useMemo(() => current && { viewId: current.viewId, columns: current.columns }, [current]);
  const { view, change: changeView, reset: resetView } = useView(list.name, base);
  const Grid = useGrid();
  const { sortFields } = list;
  const ordered = useMemo(() => inViewOrder(columns, view.order), [columns, view.order]);
  const movable = ordered.slice(1).filter(({ field }) => field !== ACTIONS);
  const shown = useMemo(
    () =>
      ordered
        .filter(({ field }, index) => index === 0 || field === ACTIONS || !view.hidden.includes(field))
        .map((column) => ({
          ...column,
          label: column.field === ACTIONS ? t('table.actions') : column.label,
          isSortable: column.isSortable ?? sortFields.includes(column.field),
        })),
    [ordered, sortFields, t, view.hidden],
  );
  const { rows, error, isLoading, defaultSort = DEFAULT_SORT } = list;
  const { field: sortField, order: sortOrder } = list.sort;
  const sort = useMemo<Sort>(() => ({ field: sortField, order: sortOrder }), [sortField, sortOrder]);
  const open = new Map<string, unknown>(Object.entries(list.unfiltered ?? {}));
  const isFiltered = Object.entries<unknown>({ ...list.filters }).some(
    ([name, value]) => value !== '' && value !== ALL && value !== open.get(name),
  );
  const isDefaultSort = sort.field === defaultSort.field && sort.order === defaultSort.order;
  // An order that no column shows, as that of pinned ones first, has no name.
  const sortName =
    columns.find(({ field }) => field === sort.field)?.label ??
    (BY_CREATION.includes(sort.field) ? t('createdTime') : undefined);
  const isPale = useStillTrue(list.isStale, PALE_AFTER_MS);
  const tools = useRowTools(shown, list, { selection, detail });
  const [words, setWords] = useState<{ readonly widths: Readonly<Record<string, number>>; readonly room: number }>();
  const isMeasured = words !== undefined && tools.columns.every(({ field }) => field in words.widths);
  const shared = {
    label,
    ...tools,
    widths: view.widths,
    rowKey: list.rowKey,
    rowHeight: ROW_HEIGHTS[view.density],
    sort,
  };

  const onWidth = useCallback(
    (field: string, width: number) => changeView({ widths: { ...view.widths, [field]: width } }),
    [changeView, view.widths],
  );
  const onMove = (field: string, by: -1 | 1) => {
    const fields = movable.map((column) => column.field);
    const seen = fields.filter((one) => !view.hidden.includes(one));
    // Over the next one that is seen: a step past hidden ones would look like none.
    const next = seen[seen.indexOf(field) + by];
    if (seen.includes(field) && next !== undefined) changeView({ order: movedTo(fields, field, fields.indexOf(next)) });
  };

  const body = () => {
    if (error)
      return (
        <ErrorState
          title={t('table.failed')}
          text={failureText(error)}
          onRetry={list.refresh}
          isRetrying={isLoading}
          size="row"
        />
      );
    if (!rows) return <LoadingState size="row" />;
    if (rows.length === 0) {
      return isFiltered ? (
        <EmptyState icon={<SearchOffIcon />} title={t('table.noMatch')} text={t('table.noMatchHint')} size="row" />
      ) : (
        <EmptyState title={emptyTitle} size="row" />
      );
    }
    // The widths of the grid are those of the plain table: this is drawn first where they are not known, and is not seen.
    if (!Grid || !isMeasured)
      return <PlainTable {...shared} rows={rows} onMeasured={(widths, room) => setWords({ widths, room })} />;
    return (
      <Grid<Row>
        {...shared}
        rows={rows}
        words={words.widths}
        room={words.room}
        onChoose={selection && ((row: Row) => selection.isSelectable(row) && selection.toggle(row))}
        onSort={list.setSort}
        onWidth={onWidth}
      />
    );
  };

  return (
    <section
      className={styles.panel}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && selection && !event.defaultPrevented) selection.clear();
      }}
    >
      {selection && selection.rows.length > 0 ? (
        <BulkBar selection={selection}>{bulk}</BulkBar>
      ) : (
        <div className={styles.tools}>
          <div className={styles.note}>
            {note}
            {list.historyMonths !== undefined && !error && (
              <span className={styles.cut} role="status" data-testid="history-notice">
                {t('historyCut', { n: list.historyMonths })}
              </span>
            )}
          </div>
          <span className={styles.sort} data-sort={`${sort.field} ${sort.order}`}>
            {sort.field === WAITING_FIRST.field
              ? t('table.waitingFirst')
              : sortName && t('table.sortedBy', { column: sortName, order: t(`order.${sort.order}`) })}
            {!isDefaultSort && (
              <Button size="small" variant="text" onClick={() => list.setSort(defaultSort)}>
                {t('table.resetSort')}
              </Button>
            )}
          </span>
          {named && <NamedViewsMenu named={named} view={view} onKept={resetView} />}
          <ViewMenu columns={movable} view={view} onChange={changeView} onReset={resetView} />
        </div>
      )}
      {list.refreshError && (
        <div className={styles.warning} role="alert">
          <span>{t('table.refreshFailed')}</span>
          <Button size="small" variant="text" startIcon={<RefreshIcon size={14} />} onClick={list.refresh}>
            {common('action.retry')}
          </Button>
        </div>
      )}
      <div
        className={styles.body}
        aria-busy={isLoading}
        data-stale={isPale || undefined}
        onKeyDownCapture={(event) => headerKey(event, { onWidth, onMove })}
      >
        {list.isStale && isLoading && (
          <div className={styles.progress} role="progressbar" aria-label={t('table.refreshing')} />
        )}
        {body()}
      </div>
      {rows && (
        <Pager
          page={list.page}
          size={list.size}
          sizes={list.sizes}
          total={list.total}
          onPage={list.setPage}
          onSize={list.setSize}
        />
      )}
    </section>
  );
}
