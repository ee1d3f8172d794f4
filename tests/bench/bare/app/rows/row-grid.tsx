'use client';

import { DataGrid } from '@mui/x-data-grid';

/** As many columns as the portal's own list has. */
const MOST_COLUMNS = 12;

export function RowGrid({ rows }: { readonly rows: readonly Record<string, unknown>[] }) {
  const columns = Object.keys(rows[0] ?? {})
    .filter((field) => field !== 'id')
    .slice(0, MOST_COLUMNS)
    .map((field) => ({ field, flex: 1 }));
  return <DataGrid rows={rows} columns={columns} />;
}
