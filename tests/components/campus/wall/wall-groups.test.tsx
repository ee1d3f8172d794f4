import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WallProject } from '@/lib/features/campus/arrangement';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { answerCalls } from '../../support/render';
import type { Call } from '../../support/render';
import { renderWall, statusOf, unit, wallData } from '../support/wall';

const FIRST = {
  onlinestatus: 1,
  door: 'Closed',
  mode: 'N',
  position: { value: '3', physicalvalue: 4 },
  drive: 'Standing',
  load: 'Empty',
  entrapment: false,
  errorstate: false,
};
const named = (equipmentNo: string, equipmentNickName: string, position: number): CampusEquipment => ({
  ...unit(equipmentNo, 'EV', position),
  equipmentNickName,
});
const units = [
  named('A1', '海棠金融中心主塔楼客梯1#', 0),
  named('A2', '海棠金融中心主塔楼客梯2#', 1),
  named('B1', '明月创新大厦A座客梯1#', 2),
  named('B2', '明月创新大厦A座客梯2#', 3),
];
const projects: WallProject[] = [
  { projectId: 'P-A', projectName: '海棠金融中心', total: 2, equipmentNos: ['A1', 'A2'] },
  { projectId: 'P-B', projectName: '明月创新大厦', total: 2, equipmentNos: ['B1', 'B2'] },
];
const GROUPED = { group: 'project', order: 'worst', projects } as const;
const incident = {
  equipmentNo: 'B2',
  equipmentName: 'B2',
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  projectName: '明月创新大厦',
  buildingName: null,
  address: null,
  branchName: '上海',
  condition: 'trapped',
  code: null,
  title: '轿厢内有人，层门锁回路断开',
  floor: '14',
  since: '2026-11-23 14:30:00',
  callback: {
    callbackId: 'c',
    status: 'DISP',
    title: '困人',
    openedBy: 'person',
    technicianState: 'none',
    technicianName: '范超',
    technicianPhone: null,
    createDate: '2026-11-23 14:30:05',
    canMove: true,
  },
  canCreate: false,
  clock: null,
  due: null,
  limitSec: null,
  remainingSec: null,
  told: [],
  acks: [{ nickName: '赵倩', ackDate: '2026-11-23 14:31:00', own: false, inCharge: true }],
  notificationId: null,
  canAcknowledge: false,
  callHelp: false,
  camera: 0,
};

const of = (call: Call) => call.path.split('?')[0];
function serve(statuses: Readonly<Record<string, object>> = {}) {
  return answerCalls((call) => {
    const query = new URLSearchParams(call.path.split('?')[1]);
    switch (of(call)) {
      case 'campusview/equipmentPage':
        return {
          code: 200,
          data: {
            source: 'chosen',
            equipmentList: { total: 4, pages: 1, size: 40, current: 1, records: units },
            ...(query.get('group') === 'project' ? { projects } : {}),
          },
        };
      case 'equipmentExtension/statusList':
        return {
          code: 200,
          data: (call.body.equipmentNoList as string[]).map((no) => ({ ...statusOf(no), ...statuses[no] })),
        };
      case 'incident/query':
        return { code: 200, data: { total: 1, pages: 1, size: 200, current: 1, records: [incident] } };
      default:
        return { code: 200, data: null };
    }
  });
}
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const groupOf = (projectId: string) =>
  document.querySelector<HTMLElement>(`[data-group="${projectId}"]`) ?? document.body;
