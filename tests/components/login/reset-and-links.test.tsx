import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LinkSignIn } from '@/components/login/link-sign-in';
import { ResetForm } from '@/components/login/reset-form';
import { rememberResetPhone } from '@/components/login/reset-phone';
import { answerCalls, renderApp, type Call } from '../support/render';

const SENT = { serialNo: 'S-1', phone: '138****0001', intervalSeconds: 60, expireSeconds: 300 };
const PHONE = '13800000001';
const NEW = 'Quite-New-22';
const TOKENS = { token_type: 'bearer', expires_in: 1800, username: 'chen.min', userType: 0, customerType: null };
type Answer = ReturnType<Parameters<typeof answerCalls>[0]>;

beforeEach(() => window.sessionStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

function show(
  props: Parameters<typeof ResetForm>[0] = {},
  answer: (call: Call) => Answer = ({ path }) =>
    path === 'verifyCode/send' ? { code: 200, data: SENT } : { code: 200, data: null },
) {
  const onLeave = jest.fn();
  const calls = answerCalls(answer);
  renderApp(<ResetForm {...props} onLeave={onLeave} />);
  const type = async (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
  return {
    onLeave,
    calls,
    type,
    submit: () => userEvent.click(screen.getByRole('button', { name: '重置密码' })),
    get: () => userEvent.click(screen.getByRole('button', { name: '获取验证码' })),
  };
}

describe('a forgotten password', () => {
  it('[AUTH-004] phone, code and the new password twice; then 3 s later the sign-in page', async () => {
    const { onLeave, calls, type, submit, get } = show();
    await type('手机号码', PHONE);
    await get();
    await type('验证码', '123456');
    await type('新密码', NEW);
    await type('确认新密码', NEW);
    await submit();
    expect(await screen.findByText('密码重置成功，3秒后返回登录')).toBeInTheDocument();
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['verifyCode/send', { purpose: 'reset_password', phoneNo: PHONE }],
      ['user/changePasswordByCode', { phoneNo: PHONE, serialNo: 'S-1', code: '123456', newPassword: NEW }],
    ]);
    expect(onLeave).not.toHaveBeenCalled();
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/login'));
  });

  it('[AUTH-017] every fault stands under its field, and nothing is sent', async () => {
    const { calls, type, submit } = show();
    await type('手机号码', '123');
    await type('验证码', '12345');
    await type('新密码', 'short');
    await type('确认新密码', 'other');
    await submit();
    for (const message of [
      '请输入正确手机号',
      '请输入验证码',
      '密码须为8-20位，且至少包含大写字母、小写字母、数字、符号中的三种',
      '两次输入的密码不一致',
    ])
      expect(await screen.findByText(message)).toBeInTheDocument();
    expect(calls).toEqual([]);
    expect(screen.getByLabelText('手机号码')).toHaveFocus();
  });

  it('common passwords are refused, and a code must have been asked for', async () => {
    const { calls, type, submit } = show();
    await type('手机号码', PHONE);
    await type('验证码', '123456');
    await type('新密码', 'Password123');
    await type('确认新密码', 'Password123');
    await submit();
    expect(await screen.findByText('密码过于常见，请更换')).toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('新密码'));
    await userEvent.clear(screen.getByLabelText('确认新密码'));
    await type('新密码', NEW);
    await type('确认新密码', NEW);
    await submit();
    expect(await screen.findByText('请先获取验证码')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('a phone with several accounts: one is chosen', async () => {
    const { calls, type, submit, get } = show({}, ({ path, body }) =>
      path === 'verifyCode/send'
        ? { code: 200, data: SENT }
        : body.username === 'two'
          ? { code: 200, data: null }
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
    await type('手机号码', PHONE);
    await get();
    await type('验证码', '123456');
    await type('新密码', NEW);
    await type('确认新密码', NEW);
    await submit();
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /乙/ }));
    expect(await screen.findByText('密码重置成功，3秒后返回登录')).toBeInTheDocument();
    expect(calls.at(-1)?.body).toMatchObject({ phoneNo: PHONE, username: 'two' });
  });

  it("the server's refusals stand under their field or in the message", async () => {
    let answer: Answer = {
      code: 400,
      error: 'validation_failed',
      message: '新密码不能与原密码相同',
      data: { fieldErrors: { newPassword: '新密码不能与原密码相同' } },
    };
    const { type, submit, get } = show({}, ({ path }) =>
      path === 'verifyCode/send' ? { code: 200, data: SENT } : answer,
    );
    await type('手机号码', PHONE);
    await get();
    await type('验证码', '123456');
    await type('新密码', NEW);
    await type('确认新密码', NEW);
    await submit();
    expect(await screen.findByText('新密码不能与原密码相同')).toBeInTheDocument();
    answer = { code: 400, error: 'invalid_grant', message: '验证码错误或已失效' };
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('验证码错误或已失效');
  });
});

