'use client';

import { DataGrid } from '@mui/x-data-grid';

const COLUMNS = [
  { field: 'name', flex: 1 },
  { field: 'no', width: 160 },
];
const ROWS = Array.from({ length: 20 }, (_, id) => ({ id, name: `Elevator ${id}`, no: `U${id}` }));

export function Grid() {
  return <DataGrid rows={ROWS} columns={COLUMNS} />;
}
