import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NoticeSettingsDialog } from '@/components/notifications/settings-dialog';
import { StripSwitches } from '@/components/notifications/strip-switches';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { answerCalls, renderApp } from '../support/render';

const TYPES = ['error', 'event', 'announcement', 'callback', 'contract', 'entrapment', 'inspection', 'maintenance'];
const ok = (data: unknown = null) => ({ code: 200, data });

function answers(save: () => { code: number; message?: string; error?: string; data?: unknown }) {
  const enabled = new Map(TYPES.map((type) => [type, type !== 'contract']));
  let delay = 0;
  const strip = { faults: false, sound: true };
  return answerCalls(({ path, body }) => {
    const { list, delay: minutes } = body as { list?: { notificationType: string; enable: boolean }[]; delay?: number };
    switch (path) {
      case 'userNotificationMapping/listSwitch':
        return ok(TYPES.map((notificationType) => ({ notificationType, enable: enabled.get(notificationType) })));
      case 'userNotificationMapping/getDelay':
        return ok({ delay });
      case 'userNotificationMapping/getStrip':
        return ok({ ...strip });
      default: {
        const answer = save();
        if (answer.code === 200) {
          for (const { notificationType, enable } of list ?? []) enabled.set(notificationType, enable);
          delay = minutes ?? delay;
          if (path === 'userNotificationMapping/saveStrip') Object.assign(strip, body);
        }
        return answer;
      }
    }
  });
}
async function open(language: 'zh-CN' | 'en' = 'zh-CN') {
  renderApp(
    <>
      <ToastHost />
      <NoticeSettingsDialog username="anna" onClose={() => undefined} />
    </>,
    language,
  );
  return within(await screen.findByRole('dialog'));
}
afterEach(() => jest.restoreAllMocks());

it('[NOTI-016] there is a switch for each of the eight kinds, each saved by itself', async () => {
  const calls = answers(() => ok());
  const dialog = await open();
  const kinds = await dialog.findAllByRole('switch');
  // Two of the alarm strip and one of the browser besides.
  expect(kinds).toHaveLength(11);
  expect(dialog.getByRole('switch', { name: '合同' })).not.toBeChecked();
  await userEvent.click(dialog.getByRole('switch', { name: '故障' }));
  await waitFor(() => expect(dialog.getByRole('switch', { name: '故障' })).not.toBeChecked());
  expect(calls.filter(({ path }) => path.includes('save')).map(({ path, body }) => [path, body])).toEqual([
    ['userNotificationMapping/saveBatch', { list: [{ notificationType: 'error', enable: false }] }],
  ]);
});

it('[NOTI-018] a save that fails turns the switch and the delay back, and the words of the server are shown', async () => {
  answers(() => ({ code: 500, error: 'server_error', message: '消息设置暂时无法保存' }));
  const dialog = await open();
  const fault = await dialog.findByRole('switch', { name: '故障' });
  await userEvent.click(fault);
  await waitFor(() => expect(screen.getByText('消息设置暂时无法保存')).toBeInTheDocument());
  expect(fault).toBeChecked();
  await userEvent.click(dialog.getByRole('combobox', { name: '故障和事件推送延时' }));
  await userEvent.click(screen.getByRole('option', { name: '5 分钟' }));
  await waitFor(() => expect(dialog.getByRole('combobox')).toHaveTextContent('实时'));
});

it('[NOTI-017] the delay is at once, 2, 5 or 10 minutes, saved apart from the switches', async () => {
  const calls = answers(() => ok());
  const dialog = await open();
  await userEvent.click(await dialog.findByRole('combobox', { name: '故障和事件推送延时' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '实时',
    '2 分钟',
    '5 分钟',
    '10 分钟',
  ]);
  await userEvent.click(screen.getByRole('option', { name: '10 分钟' }));
  await waitFor(() => expect(dialog.getByRole('combobox')).toHaveTextContent('10 分钟'));
  expect(calls.filter(({ path }) => path.includes('save')).map(({ path, body }) => [path, body])).toEqual([
    ['userNotificationMapping/saveDelay', { delay: 10 }],
  ]);
});

it('faults stand in the alarm strip, and it is heard, as the account wants it', async () => {
  const calls = answers(() => ok());
  const dialog = await open();
  const faults = await dialog.findByRole('switch', { name: '在页面顶部显示故障' });
  await waitFor(() => expect(dialog.getByRole('switch', { name: '告警声音' })).toBeChecked());
  expect(faults).not.toBeChecked();
  await userEvent.click(faults);
  await waitFor(() => expect(faults).toBeChecked());
  expect(calls.filter(({ path }) => path.includes('save')).map(({ path, body }) => [path, body])).toEqual([
    ['userNotificationMapping/saveStrip', { faults: true }],
  ]);
});

it('the switches of the alarm strip wait until it is known how they stand', async () => {
  let tell = (_: { code: number; data: unknown }) => {};
  answerCalls(() => new Promise((resolve) => (tell = resolve)));
  renderApp(<StripSwitches username="anna" />);
  const switches = screen.getAllByRole('switch');
  for (const one of switches) expect(one).toBeDisabled();
  await act(async () => tell(ok({ faults: true, sound: true })));
  for (const one of switches) await waitFor(() => expect(one).toBeEnabled());
});

it('notifications of the browser are off until they are turned on and the browser agrees', async () => {
  const asked = jest.fn(async () => 'granted' as NotificationPermission);
  const shown: string[] = [];
  class FakeNotification {
    static permission: NotificationPermission = 'default';
    static requestPermission = async () => {
      FakeNotification.permission = await asked();
      return FakeNotification.permission;
    };
    onclick: (() => void) | null = null;
    constructor(title: string) {
      shown.push(title);
    }
    close() {}
  }
  Object.defineProperty(globalThis, 'Notification', { configurable: true, value: FakeNotification });
  try {
    localStorage.clear();
    answers(() => ok());
    const dialog = await open();
    const browser = await dialog.findByRole('switch', { name: '浏览器通知' });
    expect(browser).not.toBeChecked();
    const { browserNotices } = await import('@/lib/features/notifications/browser-notices');
    const hide = (state: DocumentVisibilityState) =>
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    hide('hidden');
    browserNotices.show('anna', { title: 'before', text: '', tag: '1' });
    await userEvent.click(browser);
    await waitFor(() => expect(browser).toBeChecked());
    expect(asked).toHaveBeenCalledTimes(1);
    await act(async () => browserNotices.show('anna', { title: 'trapped', text: '', tag: '2' }));
    browserNotices.show('ben', { title: 'not his choice', text: '', tag: '3' });
    hide('visible');
    browserNotices.show('anna', { title: 'she is looking', text: '', tag: '4' });
    expect(shown).toEqual(['trapped']);
  } finally {
    Reflect.deleteProperty(globalThis, 'Notification');
  }
});
