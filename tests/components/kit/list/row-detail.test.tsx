import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GridTable } from '@/components/kit/list/grid-table';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { renderApp } from '../../support/render';
import { firstOf, liftList, lifts, show, type Lift } from './support';

const ROWS = lifts('一号', '二号');
const columns = [
  { field: 'name', label: '名称', minWidth: 100, cell: ({ name }: Lift) => name },
  { field: 'no', label: '编号', minWidth: 100, cell: ({ no }: Lift) => no },
];

const FIRST = firstOf(ROWS);

function Screen() {
  const list = useResourceList(liftList, FIRST);
  return <ResourceTable label="表" columns={columns} list={list} detail={({ no }) => <p>里面 {no}</p>} />;
}

describe('a row that opens', () => {
  it('shows its detail below itself, and the button says so to those who cannot see it', async () => {
    show(<Screen />, ROWS);
    const button = screen.getByRole('button', { name: '展开 二号' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    const region = screen.getByRole('region', { name: '二号 的详情' });
    expect(region).toHaveTextContent('里面 E2');
    const closing = screen.getByRole('button', { name: '收起 二号' });
    expect(closing).toHaveAttribute('aria-expanded', 'true');
    expect(closing).toHaveAttribute('aria-controls', region.id);
    expect(region.closest('tr')?.previousElementSibling).toHaveAttribute('data-row', 'E2');
    await userEvent.click(closing);
    expect(screen.queryByRole('region', { name: '二号 的详情' })).toBeNull();
  });
  it('opens beside others', async () => {
    show(<Screen />, ROWS);
    for (const name of ['一号', '二号']) await userEvent.click(screen.getByRole('button', { name: `展开 ${name}` }));
    expect(screen.getAllByText(/^里面/).map(({ textContent }) => textContent)).toEqual(['里面 E1', '里面 E2']);
  });
  it('is a row of one cell in the grid, right below its own', () => {
    renderApp(
      <GridTable
        label="表"
        columns={columns}
        rows={ROWS}
        rowKey={({ no }) => no}
        rowHeight={42}
        sort={{ field: 'no', order: 'asc' }}
        widths={{}}
        words={{ name: 100, no: 100 }}
        room={900}
        onSort={() => undefined}
        onWidth={() => undefined}
        details={{ isOpen: ({ no }) => no === 'E1', draw: ({ no }) => <p>里面 {no}</p> }}
      />,
    );
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.getAttribute('data-id'))).toEqual(['E1', 'E1 detail', 'E2']);
    const [, detail] = rows;
    const cells = within(detail as HTMLElement).getAllByRole('gridcell');
    expect(cells).toHaveLength(1);
    expect(cells[0]).toHaveAttribute('aria-colspan', '2');
    expect(cells[0]).toHaveTextContent('里面 E1');
  });
});