const order = () => [...document.querySelectorAll<HTMLElement>('[data-unit]')].map(({ dataset }) => dataset.unit);
const everyUnit = async (say: ReturnType<typeof renderWall>['say']) => {
  for (const { equipmentNo } of units) await say(equipmentNo, FIRST, 'snapshot');
};

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the choice', () => {
  it('groups and order are kept in the address, sent to the server, and unchanged after a reload', async () => {
    const calls = serve();
    const { urls, unmount } = renderWall(wallData(units));
    expect(screen.getByRole('radio', { name: '整屏' })).toBeChecked();
    expect(screen.getByRole('radio', { name: '按位置' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: '按项目' }));
    await waitFor(() => expect(headings()).toEqual(expect.arrayContaining(['海棠金融中心', '明月创新大厦'])));
    await userEvent.click(screen.getByRole('radio', { name: '最差优先' }));
    await waitFor(() => expect(new URLSearchParams(urls.at(-1)).get('order')).toBe('worst'));
    expect(new URLSearchParams(urls.at(-1)).get('group')).toBe('project');
    const asked = calls.filter((call) => of(call) === 'campusview/equipmentPage').at(-1)?.path ?? '';
    expect(asked).toContain('group=project');
    expect(asked).toContain('order=worst');
    unmount();
    renderWall(wallData(units, GROUPED), { search: urls.at(-1) });
    expect(screen.getByRole('radio', { name: '按项目' })).toBeChecked();
    expect(screen.getByRole('radio', { name: '最差优先' })).toBeChecked();
    expect(headings()).toEqual(expect.arrayContaining(['海棠金融中心', '明月创新大厦']));
  });

  it('an address with unknown values shows one grid by position', () => {
    serve();
    renderWall(wallData(units), { search: '?group=colour&order=loud' });
    expect(screen.getByRole('radio', { name: '整屏' })).toBeChecked();
    expect(screen.getByRole('radio', { name: '按位置' })).toBeChecked();
  });

  it('is one menu when the head is narrow; a new choice starts at the first page', async () => {
    serve();
    const { urls } = renderWall(wallData(units, { pageIndex: 2 }), { search: '?page=2' });
    await userEvent.click(screen.getByRole('button', { name: '排列：整屏，按位置' }));
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      '按项目，最差优先',
      '按项目，按位置',
      '整屏，最差优先',
      '整屏，按位置',
    ]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: '整屏，最差优先' }));
    await waitFor(() => expect(urls.at(-1)).toBe('?order=worst'));
  });
});

describe('a group', () => {
  it('shows name and count at once, and "all normal" only when every unit reports and has no fault', async () => {
    serve();
    const { goLive, say } = renderWall(wallData(units, GROUPED), { search: '?group=project&order=worst' });
    expect(groupOf('P-A')).toHaveTextContent('2 台');
    expect(screen.queryByText('全部正常')).toBeNull();
    await goLive();
    await everyUnit(say);
    expect(within(groupOf('P-A')).getByText('全部正常')).toBeInTheDocument();
    await say('A2', { connection: 'offline' });
    expect(within(groupOf('P-A')).queryByText('全部正常')).toBeNull();
    expect(groupOf('P-A')).toHaveTextContent('离线 1');
    expect(within(groupOf('P-B')).getByText('全部正常')).toBeInTheDocument();
    await say('B1', { errorstate: true });
    expect(groupOf('P-B')).toHaveTextContent('故障 1');
    expect(within(groupOf('P-B')).queryByText('全部正常')).toBeNull();
  });

  it('a group that continues on another page says how many of its units are on this one', async () => {
    serve();
    const [p, q] = projects;
    renderWall(wallData(units, { ...GROUPED, projects: p && q ? [{ ...p, total: 12 }, q] : [] }), {
      search: '?group=project&order=worst',
    });
    expect(groupOf('P-A')).toHaveTextContent('12 台，本页 2 台');
  });

  it('carries the project, and its tiles the rest of their names', () => {
    serve();
    const { tile } = renderWall(wallData(units, GROUPED), { search: '?group=project&order=worst' });
    expect(tile('A1').querySelector('[data-shown]')).toHaveAttribute('data-shown', '主塔楼客梯1#');
    expect(within(tile('A1')).getByTitle('海棠金融中心主塔楼客梯1#')).toBeInTheDocument();
    expect(within(tile('A1')).queryByTitle(/第 \d+ 位/)).toBeNull();
  });
});

