import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dashboardLinks } from '@/components/dashboards/dashboard-links';
import { MapBlock } from '@/components/dashboards/map-block';
import { storedProject } from '@/components/dashboards/stored-project';
import type { MapArea } from '@/lib/features/map/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { holder } from '@/tests/support/holder';
import { answerCalls, answered, renderApp } from '../support/render';
import { TOWER } from '../support/map-rows';
import type { Call } from '../support/render';

/** The map of the operations dashboard in words (silent-screens D1); the picture is a browser's. */

const push = jest.fn();
jest.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));
jest.mock('@/components/map/shared/map-picture', () => ({ MapPicture: () => null }));

const READER = holder(0, 'EQUIPMENT_READ', 'CALLBACK_READ');
const area = (name: string, total: number, malfunction: number | null, level = 1): MapArea => ({
  area: name,
  parentArea: level === 1 ? null : '江苏',
  level,
  total,
  malfunction,
  openCallbacks: malfunction,
  trapped: false,
  longitude: 118,
  lattitude: 32,
});
const found = (rest: object) => ({ asOf: '2026-06-15 10:07:00', areas: [], buildings: [], unlocated: null, ...rest });

/** The server: provinces, the cities of Jiangsu, their buildings. */
const PLACES = ({ body: { level } }: Call) => {
  if (level === 1) return found({ areas: [area('江苏', 40, 2), area('浙江', 9, 0)], unlocated: 3 });
  return found(level === 2 ? { areas: [area('苏州', 40, 2, 2)] } : { buildings: [TOWER] });
};

function open(who: Holder, answer: (call: Call) => object = PLACES, view: 'ops' | 'ka' = 'ops') {
  const calls = answerCalls((call) =>
    call.path === 'dashboard/map' ? { code: 200, data: answer(call) } : { code: 200 },
  );
  const units = { branchCode: 'B1', projectIds: null };
  renderApp(
    <MapBlock
      dashboard={{
        view,
        choice: { window: '30d', branchCode: 'B1', projectIds: [], city: '' },
        links: dashboardLinks(who, units),
      }}
      source={{ tiles: undefined, script: undefined, coordinates: 'wgs84', approvalNumber: '' }}
    />,
  );
  return calls;
}
const rowOf = async (name: string) => (await screen.findByRole('button', { name })).closest('tr') as HTMLElement;
const hrefs = (row: HTMLElement) =>
  within(row)
    .queryAllByRole('link')
    .map((link) => new URL((link as HTMLAnchorElement).href))
    .map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)]);
const OPEN = {
  branchCode: 'B1',
  startCreateDate: '2000-01-01',
  endCreateDate: '2026-06-15',
  jobStatus: 'INIT,REQU,PAGE,DISP,SITE,INTR',
};

afterEach(() => {
  jest.restoreAllMocks();
  push.mockReset();
});

it('asks for the branch of the dashboard; each number is its list, narrowed alike', async () => {
  const calls = open(READER);
  expect(hrefs(await rowOf('江苏'))).toEqual([
    ['/equipmentlist', { branchCode: 'B1', place: '全国/江苏' }],
    ['/callbacklist', { ...OPEN, place: '全国/江苏' }],
  ]);
  expect(hrefs(await rowOf('浙江'))).toEqual([['/equipmentlist', { branchCode: 'B1', place: '全国/浙江' }]]);
  const sum = screen.getByRole('row', { name: /^合计/ });
  expect(sum).toHaveTextContent('合计492');
  expect(hrefs(sum)).toEqual([
    ['/equipmentlist', { branchCode: 'B1', place: '全国' }],
    ['/callbacklist', { ...OPEN, place: '全国' }],
  ]);
  expect(new URL(screen.getByRole<HTMLAnchorElement>('link', { name: '未定位设备 3' }).href).search).toBe(
    `?${new URLSearchParams({ branchCode: 'B1', place: '未定位' }).toString()}`,
  );
  expect(screen.getByText('更新于 10:07')).toBeInTheDocument();
  expect(calls[0]?.body).toEqual({ view: 'ops', window: '30d', branchCode: 'B1', level: 1 });
  await answered();
});

