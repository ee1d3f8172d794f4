import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { withNuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { renderToString } from 'react-dom/server';
import { FilterBar, FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import {
  choiceFilter,
  dayFilter,
  defineList,
  firstPage,
  listInput,
  readListState,
  textFilter,
} from '@/components/kit/list/list-query';
import { FilterDates } from '@/components/kit/list/filter-dates';
import type { FirstPage, RowOf } from '@/components/kit/list/list-query';
import type { Column } from '@/components/kit/list/columns';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { operation } from '@/lib/platform/contract/operation';
import { pageOf as pageSchema } from '@/lib/platform/contract/schemas';
import { readHint } from '@/lib/platform/focus/focus-hint';
import { PageFocus } from '@/lib/platform/client/hooks';
import { focusOn, forgetFocus, ownFocus } from '../../support/focus';
import { answerCalls, App, renderApp } from '../../support/render';
import type { Call } from '../../support/render';

const queryUnits = operation({
  ...queryEquipment,
  output: pageSchema(z.object({ equipmentNo: z.string(), equipmentName: z.string(), totalFloors: z.number() })),
});
type Row = RowOf<typeof queryUnits>;
const list = defineList({
  name: 'test',
  rowKey: 'equipmentNo',
  operation: queryUnits,
  filters: { key: textFilter(), onlineStatus: choiceFilter() },
  sortFields: ['equipmentNo'],
});
const columns: Column<Row>[] = [
  { field: 'equipmentName', label: '名称', minWidth: 100, cell: (row) => row.equipmentName },
  { field: 'equipmentNo', label: '编号', minWidth: 100, cell: (row) => row.equipmentNo, isSortable: true },
  { field: 'totalFloors', label: '楼层', minWidth: 60, align: 'right', cell: (row) => String(row.totalFloors) },
];
const rowsOf = (...names: string[]): Row[] =>
  names.map((name, index) => ({ equipmentNo: `E${index}`, equipmentName: name, totalFloors: 9 }));
const pageOf = (records: Row[], total = records.length) => ({
  code: 200,
  data: { total, pages: 1, size: 15, current: 1, records },
});

function Screen({ first }: { readonly first?: FirstPage<Row> }) {
  const state = useResourceList(list, first);
  return (
    <>
      <FilterBar values={state.filters} onSearch={state.search}>
        <FilterText name="key" label="关键字" />
        <FilterSelect name="onlineStatus" label="在线" choices={[{ value: 1, label: '在线的' }]} />
      </FilterBar>
      <ResourceTable label="测试列表" columns={columns} list={state} />
    </>
  );
}

function show(
  url: string,
  answer: (call: Call) => Parameters<typeof answerCalls>[0] extends (call: Call) => infer A ? A : never,
  first?: FirstPage<Row>,
) {
  const urls: string[] = [];
  const calls = answerCalls(answer);
  const Url = withNuqsTestingAdapter({
    searchParams: url,
    hasMemory: true,
    onUrlUpdate: (event: UrlUpdateEvent) => {
      urls.push(event.queryString);
    },
  });
  renderApp(
    <Url>
      <Screen first={first} />
    </Url>,
  );
  return { calls, urls };
}
const inputOf = (query: Record<string, string>) => listInput(list, readListState(list, query));

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

describe('a list on the page', () => {
  it('shows what the server rendered and asks for nothing again', async () => {
    const { calls } = show(
      '',
      () => pageOf(rowsOf('再问')),
      firstPage(inputOf({}), { total: 1, records: rowsOf('一号梯') }),
    );
    expect(screen.getByRole('rowheader', { name: '一号梯' })).toBeVisible();
    await act(async () => {
      await Promise.resolve();
    });
    expect(calls).toEqual([]);
    expect(screen.getByText('共 1 条')).toBeVisible();
  });

  it('asks itself when the first picture is of another question, or old', async () => {
    const { calls } = show(
      '?key=x',
      () => pageOf(rowsOf('新')),
      firstPage(inputOf({}), { total: 1, records: rowsOf('旧') }),
    );
    expect(await screen.findByText('新')).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ key: 'x', pageIndex: 1, sortField: 'CreatedTime', sortOrder: 'asc' });
  });

  it('[CONV-019] says inline that it failed, and tries again on request; no toast, no blank', async () => {
    let isAway = true;
    const { calls } = show('', () =>
      isAway ? { code: 503, message: '服务暂不可用', error: 'unavailable' } : pageOf(rowsOf('回来了')),
    );
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('列表加载失败');
    expect(alert).toHaveTextContent('服务暂不可用');
    isAway = false;
    await userEvent.click(within(alert).getByRole('button', { name: '重试' }));
    expect(await screen.findByText('回来了')).toBeVisible();
    expect(calls).toHaveLength(2);
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  it('[CONV-025] tells an empty list from one that nothing matches', async () => {
    show('', () => pageOf([]));
    expect(await screen.findByText('暂无数据')).toBeVisible();
  });
  it('[CONV-025] says that nothing matches the filters', async () => {
    show('?key=none', () => pageOf([]));
    expect(await screen.findByText('无相关数据')).toBeVisible();
  });

  it('says how far back a data strategy lets the user see, where the question asked for more', async () => {
    show('', ({ body }) => ({
      ...pageOf(rowsOf('一号梯')),
      data: { ...pageOf(rowsOf('一号梯')).data, ...(body.key === '近' ? {} : { historyMonths: 6 }) },
    }));
    expect(await screen.findByText('仅可查看近6个月数据')).toBeVisible();
    await userEvent.type(screen.getByLabelText('关键字'), '近{Enter}');
    await waitFor(() => expect(screen.queryByTestId('history-notice')).toBeNull());
  });

  it('keeps the rows of the last page until the next one is there, and marks them', async () => {
    let release: (() => void) | undefined;
    show('', (call) =>
      call.body.pageIndex === 1
        ? pageOf(rowsOf('第一页'), 40)
        : new Promise((resolve) => {
            release = () => resolve(pageOf(rowsOf('第二页'), 40));
          }),
    );
    await screen.findByText('第一页');
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(document.querySelector('[data-stale]')).not.toBeNull());
    expect(screen.getByText('第一页')).toBeInTheDocument();
    await act(async () => {
      release?.();
      await Promise.resolve();
    });
    expect(await screen.findByText('第二页')).toBeVisible();
    expect(screen.queryByText('第一页')).toBeNull();
    expect(document.querySelector('[data-stale]')).toBeNull();
  });

  it('never shows rows of one question as the answer to another that failed', async () => {
    show('', (call) =>
      call.body.pageIndex === 1
        ? pageOf(rowsOf('第一页'), 40)
        : { code: 500, message: '系统异常', error: 'server_error' },
    );
    await screen.findByText('第一页');
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('系统异常');
    expect(screen.queryByText('第一页')).toBeNull();
  });

  it.each([
    [400, '请求参数错误'],
    [403, '没有权限'],
    [511, '没有该数据的权限'],
  ])('shows no rows under a refusal (%i), also where the same question was answered before', async (code, message) => {
    let isRefused = false;
    show('', () => (isRefused ? { code, message, error: 'refused' } : pageOf(rowsOf('还能看到'))));
    await screen.findByText('还能看到');
    isRefused = true;
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.queryByText('还能看到')).toBeNull();
    expect(screen.queryByText(/^共 \d+ 条$/)).toBeNull();
    isRefused = false;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('还能看到')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps its rows, with a warning, while nobody can answer', async () => {
    let isAway = false;
    show('', () =>
      isAway ? { code: 503, message: '服务暂不可用', error: 'unavailable' } : pageOf(rowsOf('仍然正确')),
    );
    await screen.findByText('仍然正确');
    isAway = true;
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByText('仍然正确')).toBeVisible();
  });

  it('leads a page beyond the end to the last one', async () => {
    const { calls, urls } = show('?page=9', (call) => pageOf(call.body.pageIndex === 3 ? rowsOf('末页') : [], 40));
    expect(await screen.findByText('末页')).toBeVisible();
    expect(calls.map(({ body }) => body.pageIndex)).toEqual([9, 3]);
    expect(urls.at(-1)).toBe('?page=3');
  });

  it('[CONV-008] [CONV-009] offers 15, 30, 50, 100 and 200 a page; another size starts at the first page', async () => {
    const { calls, urls } = show('?page=2', () => pageOf(rowsOf('行'), 40));
    await screen.findByText('行');
    await userEvent.click(screen.getByRole('combobox', { name: '每页条数' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '15 条/页',
      '30 条/页',
      '50 条/页',
      '100 条/页',
      '200 条/页',
    ]);
    await userEvent.click(screen.getByRole('option', { name: '50 条/页' }));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ pageIndex: 1, pageSize: 50 }));
    expect(urls.at(-1)).toBe('?size=50');
  });

  it('[CONV-010] starts with the mark "by creation time, ascending"', async () => {
    show('', () => pageOf(rowsOf('行')));
    expect(await screen.findByText('按创建时间升序')).toBeInTheDocument();
  });

  it('narrows to the focus projects, and asks anew from the first page when they change', async () => {
    ownFocus('cn10246');
    const { calls, urls } = show(
      '?page=2',
      (call) => pageOf(rowsOf(call.headers.get('projectId') ?? '全部'), 40),
      firstPage(inputOf({ page: '2' }), { total: 40, records: rowsOf('服务器') }),
    );
    expect(screen.getByText('服务器')).toBeVisible();
    act(() => focusOn('P1', 'P2'));
    expect(await screen.findByText('P1,P2')).toBeVisible();
    expect(calls.at(-1)?.body.pageIndex).toBe(1);
    expect(urls.at(-1)).toBe('');
    act(() => focusOn());
    expect(await screen.findByText('全部')).toBeVisible();
    forgetFocus();
  });
});