describe('a unit in trouble', () => {
  it('comes first with its project, two columns wide, with reason, start and who is coming', async () => {
    serve();
    const { goLive, say, tile } = renderWall(wallData(units, GROUPED), {
      search: '?group=project&order=worst',
      authorities: ['CAMPUS_VIEW_READ', 'CALLBACK_READ'],
    });
    await goLive();
    await everyUnit(say);
    expect(order()).toEqual(['A1', 'A2', 'B1', 'B2']);
    await say('B2', { entrapment: true });
    expect(order()).toEqual(['B2', 'B1', 'A1', 'A2']);
    const trapped = tile('B2');
    expect(trapped).toHaveAttribute('data-wide', 'true');
    expect(trapped.closest('li')).toHaveAttribute('data-wide', 'true');
    expect(tile('B1')).not.toHaveAttribute('data-wide');
    await waitFor(() => expect(trapped).toHaveTextContent('轿厢内有人，层门锁回路断开'));
    expect(trapped.querySelector('[data-trouble="comes"]')).toHaveTextContent('范超 已出发 · 赵倩 已确认');
    expect(trapped.querySelector('[data-mark="trapped"]')).toHaveTextContent(/困人\d+:\d{2}/);
    expect(groupOf('P-B')).toHaveTextContent('困人 1');
    await say('B2', { entrapment: false });
    expect(order()).toEqual(['A1', 'A2', 'B1', 'B2']);
    expect(tile('B2')).not.toHaveAttribute('data-wide');
  });

  it('requests no incidents for a user who may not see them, and shows what the unit reports', async () => {
    const calls = serve();
    const { goLive, say, tile } = renderWall(wallData(units, GROUPED), {
      search: '?group=project&order=worst',
      authorities: ['CAMPUS_VIEW_READ'],
    });
    await goLive();
    await everyUnit(say);
    await say('B2', { errorstate: true });
    expect(tile('B2').querySelector('[data-mark="error"]')).toHaveTextContent('故障');
    expect(tile('B2').querySelector('[data-trouble="comes"]')).toBeNull();
    expect(calls.map(of)).not.toContain('incident/query');
  });

  it('the duration steps by the second, in its own tile alone', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 23, 6, 32, 12) });
    serve({ B2: { entrapmentStatus: 1 } });
    const data = wallData(units, {
      ...GROUPED,
      statuses: units.map(({ equipmentNo: no }) => statusOf(no, no === 'B2' ? { entrapmentStatus: 1 } : {})),
    });
    const { tile, container } = renderWall(data, {
      search: '?group=project&order=worst',
      authorities: ['CAMPUS_VIEW_READ', 'EQUIPMENT_READ'],
    });
    await act(() => jest.advanceTimersByTimeAsync(100));
    const lasting = () => tile('B2').querySelector('[data-mark="trapped"] time')?.textContent;
    expect(lasting()).toBe('2:12');
    const touched = new Set<Node>();
    const watcher = new MutationObserver((records) => records.forEach((record) => touched.add(record.target)));
    watcher.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
    await act(() => jest.advanceTimersByTimeAsync(3000));
    watcher.disconnect();
    expect(lasting()).toBe('2:15');
    const tilesTouched = [...touched].filter((node) => node.parentElement?.closest('[data-tiles]'));
    expect(tilesTouched.length).toBeGreaterThan(0);
    expect(tilesTouched.filter((node) => !tile('B2').contains(node))).toEqual([]);
  });
});

describe('one grid worst first', () => {
  it('over several pages asks for the order again after news, because another page may have the worst now', async () => {
    const calls = serve();
    const page = { total: 95, pages: 24, size: 4, current: 1, records: units };
    const { notices, openNotices, tell, urls } = renderWall(wallData(units, { order: 'worst', page }), {
      search: '?order=worst',
    });
    await waitFor(() => notices());
    await openNotices();
    const asked = () => calls.filter((call) => of(call) === 'campusview/equipmentPage').length;
    const before = asked();
    await tell('notification', {
      key: 'c1',
      type: 'CBK',
      status: 'PAGE',
      time: '2026-11-23 14:00:00',
      equipmentName: 'X',
      equipmentNo: 'X',
      technician: null,
      phoneNumber: null,
      message: '困人',
      objectId: 'c1',
      replay: false,
    });
    await waitFor(() => expect(asked()).toBe(before + 1));
    expect(urls).toEqual([]);
  });

  it('keeps places and one-wide tiles, and moves only what changed its class', async () => {
    serve();
    const { goLive, say, tile } = renderWall(wallData(units, { order: 'worst' }), { search: '?order=worst' });
    await goLive();
    await everyUnit(say);
    await say('B1', { errorstate: true });
    expect(order()).toEqual(['B1', 'A1', 'A2', 'B2']);
    expect(tile('B1')).not.toHaveAttribute('data-wide');
    expect(within(tile('B1')).getByTitle('第 3 位')).toBeInTheDocument();
    await say('A2', { door: 'Opening', position: { value: '5', physicalvalue: 6 }, drive: 'Moving' });
    expect(order()).toEqual(['B1', 'A1', 'A2', 'B2']);
  });
});
