import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { FilterBar, FilterText } from '@/components/kit/list/filter-bar';
import { PlainTable } from '@/components/kit/list/plain-table';
import { TaskActions } from '@/components/kit/list/task-actions';
import { App } from '../../support/render';

/** Lists where there is room for cards only. */

const columns = ['name', 'a', 'b', 'c', 'd', 'e', 'actions'].map((field) => ({
  field,
  label: field,
  minWidth: 80,
  cell: () => `${field} of it`,
}));
const table = (fields: readonly string[]) => (
  <PlainTable
    label="t"
    columns={columns.filter(({ field }) => fields.includes(field))}
    rows={[{ id: '1' }]}
    rowKey={({ id }) => id}
    rowHeight={42}
    sort={{ field: 'a', order: 'asc' }}
  />
);
const show = (ui: ReactNode) => render(<App>{ui}</App>);

function onPhone() {
  window.matchMedia = (query) =>
    ({
      matches: query.includes('639px'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as unknown as MediaQueryList;
}
const before = window.matchMedia;
afterEach(() => {
  window.matchMedia = before;
});

describe('a card', () => {
  it('shows title, four values and the actions; the rest is asked for', async () => {
    onPhone();
    show(table(['name', 'a', 'b', 'c', 'd', 'e', 'actions']));
    const more = () => [...document.querySelectorAll('[data-more]')].map((cell) => cell.getAttribute('data-field'));
    expect(more()).toEqual(expect.arrayContaining(['e']));
    for (const field of ['a', 'b', 'c', 'd']) expect(more()).not.toContain(field);
    const button = screen.getByRole('button', { name: '显示 name of it 的全部内容', hidden: true });
    await userEvent.click(button);
    expect(document.querySelector('tr[data-whole]')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '收起 name of it 的内容', hidden: true }));
    expect(document.querySelector('tr[data-whole]')).toBeNull();
  });
  it('shows what its columns chose, in their order', () => {
    onPhone();
    show(
      <PlainTable
        label="t"
        columns={columns.map((column) => ({
          ...column,
          ...(column.field === 'e' ? { onCard: 1 as const } : column.field === 'b' ? { onCard: 2 as const } : {}),
        }))}
        rows={[{ id: '1' }]}
        rowKey={({ id }) => id}
        rowHeight={42}
        sort={{ field: 'a', order: 'asc' }}
      />,
    );
    const of = (selector: string) =>
      [...document.querySelectorAll(selector)].map((cell) => cell.getAttribute('data-field'));
    expect(of('[data-more]')).toEqual(['a', 'c', 'd']);
    expect(of('[data-on-card="1"]')).toEqual(['e']);
    expect(of('[data-on-card="2"]')).toEqual(['b']);
  });
  it('that shows everything has nothing to ask for', () => {
    onPhone();
    show(table(['name', 'a', 'b', 'actions']));
    expect(screen.queryByRole('button', { hidden: true })).toBeNull();
  });
});

describe('the actions of a row', () => {
  const tasks = [
    { key: 'view', text: '查看', label: '查看 甲', onClick: () => undefined },
    { key: 'update', text: '修改', label: '修改 甲', onClick: () => undefined },
    { key: 'delete', text: '删除', label: '删除 甲', isDangerous: true, onClick: () => undefined },
  ];
  it('never have deleting beside editing: it is last behind the dots, after a divider', async () => {
    show(<TaskActions name="甲" tasks={tasks} />);
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      '查看 甲',
      '修改 甲',
      '甲 的更多操作',
    ]);
    await userEvent.click(screen.getByRole('button', { name: '甲 的更多操作' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['删除']);
  });
  it('on a phone are the first one and the dots', async () => {
    onPhone();
    show(<TaskActions name="甲" tasks={tasks} />);
    expect(screen.getAllByRole('button')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: '甲 的更多操作' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['修改', '删除']);
    expect(screen.getByRole('separator')).toBeInTheDocument();
  });
});

describe('the filters of a phone', () => {
  const bar = (onSearch: (values: { key: string }) => void, key = '') => (
    <FilterBar values={{ key }} onSearch={onSearch}>
      <FilterText name="key" label="关键字" />
    </FilterBar>
  );
  it('are a sheet; applying asks and closes it', async () => {
    onPhone();
    const asked = jest.fn();
    show(bar(asked));
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '筛选' }));
    const sheet = screen.getByRole('dialog', { name: '筛选条件' });
    await userEvent.type(within(sheet).getByRole('textbox', { name: '关键字' }), '海棠');
    await userEvent.click(within(sheet).getByRole('button', { name: '查看结果' }));
    expect(asked).toHaveBeenCalledWith({ key: '海棠' });
  });
  it('say how many are in use, and are all taken back by one button', async () => {
    onPhone();
    const asked = jest.fn();
    show(bar(asked, '海棠'));
    await userEvent.click(screen.getByRole('button', { name: '筛选（已用 1 项）' }));
    await userEvent.click(screen.getByRole('button', { name: '重置' }));
    expect(asked).toHaveBeenCalledWith({ key: '' });
  });
});