describe('a list and the focus projects that the server drew it with', () => {
  const html = (ui: ReactNode) => renderToString(ui);
  const page = (drawn: string | null | undefined, first: FirstPage<Row>) => {
    const Url = withNuqsTestingAdapter({ hasMemory: true });
    return (
      <App>
        <PageFocus value={drawn}>
          <Url>
            <Screen first={first} />
          </Url>
        </PageFocus>
      </App>
    );
  };
  beforeEach(() => ownFocus('cn10246'));
  afterEach(forgetFocus);

  it('keeps rows of the right focus: no row changes while the page comes alive, nothing is asked again', async () => {
    const calls = answerCalls(() => pageOf(rowsOf('再问')));
    focusOn('P1', 'P2');
    const first = firstPage(inputOf({}), { total: 1, records: rowsOf('关注的') }, 'P1,P2');
    const box = document.body.appendChild(document.createElement('div'));
    box.innerHTML = html(page('P1,P2', first));
    expect(box).toHaveTextContent('关注的');
    const seen = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { unmount } = render(page('P1,P2', first), { container: box, hydrate: true });
    await act(async () => {
      await Promise.resolve();
    });
    expect(box).toHaveTextContent('关注的');
    expect(seen).not.toHaveBeenCalled();
    expect(calls).toEqual([]);
    unmount();
    box.remove();
  });

  it('drops rows of another focus for the ones of this browser', async () => {
    const calls = answerCalls((call) => pageOf(rowsOf(call.headers.get('projectId') ?? '全部')));
    focusOn('P1');
    render(page('P9', firstPage(inputOf({}), { total: 1, records: rowsOf('别的项目') }, 'P9')));
    expect(screen.queryByText('别的项目')).toBeNull();
    expect(await screen.findByText('P1')).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it('is drawn loading where the server did not know, and asks once, with the focus', async () => {
    const calls = answerCalls((call) => pageOf(rowsOf(call.headers.get('projectId') ?? '全部')));
    focusOn('P1');
    const first = firstPage<Row>(inputOf({}), undefined);
    const box = document.body.appendChild(document.createElement('div'));
    box.innerHTML = html(page(undefined, first));
    expect(box.querySelector('table')).toBeNull();
    const { unmount } = render(page(undefined, first), { container: box, hydrate: true });
    expect(await screen.findByText('P1')).toBeVisible();
    expect(calls.map(({ headers }) => headers.get('projectId'))).toEqual(['P1']);
    unmount();
    box.remove();
  });

  it('tells the server by a cookie, at every change', () => {
    const hint = () =>
      readHint(decodeURIComponent(/(?:^|; )focus=([^;]*)/.exec(document.cookie)?.[1] ?? ''), 'cn10246');
    focusOn('P1', 'P2');
    expect(hint()).toBe('P1,P2');
    focusOn();
    expect(hint()).toBeNull();
  });
});

describe('the filters of a list', () => {
  it('[EQUIP-001] [CONV-017] ask on Enter and on the button, never while typing; the page starts anew', async () => {
    const { calls, urls } = show('?page=3', () => pageOf(rowsOf('行'), 100));
    await screen.findByText('行');
    const field = screen.getByRole('textbox', { name: '关键字' });
    await userEvent.type(field, '  滨江 ');
    await userEvent.click(screen.getByRole('combobox', { name: '在线' }));
    await userEvent.click(screen.getByRole('option', { name: '在线的' }));
    expect(calls).toHaveLength(1);
    await userEvent.type(field, '{Enter}');
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.body).toMatchObject({ key: '滨江', onlineStatus: 1, pageIndex: 1 });
    expect(urls.at(-1)).toBe('?key=滨江&onlineStatus=1');
    await userEvent.click(screen.getByRole('button', { name: '重置' }));
    await waitFor(() => expect(calls.at(-1)?.body).not.toHaveProperty('key'));
    expect(field).toHaveValue('');
  });
  it('searched again unchanged, read what is true now', async () => {
    const { calls } = show('', () => pageOf(rowsOf('行')));
    await screen.findByText('行');
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(calls).toHaveLength(2));
  });
  it('are reached by "/", which stays a character where somebody types', async () => {
    show('', () => pageOf(rowsOf('行')));
    await screen.findByText('行');
    await userEvent.keyboard('/');
    const field = screen.getByRole('textbox', { name: '关键字' });
    expect(field).toHaveFocus();
    await userEvent.keyboard('a/b');
    expect(field).toHaveValue('a/b');
  });
  it('[CONV-015] take at most 200 characters', async () => {
    show('', () => pageOf(rowsOf('行')));
    expect(await screen.findByRole('textbox', { name: '关键字' })).toHaveAttribute('maxlength', '200');
  });
});

