import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GridTable } from '@/components/kit/list/grid-table';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { runForAll } from '@/components/kit/list/run-for-all';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useRowSelection } from '@/components/kit/list/use-row-selection';
import { renderApp } from '../../support/render';
import { firstOf, liftList, lifts, show, type Lift } from './support';

const ROWS = lifts('一号', '二号', '坏的', '四号');
const columns = [{ field: 'name', label: '名称', minWidth: 100, cell: ({ name }: Lift) => name }];

const FIRST = firstOf(ROWS);

function Screen() {
  const list = useResourceList(liftList, FIRST);
  const selection = useRowSelection(list, { max: 2, isSelectable: ({ name }) => name !== '坏的' });
  return (
    <>
      <button onClick={() => list.search({ state: 'OPEN' })}>narrow</button>
      <ResourceTable
        label="表"
        columns={columns}
        list={list}
        selection={selection}
        bulk={<button>act on {selection.rows.map(({ no }) => no).join()}</button>}
      />
    </>
  );
}
const box = (name: string) => screen.getByRole('checkbox', { name: `选择 ${name}` });

describe('choosing rows', () => {
  it('says how many are chosen beside what may be done with them; giving them up brings the tools back', async () => {
    show(<Screen />, ROWS);
    expect(screen.queryByRole('group', { name: '已选数据' })).toBeNull();
    await userEvent.click(box('一号'));
    const bar = screen.getByRole('group', { name: '已选数据' });
    expect(within(bar).getByRole('status')).toHaveTextContent('已选 1 条');
    expect(within(bar).getByRole('button', { name: 'act on E1' })).toBeVisible();
    await userEvent.click(within(bar).getByRole('button', { name: '取消选择' }));
    expect(screen.queryByRole('group', { name: '已选数据' })).toBeNull();
    expect(screen.getByRole('button', { name: '显示设置' })).toBeVisible();
  });
  it('takes no row that is not for it, and no more than an action takes', async () => {
    show(<Screen />, ROWS);
    expect(box('坏的')).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }));
    expect(['一号', '二号', '四号'].map((name) => (box(name) as HTMLInputElement).checked)).toEqual([
      true,
      true,
      false,
    ]);
    expect(box('四号')).toBeDisabled();
    expect(screen.getByRole('status')).toHaveTextContent('最多选择 2 条');
  });
  it('is ended by Escape and by other filters', async () => {
    show(<Screen />, ROWS);
    await userEvent.click(box('一号'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: '已选数据' })).toBeNull();
    await userEvent.click(box('一号'));
    await userEvent.click(screen.getByRole('button', { name: 'narrow' }));
    expect(screen.queryByRole('group', { name: '已选数据' })).toBeNull();
  });
  it('works by keyboard from any cell of the grid', () => {
    const chosen: string[] = [];
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
        onChoose={({ no }) => chosen.push(no)}
      />,
    );
    const cell = screen.getByRole('gridcell', { name: '二号' });
    fireEvent.keyDown(cell, { key: ' ' });
    fireEvent.keyDown(cell, { key: ' ', shiftKey: true });
    expect(chosen).toEqual(['E2']);
  });
});

it('an action on several rows goes on after one was refused', async () => {
  const called: string[] = [];
  const outcome = await runForAll(['a', 'b', 'c'], (row) => {
    called.push(row);
    return row === 'b' ? Promise.reject(new Error('no')) : Promise.resolve();
  });
  expect([called, outcome]).toEqual([['a', 'b', 'c'], { done: 2, failures: [new Error('no')] }]);
});
