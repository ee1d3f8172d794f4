import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { NoticeBell } from '@/components/notifications/notice-bell';
import { NoticeDialog } from '@/components/notifications/notice-dialog';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { ServiceNotice } from '@/lib/features/notifications/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { holder } from '@/tests/support/holder';
import { FakeSocket } from '../../unit/live/realtime/support/fake-socket';
import { pageOf } from '../support/list-screen';
import { answerCalls, answered, renderApp, Texts } from '../support/render';

/** Messages to the account on every page (readings 70, 80, 84, 91). */

const noticeOf = (notificationId: string, rest: Partial<ServiceNotice> = {}): ServiceNotice => ({
  notificationId,
  subType: 'sla',
  objectId: 'CB1',
  symptomId: null,
  title: '响应超时',
  message: '有人被困',
  notificationDate: '2026-11-21 09:00:00',
  equipmentNo: 'U1',
  equipmentName: 'U1',
  readStatus: 0,
  acks: [],
  count: 1,
  waits: false,
  ...rest,
});
const ANNA = holder(2, 'CALLBACK_READ', 'SYMPTOM_READ', 'MAINTENANCE_READ', 'EQUIPMENT_READ');
const ok = (data: unknown = null) => ({ code: 200, data });
const told = (rest: object = {}) => ({
  type: 'service',
  subType: 'sla',
  notificationId: '7',
  objectId: 'CB1',
  title: '响应超时',
  message: '有人被困：一号梯',
  notificationDate: '2999-01-01 00:00:00',
  replay: false,
  ...rest,
});

const answers = (notices: ServiceNotice[] = []) => {
  const state = { count: notices.filter(({ readStatus }) => readStatus === 0).length };
  const calls = answerCalls(({ path }) => {
    switch (path) {
      case 'notification/unreadCount':
        return ok({ event: 5, service: state.count, announcement: 0, diagnose: 0 });
      case 'notification/webService/list':
        return ok(pageOf(notices));
      case 'notification/read':
        state.count = 0;
        return ok({ updated: 1 });
      default:
        return ok();
    }
  });
  return { state, calls, asked: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body) };
};

async function ring() {
  const sockets: FakeSocket[] = [];
  // With the page's own cache: the bell asks anew what is in it.
  render(
    <Texts>
      <ToastHost />
      <NoticeBell
        username="anna"
        holder={ANNA}
        title="我的消息"
        connection={{
          getToken: async () => 'token',
          openSocket: (settings) => {
            const socket = new FakeSocket(settings);
            sockets.push(socket);
            return socket;
          },
        }}
      />
    </Texts>,
  );
  await waitFor(() => expect(sockets).toHaveLength(1));
  await act(async () => {
    sockets[0]?.receive('connect');
    sockets[0]?.receive('authorize', { code: 200, message: 'success' });
  });
  await answered();
  const hear = async (event: string, news: object) => {
    await act(async () => sockets[0]?.receive(event, news));
    await answered();
  };
  return { sockets, hear };
}
const bell = () => screen.getByRole('button', { name: /^我的消息/ });

afterEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  jest.restoreAllMocks();
});

describe('the bell', () => {
  it('counts what is unread of the service messages, and no more than 99', async () => {
    const { state } = answers([noticeOf('1'), noticeOf('2')]);
    const { hear } = await ring();
    expect(bell()).toHaveAccessibleName('我的消息 2');
    state.count = 120;
    await hear('unread', { at: 1 });
    await waitFor(() => expect(bell()).toHaveAccessibleName('我的消息 120'));
    expect(bell()).toHaveTextContent('99+');
    state.count = 0;
    await hear('unread', { at: 2 });
    await waitFor(() => expect(bell()).toHaveAccessibleName('我的消息'));
    expect(bell().querySelector('[data-hidden]')).not.toBeNull();
  });

  it('asks for instant messages alone, and counts anew when one about a service comes', async () => {
    const { state } = answers();
    const { sockets, hear } = await ring();
    expect(sockets[0]?.events('notification')).toEqual([{ since: expect.any(Number), types: ['instant'] }]);
    state.count = 1;
    await hear('instantMessage', told({ subType: 'maintenance', title: '维保' }));
    await waitFor(() => expect(bell()).toHaveAccessibleName('我的消息 1'));
    expect(screen.queryByText('维保')).not.toBeInTheDocument();
  });

  it('in a storm counts a few times instead of once a message, and shows the newest clocks and how many more ran out', async () => {
    const { state, asked } = answers();
    const { sockets } = await ring();
    const before = asked('notification/unreadCount').length;
    state.count = 200;
    await act(async () => {
      for (let index = 0; index < 200; index += 1)
        sockets[0]?.receive(
          'instantMessage',
          told({ notificationId: `s${index}`, title: `超时${index}`, message: '' }),
        );
    });
    await waitFor(() => expect(bell()).toHaveAccessibleName('我的消息 200'));
    expect(await screen.findByText('超时199')).toBeInTheDocument();
    expect(await screen.findByText(/^我的消息 \+19\d$/)).toBeInTheDocument();
    expect(screen.queryByText('超时100')).not.toBeInTheDocument();
    expect(asked('notification/unreadCount').length - before).toBeLessThanOrEqual(3);
    act(() => void toast.dismiss());
  });

  it('shows a clock that ran out as it comes; what is older than the page is not shown again', async () => {
    answers();
    const { hear } = await ring();
    await hear(
      'instantMessage',
      told({ notificationId: '6', title: '旧的', notificationDate: '2026-01-01 00:00:00', replay: true }),
    );
    await hear('instantMessage', told());
    expect(await screen.findByText('响应超时')).toBeInTheDocument();
    expect(screen.getByText('有人被困：一号梯')).toBeInTheDocument();
    expect(screen.queryByText('旧的')).not.toBeInTheDocument();
  });

  it('tells outside the page only what is urgent, only to who chose it, only while nobody looks', async () => {
    const shown = jest.fn();
    const before = globalThis.Notification;
    class Outside {
      static permission = 'granted';
      onclick: unknown;
      constructor(title: string, options: { body: string; tag: string }) {
        shown(title, options.body, options.tag);
      }
    }
    Object.defineProperty(globalThis, 'Notification', { value: Outside, configurable: true });
    try {
      answers();
      const { hear } = await ring();
      const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      await hear('instantMessage', told({ notificationId: '1' }));
      expect(shown).not.toHaveBeenCalled();
      localStorage.setItem('browserNotices:anna', '1');
      await hear('instantMessage', told({ notificationId: '2', subType: 'maintenance' }));
      expect(shown).not.toHaveBeenCalled();
      await hear('instantMessage', told({ notificationId: '3' }));
      expect(shown.mock.calls).toEqual([['响应超时', '有人被困：一号梯', '3']]);
      visibility.mockReturnValue('visible');
      await hear('instantMessage', told({ notificationId: '4' }));
      expect(shown).toHaveBeenCalledTimes(1);
    } finally {
      localStorage.clear();
      if (before) Object.defineProperty(globalThis, 'Notification', { value: before, configurable: true });
      else Reflect.deleteProperty(globalThis, 'Notification');
    }
  });
});

