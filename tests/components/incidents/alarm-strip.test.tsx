import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AlarmWatch } from '@/components/incidents/alarm-watch';
import type { IncidentRow, ReleasedIncident } from '@/lib/features/incidents/contract';
import { PAGE_USER_META } from '@/lib/platform/client/page-user';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { FakeSocket } from '../../unit/live/realtime/support/fake-socket';
import { answerCalls, answered, renderApp } from '../support/render';
import { holder } from '@/tests/support/holder';

let path = '/equipmentlist';
jest.mock('next/navigation', () => ({ usePathname: () => path }));

const row = (equipmentNo: string, rest: Partial<IncidentRow> = {}): IncidentRow => ({
  equipmentNo,
  equipmentName: `海棠主塔楼客梯${equipmentNo}`,
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  projectName: '海棠',
  buildingName: null,
  address: null,
  branchName: '上海',
  condition: 'trapped',
  code: null,
  title: null,
  floor: '14',
  since: '2026-11-23 14:30:04',
  release: null,
  callback: null,
  canCreate: true,
  clock: null,
  due: null,
  limitSec: null,
  remainingSec: null,
  told: [],
  acks: [],
  notificationId: '7',
  canAcknowledge: true,
  callHelp: false,
  camera: 0,
  ...rest,
});
const pageOf = (records: IncidentRow[], total = records.length, released: ReleasedIncident[] = []) => ({
  total,
  pages: 1,
  size: 20,
  current: 1,
  records,
  released,
});
const callOut = (rest: object = {}) => ({
  callbackId: 'C1',
  status: 'INIT' as const,
  title: '有人被困',
  openedBy: 'person' as const,
  technicianState: 'none' as const,
  technicianName: null,
  technicianPhone: null,
  createDate: '2026-11-23 14:30:10',
  canMove: true,
  ...rest,
});
const ack = (nickName: string, rest: object = {}) => ({
  nickName,
  ackDate: '2026-11-23 14:31:20',
  own: false,
  inCharge: true,
  ...rest,
});
const DISPATCHER = holder(2, 'EQUIPMENT_READ', 'MONITOR_READ', 'CALLBACK_READ', 'CALLBACK_WRITE');

class Speaker {
  static sounds = 0;
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain = () => ({ gain: { value: 0 }, connect: () => undefined });
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => undefined,
    start: () => {
      Speaker.sounds += 0.25;
    },
    stop: () => undefined,
  });
  close = async () => undefined;
  resume = async () => undefined;
}

interface Server {
  rows: IncidentRow[];
  total?: number;
  released?: ReleasedIncident[];
  settings: { faults: boolean; sound: boolean };
  fails?: boolean;
}
let server: Server;
let sockets: FakeSocket[];
const connection = {
  getToken: async () => 'token',
  openSocket: async (settings: ConstructorParameters<typeof FakeSocket>[0]) => {
    const socket = new FakeSocket(settings);
    sockets.push(socket);
    return socket;
  },
};

function answers() {
  return answerCalls(({ path: asked, body }) => {
    switch (asked) {
      case 'incident/query':
        return { code: 200, data: pageOf(server.rows, server.total, server.released) };
      case 'userNotificationMapping/getStrip':
        return { code: 200, data: server.settings };
      case 'userNotificationMapping/saveStrip':
        if (server.fails) return { code: 500, error: 'server_error', message: '暂时无法保存' };
        server.settings = { ...server.settings, ...body };
        return { code: 200 };
      case 'duty/acknowledge':
      case 'notification/acknowledge':
        server.rows = server.rows.map((one) => ({
          ...one,
          acks: [ack('我', { own: true })],
          canAcknowledge: false,
        }));
        return { code: 200, data: asked.startsWith('duty') ? { acks: [] } : [] };
      case 'callback':
        return { code: 200, data: { callbackId: 'C9', joined: false } };
      default:
        return { code: 404, message: asked };
    }
  });
}

const show = (who = DISPATCHER, language?: 'zh-CN' | 'en') =>
  renderApp(
    <>
      <ToastHost />
      <AlarmWatch
        username="anna"
        holder={who}
        settings={server.settings}
        first={pageOf(server.rows, server.total)}
        connection={connection}
      />
    </>,
    language,
  );
const strip = () => screen.findByTestId('alarm-strip');
/** News of the channel, and the read that follows. */
async function ring() {
  const calls = sockets[0];
  await act(async () => {
    calls?.receive('incidents', { at: Date.now() });
    await new Promise((resolve) => setTimeout(resolve, 1100));
  });
  await answered();
}

