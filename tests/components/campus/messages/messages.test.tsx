import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { Authority } from '@/lib/platform/contract/authorities';
import { answerCalls, answered, renderApp } from '../../support/render';
import { ALL_LINKS, renderWall, statusOf, unit, wallData } from '../support/wall';

const WALL = [
  'CAMPUS_VIEW_READ',
  'CAMPUS_VIEW_CALLBACK_READ',
  'SYMPTOM_READ',
  'CAMPUS_VIEW_EQUIPMENT_READ',
  'CAMPUS_VIEW_SERVICE_READ',
];
const stamp = (at = Date.now()) => new Date(at + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ');
let count = 0;
const fault = (rest: object = {}) => {
  const guid = `event-${(count += 1)}`;
  return {
    type: 'equipment',
    notificationId: String(count),
    subType: 'error',
    objectId: '1',
    title: '门故障',
    message: '',
    notificationDate: stamp(),
    gbError: {
      guid,
      objectStatus: 'true',
      subType: 'error',
      title: '门故障',
      message: '',
      equipmentName: '大堂1号梯',
      equipmentNo: 'A',
      equipmentType: 'YAE_ELT',
      eventDate: stamp(),
      notificationDate: stamp(),
      camera: 0,
      entrapment: false,
      ...rest,
    },
  };
};
const callback = (key: string, status = 'PAGE') => ({
  key,
  type: 'CBK',
  status,
  time: stamp(),
  equipmentName: '1号梯',
  equipmentNo: 'A',
  technician: null,
  phoneNumber: null,
  message: '门故障',
  objectId: key,
  replay: false,
});
const cards = () => within(screen.getByTestId('toasts')).queryAllByRole('article');

function fakeContext(state: 'running' | 'suspended') {
  const tones: number[] = [];
  const context = {
    state: state as string,
    currentTime: 0,
    destination: {},
    resume: async () => undefined,
    close: async () => undefined,
    createGain: () => ({ gain: { value: 0 }, connect: () => undefined }),
    createOscillator: () => ({
      type: '',
      frequency: { value: 0 },
      connect: () => undefined,
      start: (at: number) => tones.push(at),
      stop: () => undefined,
    }),
  };
  return {
    make: () => context as unknown as AudioContext,
    allow: () => {
      context.resume = async () => {
        context.state = 'running';
        return undefined;
      };
    },
    alarms: () => tones.length / 4,
  };
}
const loud = () => {
  const data = wallData([unit('A'), unit('B', 'ES')]);
  return { ...data, view: data.view && { ...data.view, basic: { ...data.view.basic, mute: 1 } } };
};
const quiet = () => wallData([unit('A'), unit('B', 'ES')]);

/** Who has acknowledged, as the server answers. */
const ack = (own: boolean) => ({ nickName: '安娜', ackDate: '2026-11-22 10:00:00', own, inCharge: true });
beforeEach(() => {
  answerCalls((call) =>
    call.path === 'notification/acknowledge'
      ? { code: 200, data: [{ notificationId: '1', acks: [ack(true)] }] }
      : call.path.startsWith('campusview/saveOrUpdateForMute')
        ? { code: 200, data: null }
        : call.path === 'equipmentExtension/statusList'
          ? { code: 200, data: ['A', 'B'].map((no) => statusOf(no)) }
          : { code: 200, data: null },
  );
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

async function open(options: Parameters<typeof renderWall>[1] = {}, data = quiet()) {
  const wall = renderWall(data, { authorities: WALL, ...options });
  await waitFor(() => wall.notices());
  await wall.openNotices();
  return wall;
}

describe('cards', () => {
  it('[CAMP-020] stand over the wall, open the live page of the unit in a new tab, and close', async () => {
    const { tell } = await open();
    await tell('instantMessage', fault());
    await tell(
      'instantMessage',
      fault({ equipmentNo: 'B', equipmentName: '扶梯2', equipmentType: 'YAE_ESC', subType: 'event' }),
    );
    expect(cards().map((card) => within(card).getByRole('link').getAttribute('href'))).toEqual([
      '/monitor/escalator?equipmentNo=B',
      '/monitor/elevator?equipmentNo=A',
    ]);
    expect(within(cards()[1] ?? document.body).getByRole('link')).toHaveAttribute('target', '_blank');
    expect(cards()[1]).toHaveTextContent('故障');
    await userEvent.click(within(cards()[1] ?? document.body).getByRole('button', { name: '关闭' }));
    expect(cards()).toHaveLength(1);
  });

  it('[CAMP-021] offer live video while they last where the unit has a camera, and open it', async () => {
    const { tell } = await open({ authorities: WALL });
    await tell('instantMessage', fault({ camera: 1 }));
    await tell('instantMessage', fault({ camera: 0, equipmentNo: 'B' }));
    await tell('instantMessage', fault({ camera: 1, objectStatus: 'false', equipmentNo: 'C' }));
    const buttons = within(screen.getByTestId('toasts')).getAllByRole('button', { name: '实时视频' });
    expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0] ?? document.body);
    const dialog = await screen.findByRole('dialog', { name: /实时视频.*大堂1号梯/ });
    await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offer no video to those who may not look', async () => {
    const { tell } = await open({ authorities: ['CAMPUS_VIEW_EQUIPMENT_READ'] });
    await tell('instantMessage', fault({ camera: 1 }));
    expect(screen.queryByRole('button', { name: '实时视频' })).toBeNull();
  });

  it('are one a unit, with the newest message and their number; closing it closes them all', async () => {
    const { tell } = await open();
    await tell('instantMessage', fault({ title: '门故障' }));
    await tell('instantMessage', fault({ equipmentNo: 'B', equipmentName: '中庭扶梯' }));
    await tell('instantMessage', fault({ title: '安全回路断开' }));
    expect(cards()).toHaveLength(2);
    expect(cards()[0]).toHaveTextContent('安全回路断开');
    expect(cards()[0]).toHaveTextContent('共 2 条');
    await userEvent.click(within(cards()[0] ?? document.body).getByRole('button', { name: '关闭' }));
    expect(cards()).toHaveLength(1);
    expect(cards()[0]).toHaveTextContent('中庭扶梯');
  });

  it('the card of a trapped person comes before all others, and messages that came too fast are counted', async () => {
    const { tell } = await open();
    await tell('instantMessage', fault({ entrapment: true, title: '困人', equipmentName: '大堂1号梯' }));
    for (let index = 0; index < 24; index += 1)
      await tell('instantMessage', fault({ equipmentNo: `S${index}`, equipmentName: `风暴 ${index}` }));
    expect(cards()[0]).toHaveAttribute('data-look', 'trapped');
    expect(cards().length).toBeLessThanOrEqual(6);
    expect(within(screen.getByTestId('toasts')).getByText('另有 5 条')).toBeInTheDocument();
    // A further fault of the unit does not take the card away from the trapped person.
    await tell('instantMessage', fault({ title: '门故障' }));
    expect(cards()[0]).toHaveTextContent('困人');
    expect(within(cards()[0] ?? document.body).getByRole('button', { name: '知道了' })).toBeInTheDocument();
  });

  it('[CAMP-062] a trapped person is acknowledged by hand', async () => {
    const { tell } = await open();
    await tell('instantMessage', fault({ entrapment: true }));
    expect(cards()[0]).toHaveAttribute('data-look', 'trapped');
    await userEvent.click(screen.getByRole('button', { name: '知道了' }));
    await waitFor(() => expect(cards()).toHaveLength(0));
  });

  it('[CAMP-062] an unacknowledged card is back after a reload and sounds; one that this account acknowledged is not', async () => {
    const trapped = (acks: object[]) => ({
      ...fault({ entrapment: true, acks }),
      notificationDate: stamp(Date.now() - 3_600_000),
      replay: true,
    });
    const opened = async (acks: object[]) => {
      const { make, alarms } = fakeContext('running');
      const wall = await open({ context: make }, loud());
      await wall.tell('instantMessage', { ...fault(), notificationDate: stamp(Date.now() - 5000), replay: true });
      expect([cards().length, alarms()]).toEqual([0, 0]);
      await wall.tell('instantMessage', trapped(acks));
      return { ...wall, alarms };
    };
    const first = await opened([]);
    await waitFor(() => expect([cards().length, first.alarms()]).toEqual([1, 1]));
    first.unmount();
    const others = await opened([ack(false)]);
    await waitFor(() => expect([cards().length, others.alarms()]).toEqual([1, 1]));
    expect(cards()[0]).toHaveTextContent('安娜 已确认 11-22 10:00');
    others.unmount();
    const own = await opened([ack(true)]);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect([cards().length, own.alarms()]).toEqual([0, 0]);
  });

  it('[CAMP-062] of a trapped person closes when this account acknowledges it elsewhere, and names others who do', async () => {
    const { tell } = await open();
    const message = fault({ entrapment: true });
    await tell('instantMessage', message);
    const news = { notificationId: message.notificationId, guid: message.gbError.guid };
    await tell('acknowledged', { ...news, acks: [ack(false)] });
    expect(cards()[0]).toHaveTextContent('安娜 已确认');
    await tell('acknowledged', { ...news, acks: [ack(false), ack(true)] });
    expect(cards()).toHaveLength(0);
  });

  it('[CAMP-062] the card of a trapped person stays when the acknowledgement could not be saved', async () => {
    answerCalls(({ path }) =>
      path === 'notification/acknowledge'
        ? { code: 500, error: 'server_error', message: '系统异常，请稍后重试' }
        : { code: 200, data: null },
    );
    const { tell } = await open();
    await tell('instantMessage', fault({ entrapment: true }));
    const button = screen.getByRole('button', { name: '知道了' });
    await userEvent.click(button);
    await waitFor(() => expect(button).toBeEnabled());
    expect(cards()).toHaveLength(1);
  });

  it('what happened before the page was opened has no card', async () => {
    const { tell } = await open();
    await tell('instantMessage', { ...fault(), notificationDate: stamp(Date.now() - 600_000) });
    expect(cards()).toHaveLength(0);
  });
});

describe('the message list', () => {
  it('[CAMP-041] [CAMP-042] puts each event on top and keeps ten', async () => {
    const { tell } = await open();
    for (let index = 1; index <= 12; index += 1)
      await tell('notification', { ...callback(`C${index}`), time: stamp(Date.now() + index * 1000) });
    const rows = within(screen.getByTestId('messages')).getAllByRole('listitem');
    expect(rows.map((row) => row.dataset.notice)).toEqual(Array.from({ length: 10 }, (_, index) => `C${12 - index}`));
  });

  it('[CAMP-015] [NOTI-001] has a tab for each kind the user may read, with a dot for news of the others', async () => {
    const { tell } = await open();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['诊断处理', '设备事件', '服务提醒']);
    expect(screen.getByRole('tab', { name: '诊断处理' })).toHaveAttribute('aria-selected', 'true');
    await tell('instantMessage', fault());
    expect(screen.getByTestId('news-equipment')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('tab', { name: /设备事件/ }));
    expect(screen.queryByTestId('news-equipment')).toBeNull();
    expect(within(screen.getByTestId('messages')).getByRole('link')).toHaveAttribute(
      'href',
      '/monitor/elevator?equipmentNo=A',
    );
    await tell('notification', callback('C1'));
    expect(screen.getByTestId('news-diagnose')).toBeInTheDocument();
  });

  it.each([
    ['CAMPUS_VIEW_CALLBACK_READ', '诊断处理'],
    ['SYMPTOM_READ', '诊断处理'],
    ['CAMPUS_VIEW_EQUIPMENT_READ', '设备事件'],
    ['CAMPUS_VIEW_SERVICE_READ', '服务提醒'],
    ['CAMPUS_VIEW_ANNOUNCEMENT_READ', '其他公告'],
  ])(
    '[NOTI-001] [NOTI-008] [NOTI-009] [NOTI-010] shows to who holds %s alone its tab and no other',
    async (held, tab) => {
      renderWall(quiet(), { authorities: [held as Authority] });
      await answered();
      expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([tab]);
    },
  );

  it('[NOTI-004] opens what a message is about in a new tab', async () => {
    const { tell } = await open();
    const link = () => within(screen.getByTestId('messages')).getByRole('link');
    await tell('notification', callback('C1'));
    expect(link()).toHaveAttribute('href', '/detail/callback?callbackId=C1');
    expect(link()).toHaveAttribute('target', '_blank');
    await tell('instantMessage', fault());
    await userEvent.click(screen.getByRole('tab', { name: /设备事件/ }));
    expect(link()).toHaveAttribute('href', '/monitor/elevator?equipmentNo=A');
    expect(link()).toHaveAttribute('target', '_blank');
    const service = (subType: string, objectId: string) => ({
      type: 'service',
      notificationId: objectId,
      subType,
      objectId,
      title: objectId,
      message: '',
      notificationDate: stamp(Date.now()),
    });
    await tell('instantMessage', service('maintenance', 'J1'));
    await tell('instantMessage', service('account', 'A1'));
    await userEvent.click(screen.getByRole('tab', { name: /服务提醒/ }));
    expect(link()).toHaveAttribute('href', '/detail/maintenance?jobNo=J1');
    expect(link()).toHaveAttribute('target', '_blank');
  });

  it('[NOTI-005] [NOTI-011] [NOTI-012] offers live video of open faults and events with a camera, for 10 minutes', async () => {
    const { tell } = await open();
    const at = (minutes: number) => stamp(Date.now() - minutes * 60_000 + 1000);
    const told = async (name: string, minutes: number, rest: object) =>
      tell('instantMessage', {
        ...fault({ equipmentName: name, equipmentNo: name, notificationDate: at(minutes), ...rest }),
        notificationDate: at(minutes),
      });
    await told('故障', 0, { camera: 1 });
    await told('事件', 9, { camera: 1, subType: 'event' });
    await told('困人', 1, { camera: 1, entrapment: true });
    await told('无镜头', 0, { camera: 0 });
    await told('恢复', 0, { camera: 1, objectStatus: 'false' });
    await told('过时', 11, { camera: 1 });
    await userEvent.click(screen.getByRole('tab', { name: /设备事件/ }));
    const offered = () =>
      within(screen.getByTestId('messages'))
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));
    expect(offered().sort()).toEqual(['实时视频：事件', '实时视频：困人', '实时视频：故障']);
    await userEvent.click(screen.getByRole('button', { name: '实时视频：故障' }));
    expect(await screen.findByRole('dialog', { name: /故障/ })).toBeInTheDocument();
  });

  it('offers no live video to those who may not look', async () => {
    const { tell } = await open({ authorities: ['CAMPUS_VIEW_EQUIPMENT_READ'] });
    await tell('instantMessage', fault({ camera: 1 }));
    expect(within(screen.getByTestId('messages')).queryByRole('button')).toBeNull();
  });

  it('[NOTI-002] [NOTI-003] [NOTI-006] reads the tab that is open, 15 a page, and marks what the server counts as unread in the others', async () => {
    const row = (index: number) => ({
      notificationId: String(1000 + index),
      notificationType: 'error',
      subType: 'error',
      equipmentNo: 'A',
      equipmentName: '大堂1号梯',
      title: `故障${index}`,
      message: '',
      objectId: '1',
      objectStatus: 'false',
      notificationDate: `2026-11-20 10:00:${String(59 - index).padStart(2, '0')}`,
      readStatus: 0,
      camera: 0,
      equipmentType: 'YAE_ELT',
      guid: `event-${1000 + index}`,
      acks: [],
    });
    let service = 3;
    const calls = answerCalls(({ path, body }) => {
      const { pageIndex = 1 } = (body ?? {}) as { pageIndex?: number };
      if (path === 'notification/webEvent/list')
        return {
          code: 200,
          data: {
            total: 17,
            pages: 2,
            size: 15,
            current: pageIndex,
            records: Array.from({ length: pageIndex === 1 ? 15 : 2 }, (_, index) => row((pageIndex - 1) * 15 + index)),
          },
        };
      if (path === 'notification/unreadCount')
        return { code: 200, data: { event: 1, service, announcement: 0, diagnose: 0 } };
      return { code: 200, data: null };
    });
    const { tell } = await open({
      authorities: ['CAMPUS_VIEW_READ', 'CAMPUS_VIEW_EQUIPMENT_READ', 'CAMPUS_VIEW_SERVICE_READ'],
    });
    expect(screen.getByRole('tab', { name: /设备事件/ })).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByTestId('news-service')).toHaveTextContent('未读 3 条');
    const rows = () => within(screen.getByTestId('messages')).getAllByRole('listitem');
    await waitFor(() => expect(rows()).toHaveLength(15));
    await waitFor(() =>
      expect(calls.map(({ path, body }) => [path, body])).toContainEqual(['notification/read', { tab: 'event' }]),
    );
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    // Read in another tab or machine.
    service = 0;
    await tell('unread', { at: Date.now() });
    await waitFor(() => expect(screen.queryByTestId('news-service')).toBeNull());
  });

  it('is absent for a user who may read none of the messages', async () => {
    await open({ authorities: ['CAMPUS_VIEW_READ'] });
    expect(screen.queryAllByRole('tab')).toHaveLength(0);
  });

  it('[CAMP-024] [CAMP-041] is also part of the message record of the custom wall', async () => {
    const { tell } = await open({ variant: 'custom' });
    await tell('notification', callback('C1'));
    expect(document.querySelector('[data-notice="C1"] a')).toHaveAttribute('href', '/detail/callback?callbackId=C1');
  });
});

