'use client';

import { DataGrid, useGridApiRef, type GridColDef, type GridSortModel } from '@mui/x-data-grid';
import { zhCN } from '@mui/x-data-grid/locales';
import { useLocale } from 'next-intl';
import { memo, useEffect, useMemo, useState } from 'react';
import { cellOf } from './cell';
import { ACTIONS, LEAST_WIDTH, MOST_WIDTH, type Column, type TableView } from './columns';
import { HeadWords } from './head-words';
import type { Sort } from './list-query';
import type { OpenDetails } from './row-detail';
import { leastOf, shareWidths, shortOf, stretched } from './widths';
import styles from './grid-table.module.css';

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight: number;
  readonly sort: Sort;
  readonly widths: TableView['widths'];
  /** px that the words of the first rows need, by field. */
  readonly words: Readonly<Record<string, number>>;
  /** px, before the grid knows its own. */
  readonly room: number;
  readonly onSort: (sort: Sort) => void;
  readonly onWidth: (field: string, width: number) => void;
  readonly details?: OpenDetails<Row>;
  /** Shift and space anywhere in a row. */
  readonly onChoose?: (row: Row) => void;
}

/** What the grid is given: a row, or the detail that stands below one as a row of a single cell. */
interface GridLine<Row> {
  readonly row: Row;
  readonly isDetail: boolean;
}

/** What is copied out of a cell. */
const valueOf = (row: unknown, field: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, field) : undefined;

const HEADER_HEIGHT = 42;
/** Every column is drawn, so that the last one can stay in its place while the others scroll. */
const ALL_COLUMNS_PX = 10_000;
/** The grid shows every row it is given: one page of the server's. Our largest page is 200 rows, its own end at 100. */
const ALL_ROWS = { page: 0, pageSize: -1 };

function Grid<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowHeight,
  sort,
  widths,
  words: firstWords,
  room: firstRoom,
  onSort,
  onWidth,
  details,
  onChoose,
}: Props<Row>) {
  const locale = useLocale();
  const api = useGridApiRef();
  const [room, setRoom] = useState(firstRoom);
  useEffect(() => api.current?.subscribeEvent('viewportInnerSizeChange', ({ width }) => setRoom(width)), [api]);
  const [longer, setLonger] = useState<Readonly<Record<string, number>>>({});
  const words = useMemo(() => ({ ...firstWords, ...longer }), [firstWords, longer]);
  const lines = useMemo(
    () =>
      rows.flatMap<GridLine<Row>>((row) => [
        { row, isDetail: false },
        ...(details?.isOpen(row) ? [{ row, isDetail: true }] : []),
      ]),
    [details, rows],
  );
  const shares = useMemo(() => {
    const isStretched = stretched(columns, widths);
    return shareWidths(
      columns.map((column) => {
        const { field } = column;
        const natural = Math.max(widths[field] ?? words[field] ?? 0, LEAST_WIDTH);
        if (widths[field] !== undefined) return { natural };
        return { natural, least: isStretched(column) ? natural : leastOf(column) };
      }),
      room,
    );
  }, [columns, room, widths, words]);
  // Rows of a later page, another order and live values may say longer words than the first rows did.
  useEffect(() => {
    const own = new Set(columns.filter((column) => leastOf(column) === undefined).map(({ field }) => field));
    const widen = () => {
      const cells = api.current?.rootElementRef?.current?.querySelectorAll<HTMLElement>(
        '.MuiDataGrid-cell[data-field], .MuiDataGrid-columnHeader[data-field]',
      );
      const short = [...shortOf(cells ?? [])].filter(([field]) => own.has(field));
      if (short.length === 0) return;
      setLonger((before) => ({
        ...before,
        ...Object.fromEntries(
          short.map(([field, px]) => [field, Math.max(before[field] ?? firstWords[field] ?? 0, LEAST_WIDTH) + px]),
        ),
      }));
    };
    // The grid draws its rows when it knows its room.
    const frame = requestAnimationFrame(widen);
    return () => cancelAnimationFrame(frame);
  }, [api, columns, firstWords, room, rows, sort]);
  const isWider = shares.reduce((sum, width) => sum + width, 0) > room;
  const definitions = useMemo<GridColDef<GridLine<Row>>[]>(
    () =>
      columns.map(({ field, label: headerName, head, cell, isSentence, align, isSortable = false, flex }, index) => ({
        ...(details && { colSpan: (_value: unknown, { isDetail }: GridLine<Row>) => (isDetail ? columns.length : 1) }),
        field,
        headerName,
        align,
        headerAlign: align,
        sortable: isSortable,
        minWidth: LEAST_WIDTH,
        maxWidth: MOST_WIDTH,
        resizable: field !== ACTIONS,
        cellClassName: field === ACTIONS ? styles.fixed : flex ? styles.gives : undefined,
        headerClassName: field === ACTIONS ? styles.fixed : undefined,
        width: shares[index],
        renderHeader: () => head ?? <HeadWords>{headerName}</HeadWords>,
        renderCell: ({ row: { row, isDetail } }) => (isDetail ? details?.draw(row) : cellOf({ cell, isSentence }, row)),
        valueGetter: (_value, { row }) => valueOf(row, field),
      })),
    [columns, details, shares],
  );
  const sortModel: GridSortModel = columns.some(({ field }) => field === sort.field)
    ? [{ field: sort.field, sort: sort.order }]
    : [];
  return (
    <DataGrid
      apiRef={api}
      className={isWider ? `${styles.grid} ${styles.wider}` : styles.grid}
      aria-label={label}
      localeText={locale === 'zh-CN' ? zhCN.components.MuiDataGrid.defaultProps.localeText : undefined}
      columns={definitions}
      rows={lines}
      getRowId={({ row, isDetail }) => `${rowKey(row)}${isDetail ? ' detail' : ''}`}
      rowHeight={rowHeight}
      getRowHeight={details && (({ model }) => (model.isDetail ? 'auto' : null))}
      getRowClassName={({ row }) => (row.isDetail ? (styles.detail ?? '') : '')}
      columnHeaderHeight={HEADER_HEIGHT}
      paginationMode="server"
      sortingMode="server"
      filterMode="server"
      rowCount={lines.length}
      paginationModel={ALL_ROWS}
      hideFooter
      columnBufferPx={ALL_COLUMNS_PX}
      sortModel={sortModel}
      sortingOrder={['asc', 'desc']}
      onSortModelChange={([next]) => {
        if (next?.sort) onSort({ field: next.field, order: next.sort });
      }}
      onColumnWidthChange={({ colDef, width }) => onWidth(colDef.field, Math.round(width))}
      onCellKeyDown={({ row }, event) => {
        if (!onChoose || row.isDetail || event.key !== ' ' || !event.shiftKey) return;
        event.preventDefault();
        event.defaultMuiPrevented = true;
        onChoose(row.row);
      }}
      disableColumnMenu
      disableColumnFilter
      disableColumnSelector
      disableRowSelectionOnClick
      rowSelection={false}
    />
  );
}

/**
 * The grid of wide screens: it only draws. The server pages and sorts; the pager, the states and the view menu stand around
 * it. Arrow keys walk through the cells, Enter sorts a header. It is drawn again only when something it is given is another:
 * its rows are most of what a list costs.
 */
export const GridTable = memo(Grid) as typeof Grid;