beforeEach(() => {
  path = '/equipmentlist';
  server = { rows: [row('3#')], settings: { faults: false, sound: true } };
  sockets = [];
  Speaker.sounds = 0;
  Object.defineProperty(globalThis, 'AudioContext', { configurable: true, value: Speaker });
  sessionStorage.clear();
  // jsdom draws nothing.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  document.title = '设备列表 · 梯望';
  const meta = document.createElement('meta');
  meta.name = PAGE_USER_META;
  meta.content = 'anna';
  document.head.append(meta);
});
afterEach(() => {
  document.head.querySelector(`meta[name="${PAGE_USER_META}"]`)?.remove();
  Reflect.deleteProperty(globalThis, 'AudioContext');
  jest.restoreAllMocks();
});

describe('the alarm strip', () => {
  it('shows the live picture of a unit with a camera to users who may see it', async () => {
    server.rows = [row('3#', { camera: 1 })];
    answers();
    const { unmount } = show();
    await userEvent.click(await screen.findByRole('button', { name: '实时视频：海棠主塔楼客梯3#' }));
    expect(await screen.findByRole('dialog', { name: /实时视频.*海棠主塔楼客梯3#/ })).toBeInTheDocument();
    await answered();
    unmount();
    show(holder(2, 'EQUIPMENT_READ', 'CALLBACK_READ'));
    expect(await screen.findByRole('button', { name: '确认 海棠主塔楼客梯3#' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /实时视频/ })).toBeNull();
  });

  it('says unit, floor, since and who was told, and offers open, acknowledge and dispatch, the worst first', async () => {
    server.rows = [
      row('1#', { condition: 'fault', title: '门机过载' }),
      row('2#', { acks: [ack('赵倩')] }),
      row('3#', {
        told: [
          {
            level: 80,
            clock: 'response',
            outcome: 'told',
            createDate: '2026-11-23 14:30:09',
            people: [{ nickName: '王志强', channels: ['notice', 'sms'], smsState: 'DELIVERED' }],
          },
        ],
      }),
    ];
    answers();
    show();
    const bar = within(await strip());
    expect(await strip()).toHaveAttribute('data-equipment', '3#');
    expect(await strip()).toHaveTextContent(/困人.*海棠主塔楼客梯3#.*楼层 14.*已困/);
    expect(await strip()).toHaveTextContent(/未确认\s*已通知 王志强 \(短信送达\) 14:30/);
    expect(bar.getByRole('link', { name: '打开 海棠主塔楼客梯3#' })).toHaveAttribute(
      'href',
      '/monitor/elevator?equipmentNo=3%23',
    );
    expect(bar.getByRole('button', { name: '确认 海棠主塔楼客梯3#' })).toBeEnabled();
    expect(bar.getByRole('button', { name: '派工 海棠主塔楼客梯3#' })).toBeEnabled();
    await userEvent.click(bar.getByRole('button', { name: '另有 2 台' }));
    const list = within(screen.getByRole('dialog', { name: '其他告警' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => /[123]#/.exec(textContent ?? '')?.[0])).toEqual([
      '2#',
      '1#',
    ]);
    expect(list.getByText(/门机过载/)).toBeInTheDocument();
  });

  it('says that nobody acknowledged, and whom no text reached, before what may be cut on a phone', async () => {
    const person = (nickName: string, smsState: 'DELIVERED' | 'FAILED' | 'SUPPRESSED') => ({
      nickName,
      channels: ['notice' as const, 'sms' as const],
      smsState,
    });
    const people = [person('王志强', 'DELIVERED'), person('李娜', 'FAILED'), person('周平', 'SUPPRESSED')];
    const told = { level: 80, clock: 'response', outcome: 'told', createDate: '2026-11-23 14:30:09', people } as const;
    server.rows = [row('3#', { callback: callOut(), told: [told] })];
    answers();
    show();
    expect(await strip()).toHaveTextContent(
      /召修已建，待派工\s*未确认 · 已通知 李娜 \(短信失败\)、周平 \(短信未发\)、王志强 \(短信送达\) 14:30/,
    );
  });

  it('shows when released persons got out and after how long, without a sound, until a technician is sent', async () => {
    server.rows = [
      row('3#', {
        condition: 'freed',
        since: '2026-11-23 14:36:00',
        release: { at: '2026-11-23 14:36:00', trappedSec: 356 },
        callback: callOut(),
      }),
    ];
    answers();
    show();
    expect(await strip()).toHaveTextContent('已救出');
    expect(await strip()).toHaveTextContent('14:36 被困 5 分 56 秒');
    expect(screen.getByRole('button', { name: '派工 海棠主塔楼客梯3#' })).toBeInTheDocument();
    expect(Speaker.sounds).toBe(0);
  });

  it('ends with a line that says who was freed, when and after how long, until the user closes it', async () => {
    answers();
    show();
    await strip();
    server.rows = [];
    server.released = [
      { equipmentNo: '3#', equipmentName: '海棠主塔楼客梯3#', at: '2026-11-23 14:42:10', trappedSec: 726 },
    ];
    await ring();
    const line = await screen.findByTestId('alarm-farewell');
    expect(screen.queryByTestId('alarm-strip')).toBeNull();
    for (const words of ['已救出', '海棠主塔楼客梯3#', '14:42', '被困 12']) expect(line).toHaveTextContent(words);
    await userEvent.click(within(line).getByRole('button', { name: '关闭' }));
    expect(screen.queryByTestId('alarm-farewell')).toBeNull();
    await ring();
    expect(screen.queryByTestId('alarm-farewell')).toBeNull();
  });

  it('is neither shown nor loaded while there is no alarm', async () => {
    server.rows = [];
    answers();
    show();
    await answered();
    expect(screen.queryByTestId('alarm-strip')).toBeNull();
    expect(document.querySelector('[data-alarm-strip]')).toBeNull();
    expect(document.title).toBe('设备列表 · 梯望');
  });

  it('offers nothing that the person may not do', async () => {
    server.rows = [row('3#', { canAcknowledge: false, canCreate: false, notificationId: null })];
    answers();
    show(holder(1, 'CALLBACK_READ'));
    const bar = within(await strip());
    expect(bar.queryByRole('link')).toBeNull();
    expect(bar.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['关闭告警声音']);
  });

  it('acknowledges with one click, and is quieter then with the name', async () => {
    server.rows = [row('3#', { callback: callOut() })];
    const calls = answers();
    show();
    expect(await strip()).not.toHaveAttribute('data-quiet');
    await userEvent.click(screen.getByRole('button', { name: '确认 海棠主塔楼客梯3#' }));
    await waitFor(async () => expect(await strip()).toHaveAttribute('data-quiet'));
    expect(await strip()).toHaveTextContent('我 已确认 14:31');
    expect(screen.queryByRole('button', { name: /^确认/ })).toBeNull();
    expect(calls.find(({ path: asked }) => asked === 'duty/acknowledge')?.body).toEqual({ callbackId: 'C1' });
  });

  it('without a call-out acknowledges the message', async () => {
    const calls = answers();
    show();
    await userEvent.click(await screen.findByRole('button', { name: /^确认/ }));
    await waitFor(async () => expect(await strip()).toHaveAttribute('data-quiet'));
    expect(calls.find(({ path: asked }) => asked === 'notification/acknowledge')?.body).toEqual({
      notificationIds: ['7'],
    });
  });

  it('stays as strong when a customer has acknowledged, and names the customer', async () => {
    server.rows = [row('3#', { acks: [ack('物业李工', { inCharge: false })] })];
    answers();
    show();
    expect(await strip()).not.toHaveAttribute('data-quiet');
    expect(await strip()).toHaveTextContent('物业李工 已确认 14:31');
  });

  it('shows the acknowledgement of another user and the release without a reload', async () => {
    answers();
    show();
    await strip();
    await act(async () => {
      sockets[0]?.receive('connect');
      sockets[0]?.receive('authorize', { code: 200, message: 'success' });
    });
    expect(sockets[0]?.events('notification')).toEqual([{ since: expect.any(Number), types: ['incidents'] }]);
    server.rows = [row('3#', { acks: [ack('周敏')] })];
    await ring();
    await waitFor(async () => expect(await strip()).toHaveTextContent('周敏 已确认'));
    server.rows = [];
    await ring();
    await waitFor(() => expect(screen.queryByTestId('alarm-strip')).toBeNull());
    expect(document.title).toBe('设备列表 · 梯望');
  });

  it('writes the call-out of trapped persons itself, without a form', async () => {
    const calls = answers();
    show(holder(1, 'CALLBACK_READ', 'CALLBACK_WRITE'));
    await userEvent.click(await screen.findByRole('button', { name: /^派工/ }));
    await waitFor(() =>
      expect(calls.find(({ path: asked }) => asked === 'callback')?.body).toMatchObject({
        equipmentNo: '3#',
        personTrapped: true,
      }),
    );
    expect(await screen.findByText('召修已建')).toBeInTheDocument();
  });

  it('with a call-out in progress, offers no dispatch and shows who is coming', async () => {
    server.rows = [row('3#', { callback: callOut({ status: 'DISP', technicianName: '范超', canMove: false }) })];
    answers();
    show();
    expect(await strip()).toHaveTextContent(/已出发\s*范超/);
    expect(screen.queryByRole('button', { name: /^派工/ })).toBeNull();
  });
});

describe('the tab', () => {
  it('has the number before its title, whatever title the page takes', async () => {
    server.rows = [row('3#'), row('4#')];
    answers();
    show();
    await strip();
    await waitFor(() => expect(document.title).toBe('(2) 设备列表 · 梯望'));
    document.title = '召修列表 · 梯望';
    await waitFor(() => expect(document.title).toBe('(2) 召修列表 · 梯望'));
  });

  it('has it on its icon too, and its own icon again afterwards', async () => {
    const icon = document.createElement('link');
    icon.rel = 'icon';
    icon.setAttribute('href', '/icon.svg');
    document.head.append(icon);
    const pen = new Proxy({}, { get: () => () => undefined, set: () => true });
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,badge');
    jest.spyOn(globalThis, 'Image').mockImplementation(() => {
      const image = { onload: () => undefined } as unknown as HTMLImageElement;
      setTimeout(() => image.onload?.(new Event('load')));
      return image;
    });
    answers();
    const { unmount } = show();
    await strip();
    await waitFor(() => expect(icon.getAttribute('href')).toBe('data:image/png;base64,badge'));
    unmount();
    expect(icon.getAttribute('href')).toBe('/icon.svg');
    icon.remove();
  });
});

describe('a new entrapment', () => {
  const said = () =>
    screen
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join('');

  it('is announced once by screen reader and sound, and not again on a later read or after a reload', async () => {
    answers();
    const { unmount } = show();
    await strip();
    await waitFor(() => expect(said()).toBe('困人：海棠主塔楼客梯3#，楼层 14'));
    await waitFor(() => expect(Speaker.sounds).toBe(1));
    const alert = screen.getByRole('alert');
    const changes: MutationRecord[] = [];
    const watch = new MutationObserver((list) => changes.push(...list));
    watch.observe(alert, { childList: true, characterData: true, subtree: true });
    server.rows = [row('3#', { since: '2026-11-23 14:30:05' })];
    await ring();
    await act(() => new Promise((resolve) => setTimeout(resolve, 1200)));
    watch.disconnect();
    expect(changes).toEqual([]);
    unmount();
    show();
    await strip();
    await answered();
    expect(said()).toBe('');
    expect(Speaker.sounds).toBe(1);
  });

  it('a second one is announced alone', async () => {
    answers();
    show();
    await strip();
    await waitFor(() => expect(said()).toContain('3#'));
    server.rows = [row('3#'), row('4#', { floor: null })];
    await ring();
    await waitFor(() => expect(said()).toBe('困人：海棠主塔楼客梯4#'));
  });

  it('stays readable and usable while a dialog hides the page', async () => {
    answers();
    show();
    (await strip()).setAttribute('aria-hidden', 'true');
    await waitFor(async () => expect(await strip()).not.toHaveAttribute('aria-hidden'));
  });
});

describe('its sound', () => {
  it('is turned off and on for the account, and goes back when that fails', async () => {
    const calls = answers();
    show();
    const button = await screen.findByRole('button', { name: '关闭告警声音' });
    await userEvent.click(button);
    expect(await screen.findByRole('button', { name: '打开告警声音' })).toHaveAttribute('aria-pressed', 'false');
    expect(calls.find(({ path: asked }) => asked.endsWith('saveStrip'))?.body).toEqual({ sound: false });
    await answered();
    server.fails = true;
    await userEvent.click(screen.getByRole('button', { name: '打开告警声音' }));
    expect(await screen.findByText('暂时无法保存')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: '打开告警声音' })).toBeInTheDocument();
  });

  it('does not sound while it is off', async () => {
    server.settings = { faults: false, sound: false };
    answers();
    show();
    await strip();
    await answered();
    expect(Speaker.sounds).toBe(0);
  });

  it("is the wall's own on a wall", async () => {
    path = '/campus';
    answers();
    show();
    await strip();
    await answered();
    expect(screen.queryByRole('button', { name: /告警声音/ })).toBeNull();
    expect(Speaker.sounds).toBe(0);
  });
});

it('faults stand in the strip where the account wants them, and in a storm it stays one row with the entrapment on top', async () => {
  server.settings = { faults: true, sound: true };
  server.rows = [row('9#'), ...Array.from({ length: 19 }, (_, index) => row(`F${index}`, { condition: 'fault' }))];
  server.total = 201;
  const calls = answers();
  show(DISPATCHER, 'en');
  expect(await strip()).toHaveAttribute('data-equipment', '9#');
  await userEvent.click(within(await strip()).getByRole('button', { name: '200 more' }));
  expect(screen.getByText(/181 more are not listed/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Duty list' })).toHaveAttribute('href', '/callbacklist?tab=duty');
  await waitFor(() => expect(document.title).toMatch(/^\(99\+\) /));
  server.total = 202;
  await ring();
  expect(calls.filter(({ path: asked }) => asked === 'incident/query').at(-1)?.body).toEqual({
    conditions: ['trapped', 'fault', 'freed'],
    pageSize: 20,
  });
});
