import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { AccountPanel } from '@/components/home/account-panel';
import { DeniedNotice } from '@/components/home/denied-notice';
import { Tiles } from '@/components/home/tiles';
import { UnitFinder } from '@/components/home/unit-finder';
import type { FirstUnits } from '@/components/home/unit-query';
import { unitFilterOf, unitInput } from '@/components/home/unit-query';
import { liveHref } from '@/lib/features/equipment/shared/links';
import { calledState } from '@/lib/live/units/condition';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import type { EquipmentRow } from '@/lib/features/equipment/contract';
import type { UserInfo } from '@/lib/features/account/contract';
import type { UnitStates } from '@/lib/features/home/contract';
import { homeTiles, type HomeTile } from '@/lib/menu';
import type { FakeSocket } from '../../unit/live/realtime/support/fake-socket';
import { listening, signedInAs, SILENT } from './support/channel';
import { answerCalls, renderApp } from '../support/render';
import { titleIn } from '../support/titles';
import { holder } from '@/tests/support/holder';

const row = (equipmentNo: string, more: Partial<EquipmentRow> = {}): EquipmentRow => ({
  equipmentNo,
  cubeNo: `CB${equipmentNo}`,
  equipmentType: 'YAE_ELT',
  productLine: null,
  equipmentName: `A座 ${equipmentNo}号梯`,
  buildingName: 'A座',
  onlineStatus: 1,
  errorStatus: 0,
  floorMappingConfiged: 0,
  floorMatchingEditStatus: 1,
  totalFloors: 20,
  branchCode: 'SH',
  branchName: '上海分公司',
  displayType: 'EV',
  video: '0',
  dhVideo: '0',
  ...more,
});
const pageOf = (records: EquipmentRow[], total = records.length) => ({
  total,
  pages: 1,
  size: 15,
  current: 1,
  records,
});
const HOLDER = holder(0, 'HOMEPAGE_READ', 'EQUIPMENT_READ', 'MONITOR_READ');

function firstOf(records: EquipmentRow[], total?: number): FirstUnits {
  return {
    filter: { key: '', state: 'all', page: 1 },
    focus: null,
    page: pageOf(records, total),
    statuses: [],
    at: Date.now(),
    states: sums({ total: records.length, online: 2 }),
  };
}
const sums = (some: Partial<UnitStates>): UnitStates => ({
  total: 0,
  online: 0,
  trapped: 0,
  fault: 0,
  unknown: 0,
  disconnected: 0,
  offline: 0,
  notInstalled: 0,
  ...some,
});

function show(ui: ReactNode, searchParams = '') {
  const urls: string[] = [];
  const onUrlUpdate = ({ queryString }: UrlUpdateEvent) => urls.push(queryString);
  renderApp(
    <NuqsTestingAdapter hasMemory searchParams={searchParams} onUrlUpdate={onUrlUpdate}>
      {ui}
    </NuqsTestingAdapter>,
  );
  return urls;
}

