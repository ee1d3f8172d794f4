import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import { z } from 'zod';
import type { Column } from '@/components/kit/list/columns';
import { inViewOrder, movedTo } from '@/components/kit/list/columns';
import { isSameContent, viewQuery } from '@/components/kit/list/list-views';
import {
  choiceFilter,
  defineList,
  firstPage,
  listInput,
  readListState,
  textFilter,
  type RowOf,
} from '@/components/kit/list/list-query';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { queryEquipment } from '@/lib/features/equipment/contract';
import type { ListView } from '@/lib/features/list-views/contract';
import { operation } from '@/lib/platform/contract/operation';
import { pageOf } from '@/lib/platform/contract/schemas';
import { answerCalls, renderApp } from '../../support/render';
import type { Call } from '../../support/render';

const queryUnits = operation({
  ...queryEquipment,
  output: pageOf(z.object({ no: z.string(), name: z.string(), floors: z.string(), place: z.string() })),
});
type Row = RowOf<typeof queryUnits>;
const list = defineList({
  name: 'equipment',
  rowKey: 'no',
  operation: queryUnits,
  filters: { key: textFilter(), onlineStatus: choiceFilter() },
  sortFields: ['no', 'floors'],
});
const columns: Column<Row>[] = [
  { field: 'name', label: '名称', minWidth: 100, cell: (row) => row.name },
  { field: 'no', label: '编号', minWidth: 100, cell: (row) => row.no },
  { field: 'floors', label: '楼层', minWidth: 60, cell: (row) => row.floors },
  { field: 'actions', label: '操作', minWidth: 60, cell: () => '动作' },
  { field: 'place', label: '位置', minWidth: 60, cell: (row) => row.place },
];
const view = (rest: Partial<ListView> = {}): ListView => ({
  viewId: 'V1',
  name: '离线的',
  isShared: false,
  isOwn: true,
  isDefault: false,
  owner: '王工',
  filters: { onlineStatus: '0', key: '海棠' },
  sort: { field: 'no', order: 'desc' },
  columns: { order: ['place'], hidden: ['floors'], widths: {} },
  ...rest,
});
const rows: Row[] = [{ no: 'E1', name: '一号梯', floors: '9', place: '东' }];

function Screen({ views, params }: { readonly views: readonly ListView[]; readonly params: Record<string, string> }) {
  const [first] = useState(() =>
    firstPage(listInput(list, readListState(list, params)), { total: 1, records: rows }, null, {
      mayShare: true,
      views: [...views],
    }),
  );
  const state = useResourceList(list, first);
  return <ResourceTable label="设备" columns={columns} list={state} />;
}