describe('a forced reset', () => {
  it('[AUTH-004] the account is fixed, the code goes to its phone as the sign-in named it', async () => {
    rememberResetPhone('chen.min', '138****0004');
    const { calls, type, submit, get } = show({ username: 'chen.min' }, ({ path }) =>
      path === 'verifyCode/send' ? { code: 200, data: { ...SENT, phone: null } } : { code: 200, data: null },
    );
    expect(screen.getByText('验证码将发送至该账号绑定的手机 138****0004。')).toBeInTheDocument();
    expect(screen.queryByLabelText('手机号码')).not.toBeInTheDocument();
    await get();
    await type('验证码', '123456');
    await type('新密码', NEW);
    await type('确认新密码', NEW);
    await submit();
    await screen.findByText('密码重置成功，3秒后返回登录');
    expect(calls.map(({ body }) => body)).toEqual([
      { purpose: 'reset_password', username: 'chen.min' },
      { username: 'chen.min', serialNo: 'S-1', code: '123456', newPassword: NEW },
    ]);
  });

  it('without a phone the old password proves the account', async () => {
    const { calls, type, submit } = show({ username: 'admin', proof: 'password' });
    await type('原密码', ' one-time ');
    await type('新密码', NEW);
    await type('确认新密码', NEW);
    await submit();
    await screen.findByText('密码重置成功，3秒后返回登录');
    expect(calls[0]?.body).toEqual({ username: 'admin', password: ' one-time ', newPassword: NEW });
  });
});

describe('a link that signs in', () => {
  const go = (address: string, kind: 'link' | 'third', answer: (call: Call) => Answer) => {
    window.history.replaceState(null, '', address);
    const onLeave = jest.fn();
    const calls = answerCalls(answer);
    renderApp(<LinkSignIn kind={kind} onLeave={onLeave} />);
    return { onLeave, calls };
  };
  const profile = { code: 200, data: { user: {}, userType: 0, customerType: null, authority: ['HOMEPAGE_READ'] } };

  it('[AUTH-002] says that it is jumping, sends the token once and takes it out of the address', async () => {
    const { onLeave, calls } = go('/login?fwtoken=T-1', 'link', ({ path }) =>
      path === 'signToken/fwtoken' ? { code: 200, data: TOKENS } : profile,
    );
    expect(screen.getByText('正在跳转…')).toBeInTheDocument();
    expect(window.location.search).toBe('');
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
    expect(calls.filter(({ path }) => path === 'signToken/fwtoken').map(({ body }) => body)).toEqual([
      { fwtoken: 'T-1' },
    ]);
  });

  it('[AUTH-003] shows why it failed, then goes to /login', async () => {
    const { onLeave } = go('/login?fwtoken=T-1', 'link', () => ({
      code: 400,
      error: 'invalid_grant',
      message: '链接已失效',
    }));
    expect(await screen.findByText('链接已失效')).toBeInTheDocument();
    expect(onLeave).not.toHaveBeenCalled();
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/login'));
  });

  it('[AUTH-020] of an account to be reset leads to the forced reset', async () => {
    const { onLeave } = go('/login?fwtoken=T-1', 'link', () => ({
      code: 511,
      error: 'verification',
      message: '密码已过期，请重置密码',
      data: { needResetPassword: true, username: 'a', phone: '138****0001' },
    }));
    expect(await screen.findByText('密码已过期，请重置密码')).toBeInTheDocument();
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/resetPsw4Login?from=sms&username=a'));
  });

  it.each([
    ['/3rd/monitor/elevator?token=T-2&equipmentNo=E-1', '/monitor/elevator', '/monitor/elevator?equipmentNo=E-1'],
    ['/3rd/campusview?a=1&token=T-2', '/campus', '/campus?a=1'],
    ['/3rd?token=T-2', '/', '/'],
  ])(
    '[AUTH-005] [AUTH-006] %s continues at what the server says, %s, with the other parameters',
    async (address, path, target) => {
      const { onLeave, calls } = go(address, 'third', (call) =>
        call.path === 'signToken/thirdParty' ? { code: 200, data: { ...TOKENS, path } } : profile,
      );
      await waitFor(() => expect(onLeave).toHaveBeenCalledWith(target));
      expect(onLeave).toHaveBeenCalledTimes(1);
      expect(calls[0]?.body).toEqual({ token: 'T-2', path: new URL(address, 'http://x').pathname.slice(4) });
      expect(window.location.href).not.toContain('T-2');
    },
  );

  it('follows no answer to another site', async () => {
    const { onLeave } = go('/3rd/x?token=T-2', 'third', (call) =>
      call.path === 'signToken/thirdParty' ? { code: 200, data: { ...TOKENS, path: '//evil.example' } } : profile,
    );
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
  });
});
