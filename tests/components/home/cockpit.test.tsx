import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ActionBlock } from '@/components/home/action-block';
import { Cockpit } from '@/components/home/cockpit';
import { partsOf } from '@/components/home/elapsed-time';
import { nextStepOf } from '@/components/home/next-step';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import type { FirstIncidents } from '@/lib/features/home/first-data';
import type { HomeDay } from '@/lib/features/home/contract';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { FakeSocket } from '../../unit/live/realtime/support/fake-socket';
import { answerCalls, renderApp } from '../support/render';
import { listening, signedInAs, SILENT } from './support/channel';
import { holder } from '@/tests/support/holder';

/** What a dispatcher reads on home first, and what one click does there. */

const DISPATCHER = holder(2, 'HOMEPAGE_READ', 'EQUIPMENT_READ', 'MONITOR_READ', 'CALLBACK_READ', 'CALLBACK_WRITE');

const callback = (rest: Partial<NonNullable<IncidentRow['callback']>> = {}) => ({
  callbackId: 'C1',
  status: 'INIT' as const,
  title: '困人',
  openedBy: 'person' as const,
  technicianState: 'none' as const,
  technicianName: null,
  technicianPhone: null,
  createDate: '2026-11-23 14:30:10',
  canMove: true,
  ...rest,
});
const incident = (equipmentNo: string, rest: Partial<IncidentRow> = {}): IncidentRow => ({
  equipmentNo,
  equipmentName: `A座 ${equipmentNo}号梯`,
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  projectName: '静安中心',
  buildingName: 'A座',
  address: '静安区北京西路27号',
  branchName: '上海分公司',
  condition: 'trapped',
  code: '17',
  title: '轿厢内有人，层门锁回路断开',
  floor: '14',
  since: formatDateTime(Date.now() - 132_000),
  release: null,
  callback: callback(),
  canCreate: true,
  clock: 'response',
  due: '2026-11-23 14:33:10',
  limitSec: 180,
  remainingSec: 48,
  told: [],
  acks: [],
  notificationId: null,
  canAcknowledge: true,
  callHelp: false,
  camera: 0,
  ...rest,
});
const QUIET = { callback: null, clock: null, due: null, limitSec: null, remainingSec: null } as const;
const NO_COUNTS = { trapped: 0, fault: 0, disconnected: 0, offline: 0 };

