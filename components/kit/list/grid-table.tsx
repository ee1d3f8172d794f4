'use client';

import { DataGrid, type GridColDef, type GridSortModel, type GridValidRowModel } from '@mui/x-data-grid';
import { zhCN } from '@mui/x-data-grid/locales';
import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import type { Column, View } from './columns';
import type { Sort } from './list-query';
import { cellOf } from './plain-table';
import styles from './grid-table.module.css';

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight: number;
  readonly sort: Sort;
  readonly widths: View['widths'];
  readonly onSort: (sort: Sort) => void;
  readonly onWidth: (field: string, width: number) => void;
}

const HEADER_HEIGHT = 42;
/** The grid shows every row it is given: one page of the server's. Our largest page is 200 rows, its own end at 100. */
const ALL_ROWS = { page: 0, pageSize: -1 };

/**
 * The grid of wide screens: it only draws. The server pages and sorts; the pager, the states and the view menu stand around
 * it. Arrow keys walk through the cells, Enter sorts a header.
 */
export function GridTable<Row>({ label, columns, rows, rowKey, rowHeight, sort, widths, onSort, onWidth }: Props<Row>) {
  const locale = useLocale();
  const definitions = useMemo<GridColDef<GridValidRowModel>[]>(
    () =>
      columns.map(({ field, label: headerName, cell, align, isSortable = false, minWidth, flex }) => ({
        field,
        headerName,
        align,
        headerAlign: align,
        sortable: isSortable,
        minWidth,
        ...(widths[field] === undefined ? { flex, width: minWidth } : { width: widths[field] }),
        renderCell: ({ row }) => cellOf(cell(row as Row)),
      })),
    [columns, widths],
  );
  const sortModel: GridSortModel = columns.some(({ field }) => field === sort.field)
    ? [{ field: sort.field, sort: sort.order }]
    : [];
  return (
    <DataGrid
      className={styles.grid}
      aria-label={label}
      localeText={locale === 'zh-CN' ? zhCN.components.MuiDataGrid.defaultProps.localeText : undefined}
      columns={definitions}
      rows={rows as readonly GridValidRowModel[]}
      getRowId={(row) => rowKey(row as Row)}
      rowHeight={rowHeight}
      columnHeaderHeight={HEADER_HEIGHT}
      paginationMode="server"
      sortingMode="server"
      filterMode="server"
      rowCount={rows.length}
      paginationModel={ALL_ROWS}
      hideFooter
      sortModel={sortModel}
      sortingOrder={['asc', 'desc']}
      onSortModelChange={([next]) => {
        if (next?.sort) onSort({ field: next.field, order: next.sort });
      }}
      onColumnWidthChange={({ colDef, width }) => onWidth(colDef.field, Math.round(width))}
      disableColumnMenu
      disableColumnFilter
      disableColumnSelector
      disableRowSelectionOnClick
      rowSelection={false}
    />
  );
}
