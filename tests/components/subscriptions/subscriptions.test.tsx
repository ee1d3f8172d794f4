import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { MailForm } from '@/components/subscriptions/mail-form';
import { numbersOf } from '@/components/subscriptions/numbers';
import { SubscriptionsScreen } from '@/components/subscriptions/subscriptions-screen';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { SocketLike } from '@/lib/live/realtime/browser/client-types';
import type { SubscriptionRow } from '@/lib/live/realtime/shared/events';
import { answerCalls, renderApp } from '../support/render';
import { holder } from '@/tests/support/holder';

const SINCE = Date.parse('2026-03-01T08:00:00+08:00');
const row = (equipmentNo: string, users: string[], equipmentType = 'YAE_ELT'): SubscriptionRow => ({
  equipmentNo,
  equipmentType,
  clientSize: new Set(users).size,
  client: users.map((user, index) => ({ user, clientId: `c${index}`, since: SINCE + index * 60_000 })),
});
const ROWS = [row('E1', ['anna']), row('S1', ['anna', 'ben', 'anna'], 'YAE_ESC'), row('E2', ['carl', 'dora', 'emil'])];

type Ask = (event: string, payload: unknown) => { code: number; message: string; data?: unknown } | undefined;

/** The channel's other end: authorises, and answers as the test says. */
class ChannelSocket implements SocketLike {
  readonly sent: [event: string, payload: unknown][] = [];
  readonly #listeners = new Map<string, (value: unknown) => void>();
  constructor(
    readonly ask: Ask,
    readonly isReachable: () => boolean,
  ) {}
  on(event: string, listener: (value: unknown) => void) {
    this.#listeners.set(event, listener);
  }
  emit(event: string, payload: unknown, ack?: (answer: unknown) => void) {
    this.sent.push([event, payload]);
    if (event === 'authorize') this.say('authorize', { code: 200, message: 'success' });
    const answer = this.ask(event, payload);
    if (answer) ack?.(answer);
  }
  connect() {
    this.say(this.isReachable() ? 'connect' : 'connect_error');
  }
  disconnect() {
    this.#listeners.clear();
  }
  say(event: string, value?: unknown) {
    this.#listeners.get(event)?.(value);
  }
}

async function open({
  rows = ROWS,
  list,
  unsubscribe,
  isReachable = () => true,
  url = '',
}: { rows?: SubscriptionRow[]; list?: Ask; unsubscribe?: Ask; isReachable?: () => boolean; url?: string } = {}) {
  const sockets: ChannelSocket[] = [];
  const settings: unknown[] = [];
  const ask: Ask = (event, payload) => {
    if (event === 'list') return list ? list(event, payload) : { code: 200, message: 'success', data: rows };
    if (event === 'unsubscribe')
      return unsubscribe ? unsubscribe(event, payload) : { code: 200, message: 'success', data: { removed: 1 } };
    return undefined;
  };
  const connection = {
    getToken: async () => 'token',
    random: () => 0,
    openSocket: (given: unknown) => {
      settings.push(given);
      const socket = new ChannelSocket(ask, isReachable);
      sockets.push(socket);
      return socket;
    },
  };
  await act(async () => {
    renderApp(
      <NuqsTestingAdapter hasMemory searchParams={url}>
        <SubscriptionsScreen holder={holder(0, 'EDGE_CUBE_WRITE', 'MONITOR_READ')} connection={connection} />
        <ToastHost />
      </NuqsTestingAdapter>,
    );
  });
  const sent = (event: string) =>
    sockets
      .flatMap((socket) => socket.sent)
      .filter(([name]) => name === event)
      .map(([, payload]) => payload);
  return { sockets, settings, sent };
}
const numbers = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((line) => line.querySelector('[data-field="equipmentNo"]')?.textContent);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  toast.dismiss();
  jest.restoreAllMocks();
});