const firstOf = (records: IncidentRow[], total = records.length, offline = 20): FirstIncidents => ({
  page: { total, pages: 1, size: 20, current: 1, records },
  offline,
  at: Date.now(),
});
const DAY: HomeDay = { due: [], dueTotal: 0, doneTotal: 7 };
const block = (first?: FirstIncidents, rest: { who?: typeof DISPATCHER; showsFaults?: boolean } = {}) =>
  renderApp(
    <ActionBlock
      first={first}
      holder={rest.who ?? DISPATCHER}
      day={DAY}
      showsFaults={rest.showsFaults ?? true}
      connection={SILENT}
    />,
  );

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('what needs action', () => {
  it('says of no escalator that people are trapped in its car', () => {
    answerCalls(() => ({ code: 500 }));
    block(
      firstOf([
        incident('1', { displayType: 'ES', title: null, floor: null }),
        incident('2', { displayType: 'EV', title: null, floor: null }),
      ]),
    );
    const [escalator, elevator] = screen.getAllByRole('row').slice(1) as [HTMLElement, HTMLElement];
    expect(within(escalator).getByText('有人被困')).toBeInTheDocument();
    expect(within(elevator).getByText('轿厢内有人被困')).toBeInTheDocument();
    expect(within(elevator).getByText('未知')).toBeInTheDocument();
  });

  it('answers reason, floor, since, call-out, technician and clock in one row each, in the order of the server', () => {
    answerCalls(() => ({ code: 500 }));
    block(
      firstOf([
        incident('1', {
          acks: [{ nickName: '赵倩', ackDate: '2026-11-23 14:31:00', own: false, inCharge: true }],
        }),
        incident('2', {
          condition: 'fault',
          callback: callback({
            status: 'DISP',
            canMove: false,
            technicianName: '范超',
            technicianPhone: '13800174061',
          }),
          clock: 'arrival',
          limitSec: 3600,
          remainingSec: -60,
        }),
        incident('3', { condition: 'disconnected', code: null, title: null, floor: null, since: null, ...QUIET }),
      ]),
    );
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.dataset.condition)).toEqual(['trapped', 'fault', 'disconnected']);
    const [trapped, fault, gone] = rows as [HTMLElement, HTMLElement, HTMLElement];
    for (const text of ['困人', 'A座 1号梯', '1 · 静安区北京西路27号', '14', '代码 17 · 赵倩 已确认 14:31'])
      expect(trapped).toHaveTextContent(text);
    expect(trapped).toHaveTextContent(/2 分 1\d 秒/);
    expect(within(trapped).getByRole('timer')).toHaveTextContent(/剩 0:4\d/);
    expect(within(trapped).getByText('未派')).toBeInTheDocument();
    expect(within(fault).getByRole('timer')).toHaveTextContent(/超 1:0\d/);
    expect(within(fault).getByRole('link', { name: /13800174061/ })).toHaveAttribute('href', 'tel:13800174061');
    expect(within(fault).getByRole('img', { name: '技术员出发' }).children).toHaveLength(5);
    for (const text of ['与控制柜通讯中断', '未确认', '时间未知', '未建召修', '未计时'])
      expect(gone).toHaveTextContent(text);
    expect(screen.getByRole('heading', { name: '需要处理 3' })).toBeInTheDocument();
  });

  it('offers one next step a row; the first one is the only filled button', () => {
    answerCalls(() => ({ code: 500 }));
    block(
      firstOf([
        incident('1'),
        incident('2', { condition: 'fault', ...QUIET }),
        incident('3', { callback: callback({ status: 'SITE', canMove: false }) }),
      ]),
    );
    const steps = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.lastElementChild?.firstElementChild);
    expect(steps.map((step) => step?.textContent)).toEqual(['派工', '建召修', '打开']);
    expect(steps.map((step) => step?.className.includes('MuiButton-contained'))).toEqual([true, false, false]);
    expect(screen.getByRole('link', { name: '打开：A座 3号梯' })).toHaveAttribute(
      'href',
      expect.stringContaining('callbackId=C1'),
    );
  });

  it('is assigned from the row with three clicks, and everybody sees the technician at once', async () => {
    const calls = answerCalls(({ path }) =>
      path === 'callback/C1'
        ? { code: 200, data: { ...DETAIL, moves: ['PAGE'] } }
        : path === 'callback/technicians'
          ? {
              code: 200,
              data: [
                {
                  technicianName: '李师傅',
                  technicianPhone: '13900000001',
                  lastUsed: '2026-11-20 10:00:00',
                  onUnit: true,
                  openJobs: 0,
                },
              ],
            }
          : path === 'callback/transition'
            ? { code: 200, data: { ...DETAIL, technicianName: '李师傅' } }
            : { code: 200, data: firstOf([incident('1')]).page },
    );
    block(firstOf([incident('1')]));
    await userEvent.click(screen.getByRole('button', { name: '派工：A座 1号梯' }));
    await userEvent.click(await screen.findByRole('button', { name: /李师傅/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '派工' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(calls.find(({ path }) => path === 'callback/transition')?.body).toMatchObject({
      callbackId: 'C1',
      from: 'INIT',
      status: 'PAGE',
      technicianName: '李师傅',
    });
  });

  it('opens the call-out of trapped persons without a form, and goes on to who is sent (readings 137)', async () => {
    const calls = answerCalls(({ path }) =>
      path === 'callback'
        ? { code: 200, data: { callbackId: 'C9', joined: false } }
        : path === 'callback/C9'
          ? { code: 200, data: { ...DETAIL, callbackId: 'C9', moves: ['PAGE'] } }
          : path === 'callback/technicians'
            ? { code: 200, data: [] }
            : { code: 200, data: firstOf([incident('1', QUIET)]).page },
    );
    block(firstOf([incident('1', QUIET)]));
    await userEvent.click(screen.getByRole('button', { name: '建召修：A座 1号梯' }));
    expect(await screen.findByRole('dialog', { name: '派技术员' })).toBeInTheDocument();
    expect(calls.find(({ path }) => path === 'callback')?.body).toMatchObject({
      equipmentNo: '1',
      personTrapped: true,
    });
  });

  it('opens a call-out of a faulty unit that has none, filled with what is known', async () => {
    answerCalls(() => ({ code: 500 }));
    block(firstOf([incident('1', { ...QUIET, condition: 'fault', title: '门机过载' })]));
    await userEvent.click(screen.getByRole('button', { name: '建召修：A座 1号梯' }));
    const dialog = await screen.findByRole('dialog', {});
    expect(within(dialog).getByDisplayValue('门机过载')).toBeInTheDocument();
  });

  it('says calmly that nothing is reported, and how many units do not report', () => {
    answerCalls(() => ({ code: 500 }));
    const { unmount } = block(firstOf([], 0, 20));
    expect(screen.getByText('没有设备报告困人、故障或控制柜断开')).toBeInTheDocument();
    expect(screen.getByText('另有 20 台离线，状态未知')).toBeInTheDocument();
    unmount();
    block(firstOf([], 0, 0), { showsFaults: false });
    expect(screen.getByText(/故障信息未对您的账户开放/)).toBeInTheDocument();
  });

  it('says how many more incidents there are than shown', () => {
    answerCalls(() => ({ code: 500 }));
    block(firstOf([incident('1')], 31));
    const text = screen.getByTestId('needs-action').textContent;
    for (const part of ['另有 30 台需要处理', '另有离线 20 台，状态未知', '今日已完成召修 7 件'])
      expect(text).toContain(part);
    expect(screen.getByRole('link', { name: '值班列表' })).toHaveAttribute('href', '/callbacklist?tab=duty');
    expect(screen.getByRole('link', { name: '全部召修' })).toHaveAttribute('href', '/callbacklist');
  });

  it('says inline that it could not be read, with a retry', async () => {
    let isUp = false;
    answerCalls(({ path }) =>
      isUp && path === 'incident/query'
        ? { code: 200, data: firstOf([incident('1')]).page }
        : { code: 503, message: '服务暂不可用，请稍后再试', error: 'unavailable' },
    );
    block();
    expect(await screen.findByRole('alert')).toHaveTextContent('需要处理的设备加载失败');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('A座 1号梯')).toBeInTheDocument();
  });

  it('shows neither durations nor the time left to a user who sees dates only', () => {
    answerCalls(() => ({ code: 500 }));
    block(firstOf([incident('1', { since: '2026-11-23', due: '2026-11-23', remainingSec: null })]));
    const [, row] = screen.getAllByRole('row');
    expect(within(row as HTMLElement).queryByRole('timer')).not.toBeInTheDocument();
    expect(row).not.toHaveTextContent(/\d 秒|\d 分|\d:\d/);
    expect(row).toHaveTextContent('2026-11-23 前');
  });

  it('follows the message channel: a new row is there without a reload', async () => {
    jest.useFakeTimers();
    signedInAs('zhou.min');
    const sockets: FakeSocket[] = [];
    let records = [incident('2', { condition: 'fault' })];
    answerCalls(({ path }) => ({
      code: 200,
      data: path === 'incident/query' ? firstOf(records).page : path === 'home/day' ? DAY : NO_COUNTS,
    }));
    renderApp(<Cockpit first={firstOf(records)} holder={DISPATCHER} showsFaults connection={listening(sockets)} />);
    await act(() => jest.advanceTimersByTimeAsync(1500));
    await act(async () => {
      sockets[0]?.receive('connect');
      sockets[0]?.receive('authorize', { code: 200, message: 'success' });
      await jest.advanceTimersByTimeAsync(1500);
    });
    // One connection for everything on the page.
    expect(sockets).toHaveLength(1);
    records = [incident('1'), ...records];
    await act(async () => {
      sockets[0]?.receive('incidents', { at: Date.now() });
      await jest.advanceTimersByTimeAsync(500);
    });
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.dataset.incident),
    ).toEqual(['1', '2']);
  });
});