describe('the view of a list', () => {
  it('hides columns, but never the first one, and stays so in this browser', async () => {
    show('', () => pageOf(rowsOf('行')));
    await screen.findByText('行');
    await userEvent.click(screen.getByRole('button', { name: '显示设置' }));
    const dialog = screen.getByRole('dialog', { name: '显示设置' });
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(2);
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '编号' }));
    await userEvent.click(within(dialog).getByRole('radio', { name: '宽松' }));
    expect(JSON.parse(localStorage.getItem('list-view:test:') ?? '{}')).toMatchObject({
      hidden: ['equipmentNo'],
      density: 'comfortable',
    });
    expect(screen.queryByRole('columnheader', { name: '编号', hidden: true })).toBeNull();
    expect(screen.getByRole('columnheader', { name: '楼层', hidden: true })).toHaveAttribute('data-align', 'right');
    await userEvent.click(within(dialog).getByRole('button', { name: '恢复默认' }));
    expect(screen.getByRole('columnheader', { name: '编号', hidden: true })).toBeInTheDocument();
  });
  it('is each user’s own', async () => {
    localStorage.setItem('list-view:test:cn10246', '{"hidden":["equipmentNo"]}');
    const meta = Object.assign(document.createElement('meta'), { name: 'portal-user', content: 'cn10246' });
    document.head.append(meta);
    show('', () => pageOf(rowsOf('行')));
    expect(await screen.findByRole('columnheader', { name: '名称' })).toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: '编号' })).not.toBeInTheDocument();
    cleanup();
    meta.content = 'cn10358';
    show('', () => pageOf(rowsOf('行')));
    expect(await screen.findByRole('columnheader', { name: '编号' })).toBeInTheDocument();
    meta.remove();
  });
  it('survives a view that nobody can read', async () => {
    localStorage.setItem('list-view:test:', '{"hidden":7,"density":"huge"');
    show('', () => pageOf(rowsOf('行')));
    expect(await screen.findByRole('columnheader', { name: '编号' })).toBeInTheDocument();
  });
});