it('goes down to cities and buildings in place, and back, all by keyboard', async () => {
  const user = userEvent.setup();
  const calls = open(READER);
  const province = await screen.findByRole('button', { name: '江苏' });
  act(() => province.focus());
  await user.keyboard('{Enter}');
  expect(hrefs(await rowOf('苏州'))[0]).toEqual(['/equipmentlist', { branchCode: 'B1', place: '全国/江苏/苏州' }]);
  act(() => screen.getByRole('button', { name: '苏州' }).focus());
  await user.keyboard('{Enter}');
  expect(hrefs(await rowOf('主塔楼'))).toEqual([
    ['/equipmentlist', { branchCode: 'B1', place: '全国/江苏/苏州', building: 'c:1-1' }],
    ['/callbacklist', { ...OPEN, place: '全国/江苏/苏州', building: 'c:1-1' }],
  ]);
  expect(calls.map(({ body: { level, parentArea, area: name } }) => [level, parentArea, name])).toEqual([
    [1, undefined, undefined],
    [2, '江苏', undefined],
    [3, '江苏', '苏州'],
  ]);
  await user.click(screen.getByRole('button', { name: '主塔楼' }));
  expect(push).toHaveBeenCalledWith(
    `/map?${new URLSearchParams({ zoom: '10', area: '江苏', second: '苏州', building: 'c:1-1' }).toString()}`,
  );
  await user.click(screen.getByRole('button', { name: '全国' }));
  await rowOf('浙江');
  await answered();
});

it('of key accounts says how many units are unhealthy, and a building leads to the dashboard of its project, which is kept', async () => {
  const answer = ({ body: { level } }: Call) => {
    if (level === 1) return found({ areas: [{ ...area('江苏', 40, 2), unhealthy: 3 }], unlocated: 0 });
    if (level === 2) return found({ areas: [{ ...area('苏州', 40, 2, 2), unhealthy: 3 }] });
    return found({ buildings: [{ ...TOWER, unhealthy: 3, projectId: 'P-7' }] });
  };
  open(READER, answer, 'ka');
  const row = await rowOf('江苏');
  expect(screen.getByRole('columnheader', { name: '健康异常' })).toBeInTheDocument();
  expect(row).toHaveTextContent('江苏4023');
  expect(hrefs(row)[2]).toEqual(['/equipmentlist', { branchCode: 'B1', place: '全国/江苏', unhealthy: '1' }]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '江苏' }));
  await user.click(await screen.findByRole('button', { name: '苏州' }));
  await user.click(await screen.findByRole('button', { name: '主塔楼' }));
  expect(push).toHaveBeenCalledWith('/kaProjectDashboard?projectIds=P-7');
  expect(storedProject()).toBe('P-7');
  await answered();
});

it('says that there are no units', async () => {
  open(READER, () => found({ unlocated: 0 }));
  expect(await screen.findByText('暂无设备')).toBeInTheDocument();
  await answered();
});

it('without the right to read call-outs nothing is said of them, and no number leads where one may not go', async () => {
  open(holder(0), () => found({ areas: [area('江苏', 40, null)], unlocated: 0 }));
  const row = await rowOf('江苏');
  expect(row).toHaveTextContent('江苏40--');
  expect(hrefs(row)).toEqual([]);
  await answered();
});

it('fails alone and comes back on another try', async () => {
  let isBroken = true;
  answerCalls(({ path }) =>
    path !== 'dashboard/map'
      ? { code: 200 }
      : isBroken
        ? { code: 500, message: '' }
        : { code: 200, data: found({ areas: [area('江苏', 40, 2)] }) },
  );
  renderApp(
    <MapBlock
      dashboard={{
        view: 'ops',
        choice: { window: '30d', branchCode: '', projectIds: [], city: '' },
        links: dashboardLinks(READER, { branchCode: '', projectIds: null }),
      }}
      source={{ tiles: undefined, script: undefined, coordinates: 'wgs84', approvalNumber: '' }}
    />,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('加载失败');
  isBroken = false;
  await userEvent.setup().click(screen.getByRole('button', { name: '重试' }));
  await rowOf('江苏');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await answered();
});