describe('the messages of the account', () => {
  const open = async (notices: ServiceNotice[], who: Holder = ANNA) => {
    const answered_ = answers(notices);
    renderApp(
      <>
        <ToastHost />
        <NoticeDialog username="anna" holder={who} onClose={() => undefined} />
      </>,
    );
    const dialog = within(await screen.findByRole('dialog'));
    await answered();
    return { dialog, ...answered_ };
  };

  it('are read when they are opened, and those that were new stay marked while one looks', async () => {
    const { dialog, asked } = await open([noticeOf('1'), noticeOf('2', { readStatus: 1, title: '到场超时' })]);
    await waitFor(() => expect(asked('notification/read')).toEqual([{ tab: 'service' }]));
    expect(dialog.getAllByRole('img', { name: '未读' })).toHaveLength(1);
  });

  it('lead to the call-out, or to the symptom that nobody took', async () => {
    const { dialog } = await open([
      noticeOf('1'),
      noticeOf('2', { objectId: 'S1', symptomId: 'S1', title: '征兆无人处理' }),
      noticeOf('3', { subType: 'maintenance', objectId: 'J1' }),
    ]);
    expect(dialog.getByRole('link', { name: '查看召修' })).toHaveAttribute('href', '/detail/callback?callbackId=CB1');
    expect(dialog.getByRole('link', { name: '查看征兆' })).toHaveAttribute('href', '/detail/symptom?symptomId=S1');
  });

  it('leads from each kind to what it is about', async () => {
    const { dialog } = await open([
      noticeOf('1', { subType: 'maintenance', objectId: 'M1' }),
      noticeOf('2', { subType: 'inspection', objectId: 'P1' }),
      noticeOf('3', { subType: 'contract', objectId: 'P1' }),
      noticeOf('4', { subType: 'account', objectId: 'A1' }),
    ]);
    expect(dialog.getByRole('link', { name: '查看维保' })).toHaveAttribute('href', '/detail/maintenance?jobNo=M1');
    expect(dialog.getAllByRole('link', { name: '查看列表' }).map((link) => link.getAttribute('href'))).toEqual([
      '/anualInspection',
      '/saptdContract',
    ]);
    expect(dialog.getAllByRole('link')).toHaveLength(3);
  });

  it('lead to no page that the reader may not open', async () => {
    const notices = [
      noticeOf('1'),
      noticeOf('2', { objectId: 'S1', symptomId: 'S1' }),
      noticeOf('3', { subType: 'maintenance', objectId: 'M1' }),
      noticeOf('4', { subType: 'contract', objectId: 'P1' }),
    ];
    const { dialog } = await open(notices, holder(2, 'SYMPTOM_READ'));
    expect(dialog.getAllByRole('link').map((link) => link.textContent)).toEqual(['查看征兆']);
  });

  it('are acknowledged by the button of an incident; who has done so is named', async () => {
    const acks = [{ nickName: '张三', ackDate: '2026-11-21 09:05:00', own: false, inCharge: true }];
    const { dialog, asked } = await open([noticeOf('1', { acks }), noticeOf('2', { subType: 'callback' })]);
    expect(dialog.getByText('张三 已确认 11-21 09:05:00')).toBeInTheDocument();
    expect(dialog.getAllByRole('button', { name: '确认' })).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: '确认' }));
    await answered();
    expect(asked('notification/acknowledge')).toEqual([{ notificationIds: ['1'] }]);
  });

  it('are one entry a call-out, with its newest words, how many there are, and whether it waits', async () => {
    const { dialog, asked } = await open([
      noticeOf('9', { count: 4, waits: true }),
      noticeOf('8', { objectId: 'CB2' }),
    ]);
    expect(asked('notification/webService/list')).toEqual([{ pageIndex: 1, pageSize: 15, byObject: true }]);
    const [first, second] = dialog.getAllByRole('listitem');
    expect(first).toHaveTextContent('未结束共 4 条');
    expect(second).not.toHaveTextContent(/未结束|共/);
  });

  it('of which there are none are said to be none', async () => {
    const { dialog } = await open([]);
    expect(dialog.getByText('暂无消息')).toBeInTheDocument();
  });
});
