import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignInCard } from '@/components/login/sign-in-card';
import { answerCalls, renderApp, type Call } from '../support/render';

const TOKENS = { token_type: 'bearer', expires_in: 1800, username: 'chen.min', userType: 0, customerType: null };
const PROFILE = {
  code: 200,
  data: { user: { username: 'chen.min' }, userType: 0, customerType: null, authority: ['HOMEPAGE_READ'] },
};
const SENT = { serialNo: 'S-1', phone: '138****0001', intervalSeconds: 60, expireSeconds: 300 };
const PHONE = '13800000001';
type Answer = ReturnType<Parameters<typeof answerCalls>[0]>;

const usual = ({ path }: Call): Answer =>
  path === 'verifyCode/send' || path === 'verifyCode/resend'
    ? { code: 200, data: SENT }
    : path.startsWith('signToken')
      ? { code: 200, data: TOKENS }
      : PROFILE;

beforeEach(() => window.sessionStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** The card turned to its code side. */
async function turned(answer: (call: Call) => Answer = usual) {
  const onLeave = jest.fn();
  const calls = answerCalls(answer);
  const page = renderApp(<SignInCard onLeave={onLeave} />);
  await userEvent.click(screen.getByRole('tab', { name: '验证码登录' }));
  const phone = await screen.findByLabelText('手机号码');
  return {
    ...page,
    onLeave,
    calls,
    phone,
    code: screen.getByLabelText('验证码'),
    get: () => screen.getByRole('button', { name: /获取验证码|重新获取|秒后重试/ }),
    submit: () => screen.getByRole('button', { name: '登录' }),
  };
}

describe('the card', () => {
  it('[AUTH-001] [AUTH-009] turns over between password and code; what was typed is still there', async () => {
    answerCalls(usual);
    renderApp(<SignInCard />);
    expect(screen.getByRole('tab', { name: '密码登录' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.type(screen.getByLabelText('账号 / 手机号码'), 'chen.min');
    await userEvent.click(screen.getByRole('tab', { name: '验证码登录' }));
    expect(screen.getByRole('tabpanel')).toHaveAttribute('data-turn', 'out');
    expect(await screen.findByLabelText('手机号码')).toBeInTheDocument();
    expect(screen.getByRole('tabpanel')).toHaveAttribute('data-turn', 'in');
    expect(screen.queryByLabelText('密码')).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowLeft}');
    await userEvent.click(screen.getByRole('tab', { name: '密码登录' }));
    expect(await screen.findByLabelText('账号 / 手机号码')).toHaveValue('chen.min');
  });

  it('does not turn for who wants no motion: the other side is simply there', async () => {
    const real = window.matchMedia;
    window.matchMedia = ((query: string) => ({
      matches: query.includes('reduce'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    })) as unknown as typeof window.matchMedia;
    try {
      renderApp(<SignInCard />);
      await userEvent.click(screen.getByRole('tab', { name: '验证码登录' }));
      expect(screen.getByLabelText('手机号码')).toBeInTheDocument();
      expect(screen.getByRole('tabpanel')).not.toHaveAttribute('data-turn');
    } finally {
      window.matchMedia = real;
    }
  });
});

describe('sign-in by code', () => {
  it('[AUTH-009] [AUTH-011] sends type, phoneNo, code and the number of its request, and goes on', async () => {
    const { phone, code, submit, calls, onLeave, get } = await turned();
    await userEvent.type(phone, PHONE);
    await userEvent.click(get());
    await screen.findByText(/验证码将发送至 138\*{4}0001/);
    expect(code).toHaveFocus();
    await userEvent.type(code, '123456');
    await userEvent.click(submit());
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
    expect(calls.slice(0, 2).map(({ path, body }) => [path, body])).toEqual([
      ['verifyCode/send', { purpose: 'sign_token', phoneNo: PHONE }],
      ['signToken', { type: 'code', phoneNo: PHONE, code: '123456', serialNo: 'S-1' }],
    ]);
  });

  it.each([
    ['', '', '请填写手机号码和验证码'],
    [PHONE, '', '请填写手机号码和验证码'],
    ['', '123456', '请填写手机号码和验证码'],
    ['12345', '123456', '请输入正确手机号'],
    [PHONE, '12345', '请输入验证码'],
  ])('[AUTH-013] [AUTH-017] "%s" and "%s" are not enough: %s', async (typedPhone, typedCode, message) => {
    const { phone, code, submit, calls } = await turned();
    if (typedPhone) await userEvent.type(phone, typedPhone);
    if (typedCode) await userEvent.type(code, typedCode);
    await userEvent.click(submit());
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('no code is asked for a number that is none', async () => {
    const { phone, get, calls } = await turned();
    await userEvent.type(phone, '2380000000');
    await userEvent.click(get());
    expect(await screen.findByText('请输入正确手机号')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('a pasted code loses what are no digits', async () => {
    const { code } = await turned();
    await userEvent.click(code);
    await userEvent.paste('12 34-56 89');
    expect(code).toHaveValue('123456');
  });

  it('[AUTH-010] counts 60 s before the next code, and goes on counting after a reload', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const calls = answerCalls(usual);
    const page = renderApp(<SignInCard />);
    await user.click(screen.getByRole('tab', { name: '验证码登录' }));
    await act(() => jest.advanceTimersByTimeAsync(200));
    await user.type(screen.getByLabelText('手机号码'), PHONE);
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByRole('button', { name: /^(60|59) 秒后重试$/ })).toBeDisabled();
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(screen.getByRole('button', { name: /^4[4-6] 秒后重试$/ })).toBeDisabled();
    page.unmount();
    renderApp(<SignInCard />);
    await user.click(screen.getByRole('tab', { name: '验证码登录' }));
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('button', { name: /^(39|40|41) 秒后重试$/ })).toBeDisabled();
    await act(() => jest.advanceTimersByTimeAsync(41_000));
    expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled();
    expect(calls).toHaveLength(1);
  });

  it('a refusal for the interval is told and counted', async () => {
    const { phone, get } = await turned(() => ({ code: 429, message: '请60秒后再获取验证码', error: 'rate_limited' }));
    await userEvent.type(phone, PHONE);
    await userEvent.click(get());
    expect(await screen.findByText('请60秒后再获取验证码')).toBeInTheDocument();
    expect(get()).toBeDisabled();
  });

  it('[AUTH-018] [AUTH-019] a phone with several accounts: the code is repeated with the chosen name', async () => {
    const { phone, code, submit, calls, onLeave } = await turned(({ path, body }) =>
      path !== 'signToken'
        ? PROFILE
        : body.username === 'two'
          ? { code: 200, data: TOKENS }
          : {
              code: 511,
              error: 'verification',
              message: 'x',
              data: {
                selectRequired: true,
                selectableUsers: [
                  { username: 'one', nickName: '甲' },
                  { username: 'two', nickName: '乙' },
                ],
              },
            },
    );
    await userEvent.type(phone, PHONE);
    await userEvent.type(code, '123456');
    await userEvent.click(submit());
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /乙/ }));
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
    expect(calls[1]?.body).toEqual({ type: 'code', phoneNo: PHONE, code: '123456', username: 'two' });
  });
});

describe('the second step', () => {
  const CHALLENGE = {
    code: 511,
    error: 'verification',
    message: 'x',
    data: { needVerify: true, serialNo: 'S-9', phone: '138****0001', intervalSeconds: 60, expireSeconds: 300 },
  };
  async function challenged(verify: Answer = { code: 200, data: TOKENS }) {
    const onLeave = jest.fn();
    const calls = answerCalls(({ path }) =>
      path === 'signToken' ? CHALLENGE : path === 'signToken/verify' ? verify : usual({ path } as Call),
    );
    renderApp(<SignInCard onLeave={onLeave} />);
    await userEvent.type(screen.getByLabelText('账号 / 手机号码'), 'chen.min');
    await userEvent.type(screen.getByLabelText('密码'), 'x');
    await userEvent.click(screen.getByRole('button', { name: '登录' }));
    const dialog = await screen.findByRole('dialog', { name: '短信验证' });
    return {
      calls,
      onLeave,
      dialog,
      code: within(dialog).getByLabelText('验证码'),
      ok: within(dialog).getByRole('button', { name: '确定' }),
    };
  }

  it('[AUTH-014] [AUTH-016] asks for six digits and sends them with the serialNo', async () => {
    const { dialog, code, ok, calls, onLeave } = await challenged();
    expect(within(dialog).getByText(/138\*{4}0001/)).toBeInTheDocument();
    await userEvent.type(code, '654321');
    await userEvent.click(ok);
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
    expect(calls.find(({ path }) => path === 'signToken/verify')?.body).toEqual({
      serialNo: 'S-9',
      verifyCode: '654321',
    });
  });

  it('[AUTH-017] fewer than six are no code', async () => {
    const { dialog, code, ok, calls } = await challenged();
    await userEvent.type(code, '65432');
    await userEvent.click(ok);
    expect(await within(dialog).findByText('请输入验证码')).toBeInTheDocument();
    expect(calls.filter(({ path }) => path === 'signToken/verify')).toEqual([]);
  });

  it('a wrong code is told inside the dialog, which stays', async () => {
    const { dialog, code, ok } = await challenged({ code: 400, error: 'invalid_grant', message: '验证码错误或已失效' });
    await userEvent.type(code, '654321');
    await userEvent.click(ok);
    expect(await within(dialog).findByText('验证码错误或已失效')).toBeInTheDocument();
    expect(code).toHaveValue('');
  });

  it('[AUTH-015] counts 60 s and then sends again by serialNo', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const calls = answerCalls(({ path }) => (path === 'signToken' ? CHALLENGE : usual({ path } as Call)));
    renderApp(<SignInCard />);
    await user.type(screen.getByLabelText('账号 / 手机号码'), 'chen.min');
    await user.type(screen.getByLabelText('密码'), 'x');
    await user.click(screen.getByRole('button', { name: '登录' }));
    const dialog = await screen.findByRole('dialog', { name: '短信验证' });
    expect(await within(dialog).findByRole('button', { name: /^(60|59) 秒后重试$/ })).toBeDisabled();
    for (const half of [31_000, 31_000]) await act(() => jest.advanceTimersByTimeAsync(half));
    await user.click(within(dialog).getByRole('button', { name: '重新获取' }));
    expect(calls.find(({ path }) => path === 'verifyCode/resend')?.body).toEqual({ serialNo: 'S-9' });
    expect(await within(dialog).findByRole('button', { name: /^(60|59) 秒后重试$/ })).toBeDisabled();
  });
});