describe('the subscription page', () => {
  it('[RTC-021] lists who watches what, most users first, each user once', async () => {
    const { sent } = await open();
    expect(screen.getByRole('heading', { name: '订阅' })).toBeVisible();
    expect(sent('list')).toEqual([[]]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '设备号',
      '类型',
      '用户数',
      '用户',
      '操作',
    ]);
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((line) => [...line.children].slice(0, 4).map(({ textContent }) => textContent)),
    ).toEqual([
      ['E2', '直梯', '3', 'carl、dora、emil'],
      ['S1', '扶梯', '2', 'anna、ben'],
      ['E1', '直梯', '1', 'anna'],
    ]);
    expect(screen.getByRole('link', { name: 'E1' })).toHaveAttribute('href', expect.stringContaining('equipmentNo=E1'));
    await userEvent.hover(screen.getByText('anna、ben'));
    expect(await screen.findByText('ben：自 2026-03-01 08:01:00')).toBeVisible();
  });
  it('[RTC-027] [RTC-028] asks for polling, sends the token first, then the list', async () => {
    const { settings, sockets } = await open();
    expect(settings).toEqual([{ isPollingOnly: true }]);
    expect(sockets[0]?.sent).toEqual([
      ['authorize', 'token'],
      ['list', []],
    ]);
  });
  it('[RTC-022] [RTC-029] filters by numbers separated by commas, split and trimmed', async () => {
    const { sent } = await open();
    await userEvent.type(
      screen.getByRole('textbox', { name: '设备号（多个用逗号分隔）' }),
      ' E1 ,E2，, not a number,E1{Enter}',
    );
    await waitFor(() => expect(sent('list')).toEqual([[], [{ equipmentNo: 'E1' }, { equipmentNo: 'E2' }]]));
    expect(numbersOf(' , ')).toBeNull();
  });
  it('a filter that names no number at all gives no row, and never all of them', async () => {
    const { sent } = await open({ url: '?equipmentNo=**' });
    expect(sent('list')).toEqual([]);
    expect(await screen.findByText('没有符合条件的订阅')).toBeVisible();
  });
  it('says that there is none', async () => {
    await open({ rows: [] });
    expect(screen.getByText('暂无订阅')).toBeVisible();
  });

  it('[RTC-023] [RTC-025] refreshes all after 确认全部刷新订阅？, and lists again', async () => {
    const { sent } = await open();
    await press('全部刷新');
    const dialog = screen.getByRole('alertdialog');
    expect(within(dialog).getByText('确认全部刷新订阅？')).toBeVisible();
    expect(sent('unsubscribe')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: '全部刷新' }));
    expect(await screen.findByText('操作成功')).toBeVisible();
    expect(sent('unsubscribe')).toEqual([[]]);
    expect(sent('list')).toHaveLength(2);
  });
  it('[RTC-023] [RTC-026] refreshes the selected ones after a delete-style confirmation', async () => {
    const { sent } = await open();
    expect(screen.getByRole('button', { name: '刷新所选' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 E1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 S1' }));
    await press('刷新所选');
    const dialog = screen.getByRole('alertdialog', { name: '刷新确认' });
    expect(within(dialog).getByText('确定刷新所选的 2 个订阅吗？')).toBeVisible();
    // The safe answer has the focus, as when something is deleted.
    expect(within(dialog).getByRole('button', { name: '取消' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: '刷新' }));
    expect(await screen.findByText('操作成功')).toBeVisible();
    expect(sent('unsubscribe')).toEqual([
      [
        { equipmentNo: 'S1', equipmentType: 'YAE_ESC', refresh: true },
        { equipmentNo: 'E1', equipmentType: 'YAE_ELT', refresh: true },
      ],
    ]);
    expect(screen.getByRole('checkbox', { name: '选择 E1' })).not.toBeChecked();
  });
  it('[RTC-023] [RTC-030] unsubscribes one row with its number and type', async () => {
    const { sent } = await open();
    await press('退订 E2');
    const dialog = screen.getByRole('alertdialog');
    expect(within(dialog).getByText('确定退订设备 E2 吗？正在观看的 3 位用户将断开。')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: '退订' }));
    await waitFor(() => expect(sent('unsubscribe')).toEqual([[{ equipmentNo: 'E2', equipmentType: 'YAE_ELT' }]]));
  });
  it('chooses the rows of the page at once', async () => {
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: '全选本页' }));
    expect(screen.getByText('已选 3 个')).toBeVisible();
  });

  it('[RTC-031] only logs sms_error', async () => {
    const { sockets } = await open();
    await act(async () => sockets[0]?.say('sms_error', { code: 400, message: 'bad payload' }));
    expect(console.warn).toHaveBeenCalledWith('sms_error 400: bad payload');
    expect(screen.queryByText('bad payload')).toBeNull();
    expect(numbers()).toHaveLength(3);
  });
  it('[RTC-032] shows 没有权限操作 and an empty table when the list is refused', async () => {
    await open({ list: () => ({ code: 403, message: 'forbidden' }) });
    expect(await screen.findByText('没有权限操作')).toBeVisible();
    expect(screen.getByText('暂无订阅')).toBeVisible();
  });
  it("[RTC-033] shows the server's message when an unsubscribe fails", async () => {
    await open({ unsubscribe: () => ({ code: 500, message: '服务异常' }) });
    await press('退订 E2');
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '退订' }));
    expect(await screen.findByText('服务异常')).toBeVisible();
    expect(numbers()).toHaveLength(3);
  });
  it('is disconnected after three connect errors; a click connects again', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let isReachable = false;
    const { sockets } = await open({ isReachable: () => isReachable });
    await act(async () => {
      await jest.advanceTimersByTimeAsync(5000);
    });
    expect(sockets).toHaveLength(3);
    expect(screen.getByText('连接已断开')).toBeVisible();
    isReachable = true;
    jest.useRealTimers();
    await press('重试');
    await waitFor(() => expect(numbers()).toHaveLength(3));
  });
});

describe('the form behind the link of a report e-mail', () => {
  it('names the masked address, ends the e-mails, and says so', async () => {
    const calls = answerCalls(() => ({ code: 200, data: { emailAddress: 'a***@example.com' } }));
    renderApp(<MailForm token="t.s" address="a***@example.com" />);
    expect(screen.getByText('a***@example.com')).toBeVisible();
    await press('退订');
    expect(await screen.findByText('已退订')).toBeVisible();
    expect(calls.map(({ path, body }) => [path, body])).toEqual([['mail/unsubscribe', { token: 't.s' }]]);
  });
  it('says 链接已失效 for a link that is none, and for one that the server refuses', async () => {
    const { unmount } = renderApp(<MailForm token="" address={undefined} />);
    expect(screen.getByText('链接已失效')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    answerCalls(() => ({ code: 400, error: 'invalid_grant', message: '链接已失效' }));
    renderApp(<MailForm token="t.s" address="a***@example.com" />);
    await press('退订');
    expect(await screen.findByText('链接已失效')).toBeVisible();
  });
});
