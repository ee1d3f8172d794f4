import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HeaderTools } from '@/components/header/header-tools';
import { deviceName } from '@/components/header/device-name';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { answerCalls, renderApp } from '../support/render';
import { HEADER_TITLES } from '../support/titles';
import type { Call } from '../support/render';

const refresh = jest.fn();
jest.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({ refresh }) }));

const PROFILE = {
  username: 'sh_dispatch',
  nickName: '调度',
  email: 'a@example.com',
  phone: '13900000001',
  branchCode: 'B01',
  branchName: '上海分公司',
  customerType: 0,
  projectbranchType: 2,
  userType: 2,
  createDate: '',
  inspection: 30,
  contract: 60,
};
const session = (sessionId: string, current = false) => ({
  sessionId,
  current,
  ip: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
  createDate: '2026-11-01 08:00:00',
  lastUsedDate: '2026-11-20 09:30:00',
  expireDate: '',
});

type Answers = Partial<
  Record<string, (call: Call) => { code: number; message?: string; data?: unknown; error?: string }>
>;
function serve(answers: Answers = {}): Call[] {
  let sessions = [session('s1', true), session('s2'), session('s3')];
  return answerCalls((call) => {
    const special = answers[call.path];
    if (special) return special(call);
    if (call.path === 'userInfo/getUserProfile') return { code: 200, data: { user: PROFILE } };
    if (call.path === 'userInfo/sessions') return { code: 200, data: sessions };
    if (call.path === 'userInfo/sendPhoneCode')
      return { code: 200, data: { serialNo: 'x', phone: '139****0002', intervalSeconds: 60, expireSeconds: 300 } };
    if (call.path === 'userInfo/endSessions') {
      const before = sessions.length;
      sessions = sessions.filter(
        ({ sessionId, current }) => current || (call.body.sessionId !== undefined && call.body.sessionId !== sessionId),
      );
      return { code: 200, data: { ended: before - sessions.length } };
    }
    return { code: 200, data: null };
  });
}

async function open(entry: string) {
  const shown = renderApp(
    <>
      <HeaderTools
        titles={HEADER_TITLES}
        user={{ username: 'sh_dispatch', nickName: '调度', branchName: '上海分公司', userType: 2 }}
      />
      <ToastHost />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^账户菜单/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: entry }));
  return shown;
}
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const retype = async (name: RegExp, text: string) => {
  const input = await field(name);
  await userEvent.clear(input);
  if (text) await userEvent.type(input, text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }));

