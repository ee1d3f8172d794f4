import { screen } from '@testing-library/react';
import type { Column } from '@/components/kit/list/columns';
import { GridTable } from '@/components/kit/list/grid-table';
import { renderApp } from '../../support/render';

interface Row {
  no: string;
  name: string;
}
const columns: Column<Row>[] = [
  { field: 'name', label: '名称', minWidth: 100, cell: (row) => <b>{row.name}</b> },
  { field: 'no', label: '编号', minWidth: 100, cell: (row) => row.no, isSortable: true, align: 'right' },
];
const nothing = () => undefined;

describe('the grid of wide screens', () => {
  it('[CONV-009] takes a page of 200 rows', () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ no: `E${index}`, name: `unit ${index}` }));
    renderApp(
      <GridTable
        label="表"
        columns={columns}
        rows={rows}
        rowKey={({ no }) => no}
        rowHeight={42}
        sort={{ field: 'no', order: 'asc' }}
        widths={{}}
        words={{ name: 100, no: 100 }}
        room={900}
        onSort={nothing}
        onWidth={nothing}
      />,
    );
    expect(screen.getByRole('grid', { name: '表' })).toHaveAttribute('aria-rowcount', '201');
    expect(screen.getByRole('columnheader', { name: '编号' })).toHaveAttribute('aria-sort', 'ascending');
  });
});