describe('the alarm sound', () => {
  it('[CAMP-061] sounds while an alarm lasts and the sound is on, and never while it is off', async () => {
    const on = fakeContext('running');
    const first = await open({ context: on.make }, loud());
    await first.tell('instantMessage', fault({ objectStatus: 'false' }));
    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(on.alarms()).toBe(0);
    await first.tell('instantMessage', fault());
    await waitFor(() => expect(on.alarms()).toBe(1));
    first.unmount();
    const off = fakeContext('running');
    const second = await open({ context: off.make });
    await second.tell('instantMessage', fault());
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(off.alarms()).toBe(0);
  });

  it('[CAMP-044] [CAMP-050] sounds once when a tile shows a new error', async () => {
    for (const [no, values] of [
      ['A', { onlinestatus: 1, errorstate: false }],
      ['B', { onlinestatus: 1, errorstate: false, direction: 'Up' }],
    ] as const) {
      const { make, alarms } = fakeContext('running');
      const { goLive, say, tile, unmount } = await open({ context: make }, loud());
      await goLive();
      await say(no, values, 'snapshot');
      await say(no, { errorstate: true });
      expect(tile(no)).toHaveAttribute('data-state', 'error');
      await waitFor(() => expect(alarms()).toBe(1));
      await say(no, { errorstate: true, technicianonsite: true });
      await act(async () => new Promise((resolve) => setTimeout(resolve, 30)));
      expect(alarms()).toBe(1);
      unmount();
    }
  });

  // Saved, and told for one second.
  const turns = [
    [false, '打开报警提示音', '关闭报警提示音', '报警提示音已开启', 1],
    [true, '关闭报警提示音', '打开报警提示音', '报警提示音已关闭', 0],
  ] as const;
  it.each(turns)('[CAMP-078] [CAMP-013] turned from %s', async (isOn, press, after, told, mute) => {
    jest.useFakeTimers();
    const calls = answerCalls(() => ({ code: 200, data: null }));
    renderApp(<ToastHost />);
    const data = isOn ? loud() : quiet();
    renderWall(data, { authorities: WALL, context: fakeContext('running').make });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    expect(screen.queryByText(told)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: press }));
    await act(async () => {
      await jest.advanceTimersByTimeAsync(100);
    });
    expect(calls.map(({ path, body }) => [path, body])).toContainEqual(['campusview/saveOrUpdateForMute', { mute }]);
    expect(screen.getByRole('button', { name: after })).toBeInTheDocument();
    const message = () => screen.queryByText(told)?.closest('[data-sonner-toast]') ?? null;
    expect(message()).not.toBeNull();
    expect(message()).not.toHaveAttribute('data-removed', 'true');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(800);
    });
    expect(message()).not.toHaveAttribute('data-removed', 'true');
    await act(async () => {
      await jest.advanceTimersByTimeAsync(600);
    });
    expect(message()).toBeNull();
  });

  it('[CAMP-076] shows its new state at once; a refusal turns it back and the words of the server are shown', async () => {
    jest.useFakeTimers();
    let refuse: () => void = () => undefined;
    answerCalls(({ path }) =>
      path === 'campusview/saveOrUpdateForMute'
        ? new Promise((resolve) => {
            refuse = () => resolve({ code: 500, error: 'server_error', message: '大屏设置暂时无法保存' });
          })
        : { code: 200, data: null },
    );
    renderApp(<ToastHost />);
    renderWall(quiet(), { authorities: WALL, context: fakeContext('running').make });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    fireEvent.click(screen.getByRole('button', { name: '打开报警提示音' }));
    await act(async () => {
      await jest.advanceTimersByTimeAsync(10);
    });
    expect(screen.getByRole('button', { name: '关闭报警提示音' })).toHaveAttribute('aria-pressed', 'true');
    await act(async () => {
      refuse();
      await jest.advanceTimersByTimeAsync(100);
    });
    expect(screen.getByRole('button', { name: '打开报警提示音' })).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByText('大屏设置暂时无法保存').closest('[data-sonner-toast]')).toHaveAttribute(
      'data-type',
      'error',
    );
    expect(screen.queryByText('报警提示音已开启')).toBeNull();
  });

  it('[CAMP-079] [CAMP-013] when the browser blocks it, a popup says how to allow it', async () => {
    const { make, allow } = fakeContext('suspended');
    await open({ context: make }, loud());
    const popup = await screen.findByRole('alert', { name: '浏览器阻止了报警提示音' });
    expect(popup).toHaveTextContent('网站设置');
    allow();
    await userEvent.click(within(popup).getByRole('button', { name: '允许声音' }));
    await waitFor(() => expect(screen.queryByRole('alert', { name: '浏览器阻止了报警提示音' })).toBeNull());
  });

  it('[CAMP-079] that popup is a line of the wall: it is not modal, takes no focus, and a card of a trapped person beside it is acknowledged', async () => {
    const { tell, wall } = await open({ context: fakeContext('suspended').make }, loud());
    const strip = await screen.findByTestId('sound-strip');
    expect(strip.parentElement).toBe(wall());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(
      document.querySelector('[aria-modal="true"], .MuiBackdrop-root, [aria-hidden="true"] [data-testid="toasts"]'),
    ).toBeNull();
    expect(strip).not.toContainElement(document.activeElement as HTMLElement | null);
    await tell('instantMessage', fault({ entrapment: true }));
    await userEvent.click(screen.getByRole('button', { name: '知道了' }));
    await waitFor(() => expect(cards()).toHaveLength(0));
    expect(strip).toBeInTheDocument();
  });
});

it('[CAMP-022] leaving the page closes both connections, coming back by the back button opens them again', async () => {
  const { goLive, sockets, noticeSockets } = await open();
  await goLive();
  await act(async () => {
    fireEvent(window, new Event('pagehide'));
  });
  expect([sockets.at(-1)?.isDisconnected, noticeSockets.at(-1)?.isDisconnected]).toEqual([true, true]);
  const before = [sockets.length, noticeSockets.length] as const;
  await act(async () => {
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  });
  await waitFor(() => expect([sockets.length, noticeSockets.length]).toEqual([before[0] + 1, before[1] + 1]));
});

it('links of messages and cards are left out where there is no page', async () => {
  const { tell } = await open({ links: { ...ALL_LINKS, live: {}, messages: {} } });
  await tell('instantMessage', fault());
  await tell('notification', callback('C1'));
  expect(cards()[0]?.querySelector('a')).toBeNull();
  expect(document.querySelector('[data-notice] a')).toBeNull();
});