describe('a range of days in the filters', () => {
  const ranged = defineList({
    name: 'ranged',
    rowKey: 'equipmentNo',
    operation: queryUnits,
    filters: { startDate: dayFilter(), endDate: dayFilter() },
    sortFields: ['equipmentNo'],
  });
  it.each([
    ['one end', '?startDate=2026-11-02', '开始日期和结束日期必须选择'],
    ['the wrong way round', '?startDate=2026-11-09&endDate=2026-11-02', '开始日期不能大于结束日期'],
    ['more days than allowed', '?startDate=2026-09-01&endDate=2026-11-02', '日期范围不能超过31天'],
    ['nothing', '', '开始日期和结束日期必须选择'],
  ])('with %s asks for nothing and says why', async (_what, url, message) => {
    const onSearch = jest.fn();
    const state = readListState(ranged, Object.fromEntries(new URLSearchParams(url)));
    renderApp(
      <FilterBar values={state.filters} onSearch={onSearch}>
        <FilterDates label="时间" isRequired maxDays={31} />
      </FilterBar>,
    );
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(screen.getByText(message)).toBeVisible();
    expect(onSearch).not.toHaveBeenCalled();
  });
  it('[CONV-024] without a range the list says so in an error toast and asks for nothing', async () => {
    const onSearch = jest.fn();
    renderApp(
      <>
        <FilterBar values={{ startDate: '', endDate: '' }} onSearch={onSearch}>
          <FilterDates label="时间" isRequired maxDays={31} />
        </FilterBar>
        <ToastHost />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    const message = await within(screen.getByRole('region')).findByText('开始日期和结束日期必须选择');
    expect(message.closest('[data-sonner-toast]')).toHaveAttribute('data-type', 'error');
    expect(onSearch).not.toHaveBeenCalled();
    toast.dismiss();
  });
  it('with both ends searches', async () => {
    const onSearch = jest.fn();
    const values = { startDate: '2026-11-01', endDate: '2026-11-02' };
    renderApp(
      <FilterBar values={values} onSearch={onSearch}>
        <FilterDates label="时间" isRequired maxDays={31} />
      </FilterBar>,
    );
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(onSearch).toHaveBeenCalledWith(values);
  });
});