describe('what is due today', () => {
  const due = (callbackId: string): HomeDay['due'][number] => ({
    callbackId,
    equipmentNo: 'U9',
    equipmentName: '观澜天地扶梯5#',
    status: 'DISP',
    title: '异响',
    technicianName: null,
    technicianPhone: null,
    clock: 'restore',
    due: '2026-11-23 17:00:00',
    limitSec: 28_800,
    remainingSec: 7200,
  });
  const show = () => renderApp(<Cockpit first={firstOf([])} holder={DISPATCHER} showsFaults connection={SILENT} />);

  it('stands below with clock and step, the rest by number', async () => {
    answerCalls(({ path }) => ({
      code: 200,
      data: path === 'home/day' ? { due: [due('C7')], dueTotal: 9, doneTotal: 1 } : firstOf([]).page,
    }));
    show();
    const section = await screen.findByTestId('due-today');
    expect(section).toHaveTextContent('今日到期 9');
    expect(within(section).getByText('另有 8 件')).toBeInTheDocument();
    expect(within(section).getByRole('link', { name: '技术员出发' })).toHaveAttribute(
      'href',
      expect.stringContaining('callbackId=C7'),
    );
    expect(within(section).getByRole('timer')).toHaveTextContent(/剩 (2:00:00|1:59:5\d)/);
  });

  it('takes no space when nothing is due', async () => {
    const calls = answerCalls(({ path }) => ({ code: 200, data: path === 'home/day' ? DAY : firstOf([]).page }));
    show();
    await waitFor(() => expect(calls.some(({ path }) => path === 'home/day')).toBe(true));
    expect(screen.queryByTestId('due-today')).not.toBeInTheDocument();
  });
});

describe('the next step', () => {
  it.each([
    ['assign', callback(), false],
    ['open', callback({ canMove: false }), false],
    ['create', null, true],
    ['look', null, false],
  ] as const)('is to %s', (step, open, canCreate) => {
    expect(nextStepOf({ callback: open, canCreate })).toBe(step);
  });
});

it('a length of time is said in its two largest parts', () => {
  expect(partsOf(0)).toEqual([['seconds', 0]]);
  expect(partsOf(132)).toEqual([
    ['minutes', 2],
    ['seconds', 12],
  ]);
  expect(partsOf(2400)).toEqual([['minutes', 40]]);
  expect(partsOf(12_360)).toEqual([
    ['hours', 3],
    ['minutes', 26],
  ]);
  expect(partsOf(90_000)).toEqual([
    ['days', 1],
    ['hours', 1],
  ]);
});

const DETAIL: Partial<CallbackDetail> = {
  callbackId: 'C1',
  jobStatus: 'INIT',
  personTrapped: true,
  releaseDate: null,
  moves: [],
};