function show(views: readonly ListView[], searchParams = '') {
  const urls: string[] = [];
  const calls = answerCalls(({ path }: Call) => ({
    code: 200,
    data:
      path === 'listView/save'
        ? { viewId: 'V9' }
        : path === 'listView/equipment'
          ? { mayShare: true, views }
          : path.startsWith('listView/')
            ? null
            : { total: 1, pages: 1, size: 15, current: 1, records: rows },
  }));
  renderApp(
    <NuqsTestingAdapter
      hasMemory
      searchParams={searchParams}
      onUrlUpdate={({ queryString }: UrlUpdateEvent) => {
        urls.push(queryString);
      }}
    >
      <Screen views={views} params={Object.fromEntries(new URLSearchParams(searchParams))} />
    </NuqsTestingAdapter>,
  );
  return { urls, calls };
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

describe('where a named view leads', () => {
  it('says its filters and its order in the URL, beside what stood there', () => {
    expect(viewQuery(list, { view: 'V1', tab: 'x' }, [view()])).toBe(
      new URLSearchParams({
        tab: 'x',
        onlineStatus: '0',
        key: '海棠',
        sort: 'no',
        order: 'desc',
        view: 'V1',
      }).toString(),
    );
  });
  it('leaves a URL alone that says anything of the list itself, and one that names no view of the caller', () => {
    expect(viewQuery(list, { view: 'V1', key: 'x' }, [view()])).toBeUndefined();
    expect(viewQuery(list, { view: 'V1', page: '2' }, [view()])).toBeUndefined();
    expect(viewQuery(list, { view: 'V2' }, [view()])).toBeUndefined();
    expect(viewQuery(list, { view: 'none' }, [view({ isDefault: true })])).toBeUndefined();
  });
  it('is taken by itself when it is the default, and does not lead in a circle when it has columns only', () => {
    const bare = view({ isDefault: true, filters: {}, sort: null });
    expect(viewQuery(list, {}, [bare])).toBe('view=V1');
    expect(viewQuery(list, { view: 'V1' }, [bare])).toBeUndefined();
  });
  it('takes nothing over that its list does not have', () => {
    const odd = view({ filters: { shoeSize: '44', key: 'a' }, sort: { field: 'password', order: 'asc' } });
    expect(viewQuery(list, { view: 'V1' }, [odd])).toBe('key=a&view=V1');
  });
  it('is the same whatever the order of its filters', () => {
    expect(isSameContent(view(), view({ filters: { key: '海棠', onlineStatus: '0' } }))).toBe(true);
    expect(isSameContent(view(), view({ sort: null }))).toBe(false);
  });
});

describe('the order of columns', () => {
  it('keeps the first one first and the actions last', () => {
    expect(inViewOrder(columns, ['place', 'actions', 'name', 'gone']).map(({ field }) => field)).toEqual([
      'name',
      'place',
      'no',
      'floors',
      'actions',
    ]);
    expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(movedTo(['a', 'b', 'c'], 'c', -4)).toEqual(['c', 'a', 'b']);
  });
  it('is changed by the buttons of the panel, and back again', async () => {
    show([]);
    expect(heads()).toEqual(['名称', '编号', '楼层', '位置', '操作']);
    await userEvent.click(screen.getByRole('button', { name: '显示设置' }));
    await userEvent.click(screen.getByRole('button', { name: '左移“位置”' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(heads()).toEqual(['名称', '编号', '位置', '楼层', '操作']));
    await userEvent.click(screen.getByRole('button', { name: '显示设置' }));
    await userEvent.click(screen.getByRole('button', { name: '恢复默认' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(heads()).toEqual(['名称', '编号', '楼层', '位置', '操作']));
  });
});

describe('the named views of a list', () => {
  it('give their columns to whoever opens them, and own changes stay beside that', async () => {
    show([view()], '?view=V1&onlineStatus=0&key=海棠&sort=no&order=desc');
    expect(heads()).toEqual(['名称', '位置', '编号', '操作']);
    expect(screen.getByRole('button', { name: '离线的' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '显示设置' }));
    await userEvent.click(screen.getByRole('checkbox', { name: '楼层' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(heads()).toContain('楼层'));
    expect(screen.getByRole('button', { name: '离线的（已修改）' })).toBeVisible();
  });

  it('put their filters and order into the URL when they are chosen, and take them out again', async () => {
    const { urls } = show([view()]);
    await userEvent.click(screen.getByRole('button', { name: '已存视图' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: /离线的/ }));
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(urls.at(-1)))).toEqual({
        view: 'V1',
        onlineStatus: '0',
        key: '海棠',
        sort: 'no',
        order: 'desc',
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: '离线的' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: '不使用视图' }));
    await waitFor(() => expect(Object.fromEntries(new URLSearchParams(urls.at(-1)))).toEqual({ view: 'none' }));
  });

  it('are made of what is seen, under a name, and shared when that is wished', async () => {
    const { calls } = show([], '?key=海棠&sort=floors&order=desc');
    await userEvent.click(screen.getByRole('button', { name: '已存视图' }));
    await userEvent.click(screen.getByRole('menuitem', { name: '另存为视图' }));
    const dialog = await screen.findByRole('dialog', { name: '另存为视图' });
    await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await within(dialog).findByText('请输入视图名称')).toBeVisible();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^视图名称/ }), '海棠高楼');
    await userEvent.click(within(dialog).getByRole('switch', { name: '与同事共享' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'listView/save')?.body).toEqual({
        list: 'equipment',
        name: '海棠高楼',
        isShared: true,
        content: {
          filters: { key: '海棠' },
          sort: { field: 'floors', order: 'desc' },
          columns: { order: [], hidden: [], widths: {} },
        },
      }),
    );
  });

  it('of a colleague can be opened and made the default, but neither changed nor deleted', async () => {
    const { calls } = show(
      [view({ isOwn: false, isShared: true })],
      '?view=V1&onlineStatus=0&key=海棠&sort=no&order=desc',
    );
    await userEvent.click(screen.getByRole('button', { name: '离线的' }));
    expect(screen.getByRole('menuitemradio', { name: /王工 共享/ })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: '删除视图' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: '重命名与共享' })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: '设为默认视图' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'listView/default')?.body).toEqual({ list: 'equipment', viewId: 'V1' }),
    );
  });

  it('that is gone is said to be gone', () => {
    show([], '?view=V7');
    expect(screen.getByText('该视图不存在或已不再共享')).toBeVisible();
  });
});