afterEach(() => {
  localStorage.clear();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const titled = (tiles: readonly HomeTile[]) => tiles.map((tile) => ({ ...tile, title: titleIn('zh-CN')(tile.key) }));

describe('the home tiles', () => {
  it('[NAV-062] are disabled, not hidden, where the permission is missing', () => {
    renderApp(<Tiles tiles={titled(homeTiles(holder(1, 'HOMEPAGE_READ', 'EQUIPMENT_READ'), () => true))} />);
    expect(screen.getByRole('link', { name: /设备列表/ })).toHaveAttribute('href', '/equipmentlist');
    expect(screen.getByRole('link', { name: /召修/ })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('link', { name: /召修/ })).not.toHaveAttribute('href');
  });

  it('open the operations dashboard in a new tab', () => {
    renderApp(<Tiles tiles={titled(homeTiles(holder(0, ...AUTHORITIES), () => true))} />);
    expect(screen.getByRole('link', { name: /地图监控/ })).toHaveAttribute('target', '_blank');
  });

  it('[NAV-064] says that the wall opens from the sidebar; without the permission it says that instead', () => {
    const textOf = (userType: number, ...authorities: string[]) => {
      const { unmount } = renderApp(
        <Tiles tiles={titled(homeTiles(holder(userType, 'HOMEPAGE_READ', ...authorities), () => true))} />,
      );
      const tile = screen.getByRole('link', { name: /综合监控/ });
      const text = [tile.getAttribute('aria-disabled'), tile.textContent];
      unmount();
      return text;
    };
    expect(textOf(1, 'CAMPUS_VIEW_READ')).toEqual(['true', '综合监控请从菜单进入']);
    expect(textOf(1)).toEqual(['true', '综合监控没有权限']);
    expect(textOf(2, 'CAMPUS_VIEW_READ')).toEqual([null, '综合监控楼宇群实时总览']);
  });

  it('take no room while none of their pages is built', () => {
    const { container } = renderApp(<Tiles tiles={[]} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('the live units', () => {
  it('stand there as the server rendered them, without a call, each leading to its live page in a new tab', async () => {
    const calls = answerCalls(() => ({ code: 500 }));
    show(
      <UnitFinder
        holder={HOLDER}
        connection={SILENT}
        first={firstOf([row('1001'), row('1002', { displayType: 'ES' })])}
      />,
    );
    const link = screen.getByRole('link', { name: /A座 1001号梯/ });
    expect(link).toHaveAttribute('href', '/monitor/elevator?equipmentNo=1001');
    expect(link).toHaveAttribute('target', '_blank');
    const escalator = screen.getByRole('link', { name: /1002/ });
    expect(escalator).toHaveAttribute('href', '/monitor/escalator?equipmentNo=1002');
    // The sums of the first picture may be some seconds old.
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['home/states']));
  });

  it('refresh their states and put trapped people first', async () => {
    jest.useFakeTimers();
    answerCalls(({ path }) => ({
      code: 200,
      data:
        path === 'equipmentExtension/statusList'
          ? [{ equipmentNo: '1001', onlineStatus: 1, errorStatus: 1, entrapmentStatus: 1 }]
          : pageOf([]),
    }));
    show(<UnitFinder holder={HOLDER} connection={SILENT} first={firstOf([row('1001')])} />);
    expect(within(screen.getByRole('table')).getByText('在线')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(10_500));
    expect(within(screen.getByRole('table')).getByText('困人')).toBeInTheDocument();
  });

  it('a unit that is online but silent is unknown, and shows since when it is silent (readings 242)', () => {
    answerCalls(() => ({ code: 500 }));
    const status = { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0, lastDataAt: '2026-11-24 13:05:09' };
    show(
      <UnitFinder
        holder={HOLDER}
        connection={SILENT}
        first={{
          ...firstOf([row('1001'), row('1002')]),
          statuses: [
            { equipmentNo: '1001', ...status, isLive: false },
            { equipmentNo: '1002', ...status, isLive: true },
          ],
        }}
      />,
    );
    const [, silent, heard] = screen.getAllByRole('row');
    expect(silent).toHaveTextContent('未知 · 11-24 13:05 起无数据');
    expect(silent).not.toHaveTextContent('在线');
    expect(heard).toHaveTextContent('在线');
  });

  it('are summed so that the states make up all, each unit in one of them (readings 140)', () => {
    answerCalls(() => ({ code: 500 }));
    const states = { online: 2852, trapped: 1, fault: 12, unknown: 5, disconnected: 8, offline: 68, notInstalled: 48 };
    show(
      <UnitFinder
        holder={HOLDER}
        connection={SILENT}
        first={{ ...firstOf([row('1001')]), states: { total: 2994, ...states } }}
      />,
    );
    const shown = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '');
    expect(shown).toEqual(['2994全部', '2852在线', '1困人', '12故障', '5未知', '8控制柜断开', '68离线', '48未安装']);
    const [all = 0, ...each] = shown.map((text) => parseInt(text, 10));
    expect(each.reduce((sum, count) => sum + count, 0)).toBe(all);
  });

  it('and their sums follow the message channel, each change of a unit in scope', async () => {
    jest.useFakeTimers();
    signedInAs('chen.min');
    const sockets: FakeSocket[] = [];
    let online = 1;
    answerCalls(({ path }) => ({
      code: 200,
      data:
        path === 'home/states'
          ? sums({ total: 3, online, offline: 3 - online })
          : path === 'equipmentExtension/statusList'
            ? [{ equipmentNo: '1001', onlineStatus: online === 1 ? 1 : 0, errorStatus: 0, entrapmentStatus: 0 }]
            : pageOf([], 0),
    }));
    show(<UnitFinder holder={HOLDER} first={firstOf([row('1001')])} connection={listening(sockets)} />);
    await act(() => jest.advanceTimersByTimeAsync(1500));
    await act(async () => {
      sockets[0]?.receive('connect');
      sockets[0]?.receive('authorize', { code: 200, message: 'success' });
      await jest.advanceTimersByTimeAsync(1500);
    });
    online = 0;
    await act(async () => {
      sockets[0]?.receive('incidents', { at: Date.now() });
      await jest.advanceTimersByTimeAsync(400);
    });
    expect(screen.getByRole('radio', { name: /在线/ }).closest('label')).toHaveTextContent('0在线');
    expect(screen.getByRole('radio', { name: /离线/ }).closest('label')).toHaveTextContent('3离线');
    expect(within(screen.getByRole('table')).getByText('离线')).toBeInTheDocument();
  });

  it('are searched while typing; the URL carries what is asked', async () => {
    const calls = answerCalls(({ path }) => ({
      code: 200,
      data: path === 'equipment/query' ? pageOf([row('2002')]) : [],
    }));
    const urls = show(<UnitFinder holder={HOLDER} connection={SILENT} first={firstOf([row('1001')])} />);
    await userEvent.type(screen.getByRole('textbox', { name: '搜索设备名称或编号' }), ' 2002 ');
    expect(await screen.findByRole('link', { name: /2002/ })).toBeInTheDocument();
    expect(calls.find(({ path }) => path === 'equipment/query')?.body).toEqual({
      pageIndex: 1,
      pageSize: 15,
      key: '2002',
    });
    expect(urls.at(-1)).toBe('?key=2002');
  });

  it('are narrowed by the sums, which are radio buttons', async () => {
    const calls = answerCalls(({ path }) => ({
      code: 200,
      data: path === 'equipment/query' ? pageOf([row('3003', { errorStatus: 1 })]) : [],
    }));
    const urls = show(<UnitFinder holder={HOLDER} connection={SILENT} first={firstOf([row('1001')])} />);
    await userEvent.click(screen.getByRole('radio', { name: /故障/ }));
    expect(await screen.findByText(/3003号梯/)).toBeInTheDocument();
    expect(calls.some(({ body }) => body.state === 'fault' && body.pageSize === 15)).toBe(true);
    expect(urls.at(-1)).toBe('?state=fault');
  });

  it('say that nothing was found and how to get everything back', async () => {
    answerCalls(({ path }) => ({ code: 200, data: path === 'equipment/query' ? pageOf([]) : [] }));
    const urls = show(<UnitFinder holder={HOLDER} connection={SILENT} />, '?key=zzz&state=fault');
    expect(await screen.findByText('没有找到“zzz”')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '清空条件' }));
    await waitFor(() => expect(urls.at(-1)).toBe(''));
    expect(await screen.findByText('您还没有可查看的设备')).toBeInTheDocument();
  });

  it('say inline that the list failed, with a retry (readings 23)', async () => {
    let isUp = false;
    answerCalls(({ path }) =>
      isUp
        ? { code: 200, data: path === 'equipment/query' ? pageOf([row('1001')]) : [] }
        : { code: 503, message: '服务暂不可用，请稍后再试', error: 'unavailable' },
    );
    show(<UnitFinder holder={HOLDER} connection={SILENT} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('服务暂不可用，请稍后再试');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: /1001/ })).toBeInTheDocument();
  });

  it('never show the units of another filter under one that was refused', async () => {
    answerCalls(({ path, body }) =>
      path === 'equipment/query' && body.state === 'fault' && body.pageSize === 15
        ? { code: 511, message: '没有该数据的权限', error: 'no_object_permission' }
        : { code: 200, data: path === 'equipment/query' ? pageOf([row('1001')]) : [] },
    );
    show(<UnitFinder holder={HOLDER} connection={SILENT} first={firstOf([row('1001')])} />);
    await userEvent.click(screen.getByRole('radio', { name: /故障/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('没有该数据的权限');
    expect(screen.queryByRole('link', { name: /1001/ })).toBeNull();
  });

  it('[CONV-008] come 15 a page', async () => {
    const calls = answerCalls(({ path }) => ({
      code: 200,
      data: path === 'equipment/query' ? pageOf([row('1016')], 38) : [],
    }));
    show(<UnitFinder holder={HOLDER} connection={SILENT} first={firstOf([row('1001')], 38)} />);
    expect(screen.getByText('第 1 / 3 页')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    expect(await screen.findByRole('link', { name: /1016/ })).toBeInTheDocument();
    expect(calls.find(({ body }) => body.pageIndex === 2)?.body).toMatchObject({ pageSize: 15 });
  });

  it('have no page before the first and none after the last', async () => {
    answerCalls(({ path }) => ({ code: 200, data: path === 'equipment/query' ? pageOf([row('1016')], 16) : [] }));
    show(<UnitFinder holder={HOLDER} connection={SILENT} first={firstOf([row('1001')], 16)} />);
    const [previous, next] = ['上一页', '下一页'].map((name) => screen.getByRole('button', { name }));
    expect(previous).toBeDisabled();
    await userEvent.click(next as HTMLElement);
    await screen.findByRole('link', { name: /1016/ });
    expect(previous).toBeEnabled();
    expect(next).toBeDisabled();
  });
});

describe('what a list shows of a unit', () => {
  const observed = (onlineStatus: number, errorStatus = 0, entrapmentStatus = 0) =>
    calledState({ onlineStatus, errorStatus, entrapmentStatus });

  it('is the most serious one', () => {
    expect(observed(1)).toBe('online');
    expect(observed(1, 1)).toBe('fault');
    // A known fault of a disconnected cabinet stays one, or the count of faults and its list would differ (readings 122).
    expect(observed(3, 1)).toBe('fault');
    expect(observed(0, 2)).toBe('offline');
    expect(observed(3, 2)).toBe('disconnected');
    expect(observed(4)).toBe('notInstalled');
    for (const online of [0, 1, 3, 4]) expect(observed(online, 1, 1)).toBe('trapped');
  });

  it('links to the live page of its kind for those who may open it', () => {
    const rights = { userType: 1, authorities: new Set(['MONITOR_READ']) };
    expect(liveHref(rights, 'EV', '1 2')).toBe('/monitor/elevator?equipmentNo=1+2');
    expect(liveHref({ userType: 1, authorities: new Set<string>() }, 'EV', '1')).toBeUndefined();
    expect(liveHref(rights, 'OTHER', '1')).toBeUndefined();
  });

  it('reads any URL without falling over', () => {
    expect(unitFilterOf({ key: ['a', 'b'], state: 'nonsense', page: '-3' })).toEqual({
      key: '',
      state: 'all',
      page: 1,
    });
    expect(unitFilterOf({ page: '1e9' })).toMatchObject({ page: 1 });
    expect(unitInput({ key: '', state: 'offline', page: 2 })).toEqual({
      pageIndex: 2,
      pageSize: 15,
      state: 'offline',
    });
  });
});

describe('arriving at home', () => {
  it('[NAV-010] after a refused page shows error.message403 for 3 seconds, once', async () => {
    jest.useFakeTimers();
    const urls = show(
      <>
        <DeniedNotice />
        <ToastHost />
      </>,
      '?denied=%2FuserList',
    );
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.getByText('抱歉，您没有权限访问该页面')).toBeInTheDocument();
    expect(urls.at(-1)).toBe('');
    await act(() => jest.advanceTimersByTimeAsync(2500));
    expect(screen.getByText('抱歉，您没有权限访问该页面')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1500));
    expect(screen.queryByText('抱歉，您没有权限访问该页面')).not.toBeInTheDocument();
  });

  it("[NAV-069] fetches the current user's information", async () => {
    const calls = answerCalls(() => ({
      code: 200,
      data: {
        user: { username: 'chen.min', nickName: '陈敏', branchName: '上海分公司', phone: '138****0001' },
        userType: 2,
        customerType: null,
        authority: ['A', 'B'],
      },
    }));
    renderApp(<AccountPanel />);
    expect(await screen.findByText('陈敏')).toBeInTheDocument();
    expect(screen.getByText('上海分公司')).not.toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /当前账户/ }));
    expect(screen.getByText('上海分公司')).toBeVisible();
    expect(screen.getByText('分公司用户')).toBeVisible();
    expect(calls.map(({ path }) => path)).toEqual(['userInfo/getUserInfo']);
  });

  it('the account stays as the browser left it, folded or open', async () => {
    const info = {
      user: { username: 'chen.min', nickName: '陈敏', branchName: '上海分公司', phone: null },
      userType: 2,
      customerType: null,
      authority: [],
    } as unknown as UserInfo;
    answerCalls(() => ({ code: 500 }));
    const fold = () => screen.getByRole('button', { name: /当前账户/ });
    const { unmount } = renderApp(<AccountPanel first={info} />);
    expect(fold()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(fold());
    unmount();
    const again = renderApp(<AccountPanel first={info} />);
    expect(fold()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(fold());
    again.unmount();
    renderApp(<AccountPanel first={info} />);
    expect(fold()).toHaveAttribute('aria-expanded', 'false');
  });
});