beforeEach(() => {
  sessionStorage.clear();
  refresh.mockClear();
});
afterEach(() => {
  toast.dismiss();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('[HEAD-001] the header has focus projects, theme, language, profile and password', async () => {
  serve();
  renderApp(
    <HeaderTools
      titles={HEADER_TITLES}
      user={{ username: 'sh_dispatch', nickName: '调度', branchName: '上海分公司', userType: 2 }}
    />,
  );
  for (const name of [/^关注项目/, /^主题/, /^语言/]) expect(screen.getByRole('button', { name })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^账户菜单/ }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['个人信息', '修改密码', '退出登录']);
});

describe('[HEAD-002] the profile dialog in mode 1', () => {
  it('[HEAD-003] [HEAD-004] shows the profile with both reminders and saves what was changed', async () => {
    const calls = serve();
    await open('个人信息');
    expect(await field(/^年检提前提醒时间/)).toHaveValue('30');
    expect(await field(/^合同提前提醒时间/)).toHaveValue('60');
    await retype(/^显示名称/, '调度_二班');
    await retype(/^年检提前提醒时间/, '45');
    await save();
    await waitFor(() => expect(refresh).toHaveBeenCalled());
    const sent = calls.find(({ path }) => path === 'userInfo/updateProfile')?.body;
    expect(sent).toEqual({
      user: {
        username: 'sh_dispatch',
        nickName: '调度_二班',
        email: 'a@example.com',
        phone: '13900000001',
        inspection: 45,
        contract: 60,
      },
    });
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
  });

  const refused = [
    [/^年检提前提醒时间/, '', '请输入年检提前提醒时间'],
    [/^合同提前提醒时间/, '', '请输入合同提前提醒时间'],
    [/^邮箱/, '', '邮箱格式不正确'],
    [/^邮箱/, 'a@b', '邮箱格式不正确'],
    [/^手机号/, '2390', '请输入正确手机号'],
    [/^显示名称/, '', '请输入显示名称'],
    [/^显示名称/, 'a b', '昵称只能包含中英文、数字和下划线'],
  ] as const;
  it.each(refused)(
    '[HEAD-005] [HEAD-006] [HEAD-007] %s = "%s": %s, and nothing is sent',
    async (name, text, message) => {
      const calls = serve();
      await open('个人信息');
      await retype(name, text);
      await save();
      expect(await screen.findByText(message)).toBeInTheDocument();
      expect(calls.some(({ path }) => path === 'userInfo/updateProfile')).toBe(false);
    },
  );

  it('[HEAD-008] [HEAD-010] asks for a code when the phone is another one, and for it alone then', async () => {
    const calls = serve();
    await open('个人信息');
    expect(await field(/^手机号/)).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: /^验证码/ })).not.toBeInTheDocument();
    await retype(/^手机号/, '13900000002');
    await save();
    expect(await screen.findByText('请输入验证码')).toBeInTheDocument();
    await userEvent.type(await field(/^验证码/), '123456');
    await save();
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'userInfo/updateProfile')?.body).toMatchObject({
        user: { phone: '13900000002' },
        code: '123456',
      }),
    );
  });

  it('takes the code as it is pasted from the message, blanks and all', async () => {
    serve();
    await open('个人信息');
    await retype(/^手机号/, '13900000002');
    await userEvent.click(await field(/^验证码/));
    await userEvent.paste(' 123 456');
    expect(await field(/^验证码/)).toHaveValue('123456');
  });

  it('the code field goes when the old number comes back', async () => {
    serve();
    await open('个人信息');
    await retype(/^手机号/, '13900000002');
    expect(await field(/^验证码/)).toBeInTheDocument();
    await retype(/^手机号/, '13900000001');
    expect(screen.queryByRole('textbox', { name: /^验证码/ })).not.toBeInTheDocument();
  });

  it('[HEAD-009] counts 60 seconds down before another code, also over a reload', async () => {
    const calls = serve();
    const { unmount } = await open('个人信息');
    await retype(/^手机号/, '13900000002');
    await userEvent.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByRole('button', { name: /^(60|59) 秒后重试$/ })).toBeDisabled();
    expect(calls.find(({ path }) => path === 'userInfo/sendPhoneCode')?.body).toEqual({ phone: '13900000002' });
    unmount();
    await open('个人信息');
    await retype(/^手机号/, '13900000002');
    const waiting = await screen.findByRole('button', { name: /^(60|5\d) 秒后重试$/ });
    expect(waiting).toBeDisabled();
    const end = Date.now() + 61_000;
    jest.spyOn(Date, 'now').mockImplementation(() => end);
    expect(await screen.findByRole('button', { name: '获取验证码' })).toBeEnabled();
  });

  it('says under the field why no code was sent, and asks nobody for a number that cannot be', async () => {
    const calls = serve({
      'userInfo/sendPhoneCode': () => ({ code: 429, error: 'rate_limited', message: '请60秒后再获取验证码' }),
    });
    await open('个人信息');
    await retype(/^手机号/, '139');
    await userEvent.click(await screen.findByRole('button', { name: '获取验证码' }));
    expect(await screen.findByText('请输入正确手机号')).toBeInTheDocument();
    expect(calls.some(({ path }) => path === 'userInfo/sendPhoneCode')).toBe(false);
    await retype(/^手机号/, '13900000002');
    await userEvent.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByText('请60秒后再获取验证码')).toBeInTheDocument();
  });

  it('puts a refusal of the server under its field and stays open', async () => {
    serve({
      'userInfo/updateProfile': () => ({
        code: 400,
        error: 'validation_failed',
        message: '验证码错误或已失效',
        data: { fieldErrors: { code: '验证码错误或已失效' } },
      }),
    });
    await open('个人信息');
    await retype(/^手机号/, '13900000002');
    await userEvent.type(await field(/^验证码/), '000000');
    await save();
    expect(await screen.findByText('验证码错误或已失效')).toBeInTheDocument();
  });

  it('asks before unsaved changes are lost', async () => {
    serve();
    await open('个人信息');
    await retype(/^邮箱/, 'b@example.com');
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    expect(await screen.findByText('放弃修改？')).toBeInTheDocument();
  });
});

