import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MapScreen } from '@/components/map/map-screen';
import type { MapArea } from '@/lib/features/map/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { holder } from '@/tests/support/holder';
import { renderList } from '../support/list-screen';
import { TOWER } from '../support/map-rows';
import { answered } from '../support/render';

/** The map's table, card and list (doc3 §2.16, silent-screens D5); the picture is a browser's. */

jest.mock('@/components/map/shared/map-picture', () => ({ MapPicture: () => null }));

const READER = holder(0, 'EQUIPMENT_READ', 'CALLBACK_READ');
const area = (name: string, total: number, malfunction: number | null, trapped = false): MapArea => ({
  area: name,
  parentArea: null,
  level: 1,
  total,
  malfunction,
  openCallbacks: malfunction,
  trapped,
  longitude: 110,
  lattitude: 30,
});
const AREAS = [area('上海', 731, 5, true), area('广西', 14, 2), area('海南', 10, 1), area('河南', 64, 0)];

function open(who: Holder, { areas = AREAS, search = '' } = {}) {
  return renderList(
    <MapScreen
      holder={who}
      source={{ tiles: undefined, script: undefined, coordinates: 'wgs84', approvalNumber: '' }}
    />,
    {
      'map/areas': ({ body }) => ({
        code: 200,
        data: body.level === 1 ? { areas, unlocated: 14 } : { areas: [area('南宁', 14, 2)], unlocated: null },
      }),
      'map/buildings': ({ body }) => ({
        code: 200,
        data: [
          body.building
            ? {
                ...TOWER,
                units: [
                  { equipmentNo: 'E-1', equipmentName: '客梯1#', displayType: 'EV', trapped: false, malfunction: true },
                ],
                callbackIds: ['CB-1'],
              }
            : TOWER,
        ],
      }),
      'map/unlocated?pageIndex=1&pageSize=20&sortField=equipmentName&sortOrder=asc': () => ({
        code: 200,
        data: { total: 0, pages: 0, size: 20, current: 1, records: [] },
      }),
    },
    search,
  );
}
const rowOf = async (name: string) => (await screen.findByRole('button', { name })).closest('tr') as HTMLElement;
const hrefs = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole('link')
    .map((link) => Object.fromEntries(new URL((link as HTMLAnchorElement).href).searchParams));

afterEach(() => jest.restoreAllMocks());

it('[MAP-004] [MAP-010] the table names areas, the loudest first, and each number is a list', async () => {
  open(READER);
  await rowOf('上海');
  const names = screen.getAllByRole('rowheader').map((cell) => cell.textContent);
  expect(names).toEqual(['上海困人', '广西', '海南', '河南', '合计']);
  expect((await rowOf('广西')).dataset.alarm).toBe('strong');
  expect((await rowOf('海南')).dataset.alarm).toBe('weak');
  expect((await rowOf('河南')).dataset.alarm).toBe('none');
  expect(hrefs(await rowOf('上海'))).toEqual([
    { place: '全国/上海' },
    expect.objectContaining({ place: '全国/上海', jobStatus: 'INIT,REQU,PAGE,DISP,SITE,INTR' }),
  ]);
  expect(hrefs(await rowOf('河南'))).toEqual([{ place: '全国/河南' }]);
  expect(screen.getByRole('row', { name: /^合计/ })).toHaveTextContent('合计81981.0%');
  await answered();
});

it('[MAP-004] a unit with two open call-outs is one, and the list of call-outs is named by its own number', async () => {
  open(READER, { areas: [{ ...area('上海', 731, 5), openCallbacks: 6 }] });
  const row = await rowOf('上海');
  expect(row).toHaveTextContent('上海7315 共 6 件0.7%');
  expect(within(row).queryByRole('link', { name: '5' })).toBeNull();
  expect(within(row).getByRole('link', { name: '共 6 件' })).toHaveAttribute(
    'href',
    expect.stringContaining('/callbacklist?'),
  );
  await answered();
});

it('without the right to read call-outs nothing is said of them', async () => {
  open(holder(0, 'EQUIPMENT_READ'), { areas: [area('上海', 731, null)] });
  expect(await rowOf('上海')).toHaveTextContent('上海731--');
  expect(screen.queryByText('台有未结召修')).toBeNull();
  await answered();
});

it('[MAP-005] a province opens its cities, the way back leads to the country; all by keyboard', async () => {
  const user = userEvent.setup();
  const { urls } = open(READER);
  const province = await screen.findByRole('button', { name: '广西' });
  act(() => province.focus());
  await user.keyboard('{Enter}');
  expect(hrefs(await rowOf('南宁'))[0]).toEqual({ place: '全国/广西/南宁' });
  expect(urls.at(-1)).toContain('zoom=7');
  await user.click(screen.getByRole('button', { name: '全国' }));
  await rowOf('上海');
  await answered();
});

it('[MAP-009] a building says its kinds, open call-outs and units; Escape leads back', async () => {
  const user = userEvent.setup();
  open(holder(0, 'EQUIPMENT_READ', 'CALLBACK_READ'), { search: '?zoom=10&area=上海' });
  const button = await screen.findByRole('button', { name: '主塔楼' });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  const card = await screen.findByRole('region', { name: '主塔楼' });
  expect(card).toHaveFocus();
  expect(card).toHaveTextContent('台11直梯8扶梯2自动人行道0');
  expect(within(card).getByRole('link', { name: 'CB-1' })).toHaveAttribute('href', '/detail/callback?callbackId=CB-1');
  expect(within(card).getByRole('link', { name: '客梯1#' })).toHaveAttribute(
    'href',
    '/detail/equipment?equipmentNo=E-1',
  );
  expect(hrefs(card).slice(0, 1)).toEqual([{ place: '全国/上海', building: 'c:1-1' }]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  await answered();
});

it('[MAP-012] units without a place are counted, and listed for who keeps their data alone', async () => {
  open(READER);
  expect(await screen.findByText('未定位设备 14')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '查看列表' })).toBeNull();
  await answered();
});

it('says that there are no units', async () => {
  open(READER, { areas: [] });
  expect(await screen.findByText('暂无设备')).toBeInTheDocument();
  await answered();
});

it('asks every five minutes, and nothing while the page is hidden', async () => {
  jest.useFakeTimers();
  const { calls } = open(READER);
  const minutes = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 60_000));
  const asked = () => calls.filter(({ path }) => path === 'map/areas').length;
  await minutes(0.1);
  const before = asked();
  await minutes(5);
  expect(asked()).toBe(before + 1);
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await minutes(16);
  expect(asked()).toBe(before + 1);
  visibility.mockReturnValue('visible');
  await minutes(5);
  expect(asked()).toBeGreaterThan(before + 1);
  jest.useRealTimers();
});