describe('the sessions in the profile', () => {
  it('are listed with device, address and last use, and end one by one or together', async () => {
    const calls = serve();
    await open('个人信息');
    const part = await screen.findByRole('region', { name: '登录设备' });
    await waitFor(() => expect(within(part).getAllByRole('listitem')).toHaveLength(3));
    expect(within(part).getAllByRole('listitem')[0]).toHaveTextContent(
      'Chrome · Windows当前设备192.0.2.7 · 登录于 2026-11-01 08:00:00',
    );
    expect(within(part).getAllByRole('listitem')[1]).toHaveTextContent('最近使用 2026-11-20 09:30:00');
    await userEvent.click(
      within(part).getAllByRole('button', {
        name: 'Chrome · Windows'.replace(/^/, '退出 ').concat('（192.0.2.7）'),
      })[0] as HTMLElement,
    );
    await waitFor(() => expect(within(part).getAllByRole('listitem')).toHaveLength(2));
    expect(calls.find(({ path }) => path === 'userInfo/endSessions')?.body).toEqual({ sessionId: 's2' });
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('all others end with one press', async () => {
    serve();
    await open('个人信息');
    await userEvent.click(await screen.findByRole('button', { name: '退出其他全部 2 个登录' }));
    expect(await screen.findByText('已退出 2 个登录')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('192.0.2.7'))).toHaveLength(1),
    );
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 MicroMessenger/8.0', 'WeChat · iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605', 'Safari · macOS'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537 Edg/140', 'Edge · Windows'],
    ['Mozilla/5.0 (Linux; Android 15) Firefox/140.0', 'Firefox · Android'],
    ['curl/8', undefined],
  ])('%s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
});

describe('[HEAD-002] the profile dialog in mode 2', () => {
  const input = (label: RegExp) => screen.findByLabelText(label);

  it('[HEAD-011] sends the old password with the new one', async () => {
    const calls = serve();
    await open('修改密码');
    await userEvent.type(await input(/^原密码/), ' Old-1 ');
    await userEvent.type(await input(/^新密码/), 'New-Pass-9');
    await userEvent.type(await input(/^确认新密码/), 'New-Pass-9');
    await save();
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'user/updatePw')?.body).toEqual({
        user: { username: 'sh_dispatch', password: ' Old-1 ' },
        newPassword: 'New-Pass-9',
      }),
    );
    expect(await screen.findByText('密码已修改，其他登录已退出')).toBeInTheDocument();
  });

  it('[HEAD-011] says what is missing or does not fit, before anything is sent', async () => {
    const calls = serve();
    await open('修改密码');
    await userEvent.type(await input(/^新密码/), 'short');
    await userEvent.type(await input(/^确认新密码/), 'other');
    await save();
    expect(await screen.findByText('请输入原密码')).toBeInTheDocument();
    expect((await input(/^新密码/)).getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(await input(/^原密码/), 'Old-1');
    await userEvent.clear(await input(/^新密码/));
    await userEvent.type(await input(/^新密码/), 'New-Pass-9');
    await save();
    expect(await screen.findByText('两次输入的密码不一致')).toBeInTheDocument();
    expect(calls.some(({ path }) => path === 'user/updatePw')).toBe(false);
  });

  it('shows a wrong old password under its field', async () => {
    serve({
      'user/updatePw': () => ({
        code: 400,
        error: 'validation_failed',
        message: '原密码错误',
        data: { fieldErrors: { 'user.password': '原密码错误' } },
      }),
    });
    await open('修改密码');
    await userEvent.type(await input(/^原密码/), 'x');
    for (const label of [/^新密码/, /^确认新密码/]) await userEvent.type(await input(label), 'New-Pass-9');
    await save();
    expect(await screen.findByText('原密码错误')).toBeInTheDocument();
    await act(async () => undefined);
  });
});
