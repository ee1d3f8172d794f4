import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignInCard } from '@/components/login/sign-in-card';
import { outcomeOf } from '@/components/login/sign-in-outcome';
import { AUTHORITIES, FOUR_MAINTENANCE_AUTHORITIES } from '@/lib/platform/contract/authorities';
import { routeOf } from '@/lib/routes';
import { answerCalls, renderApp, type Call } from '../support/render';

const TOKENS = { token_type: 'bearer', expires_in: 1800, username: 'chen.min', userType: 0, customerType: null };
const profile = (authority: readonly string[]) => ({
  code: 200,
  data: { user: { username: 'chen.min' }, userType: 0, customerType: null, authority },
});
const projects = (...ids: string[]) => ({
  code: 200,
  data: {
    total: ids.length,
    records: ids.map((projectId) => ({
      projectId,
      projectName: projectId,
      count: 1,
      branchCode: 'B01',
      branchName: '上海',
      address: null,
      tplnr: null,
      ka: false,
    })),
  },
});

function show(wantedPath?: string) {
  const onLeave = jest.fn();
  renderApp(<SignInCard wantedPath={wantedPath} onLeave={onLeave} />);
  return {
    onLeave,
    account: screen.getByLabelText('账号 / 手机号码'),
    password: screen.getByLabelText('密码'),
    submit: screen.getByRole('button', { name: '登录' }),
  };
}

async function signIn(answer: Parameters<typeof answerCalls>[0], wantedPath?: string) {
  const calls = answerCalls(answer);
  const page = show(wantedPath);
  await userEvent.type(page.account, ' chen.min ');
  await userEvent.type(page.password, ' Geheim-1 ');
  await userEvent.click(page.submit);
  return { ...page, calls };
}

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  jest.useRealTimers();
});

describe('[AUTH-008] sign-in with account and password', () => {
  it.each([
    ['', ''],
    ['chen.min', ''],
    ['', 'secret'],
    ['   ', 'secret'],
  ])('[AUTH-012] "%s" and "%s" are not enough: it says so, exactly, and calls nobody', async (account, password) => {
    const calls = answerCalls(() => ({ code: 500 }));
    const page = show();
    if (account) await userEvent.type(page.account, account);
    if (password) await userEvent.type(page.password, password);
    await userEvent.click(page.submit);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^请填写账号\/手机号码和密码$/);
    expect(account.trim() === '' ? page.account : page.password).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('[AUTH-011] sends type, username and password in browser mode; the password untouched', async () => {
    const { calls } = await signIn(({ path }) =>
      path === 'signToken' ? { code: 200, data: TOKENS } : profile(['HOMEPAGE_READ']),
    );
    await waitFor(() => expect(calls.length).toBeGreaterThan(0));
    expect(calls[0]).toMatchObject({
      path: 'signToken',
      body: { type: 'password', username: 'chen.min', password: ' Geheim-1 ' },
    });
    expect(calls[0]?.headers.get('x-session')).toBe('cookie');
  });

  it.each([
    ['/', undefined],
    ['/roleList', '/roleList'],
  ])(
    '[AUTH-022] loads the profile with its authorities and the project list, [AUTH-024] then goes to %s',
    async (target, wanted) => {
      const { calls, onLeave } = await signIn(
        ({ path }) =>
          path === 'signToken'
            ? { code: 200, data: TOKENS }
            : path === 'project/getListByUsername'
              ? projects()
              : profile(AUTHORITIES),
        wanted,
      );
      await waitFor(() => expect(onLeave).toHaveBeenCalledWith(target));
      expect(calls.map(({ path }) => path).sort()).toEqual([
        'project/getListByUsername',
        'signToken',
        'userInfo/getUserProfile',
      ]);
      expect(onLeave).toHaveBeenCalledTimes(1);
    },
  );

  it('the first page is no longer narrowed to projects that were taken away; the page itself says so', async () => {
    const kept = (projectId: string) => ({
      projectId,
      projectName: projectId,
      count: 1,
      branchName: '上海',
      address: null,
      checked: true,
    });
    localStorage.setItem(
      'focusProjects',
      JSON.stringify([{ username: 'chen.min', collected: [kept('P-1'), kept('P-2')], focus: ['P-1', 'P-2'] }]),
    );
    const { calls, onLeave } = await signIn(({ path }) =>
      path === 'signToken'
        ? { code: 200, data: TOKENS }
        : path === 'project/getListByUsername'
          ? projects('P-2')
          : profile(AUTHORITIES),
    );
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
    expect(calls.find(({ path }) => path === 'project/getListByUsername')?.body).toMatchObject({
      projectIds: ['P-1', 'P-2'],
    });
    expect(decodeURIComponent(document.cookie)).toContain('["chen.min","P-2"]');
    const [entry] = JSON.parse(localStorage.getItem('focusProjects') ?? '[]') as {
      collected: { projectId: string }[];
    }[];
    // Still collected: the check of the next page takes it out, with its notice.
    expect(entry?.collected.map(({ projectId }) => projectId)).toEqual(['P-1', 'P-2']);
  });

  it('goes to the reports with the four maintenance authorities alone', async () => {
    const { onLeave } = await signIn(({ path }) =>
      path === 'signToken' ? { code: 200, data: TOKENS } : profile(FOUR_MAINTENANCE_AUTHORITIES),
    );
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith(routeOf('maintenanceReport').path));
  });

  it('goes home when the profile cannot be loaded', async () => {
    const { onLeave } = await signIn(({ path }) =>
      path === 'signToken' ? { code: 200, data: TOKENS } : { code: 500, message: 'x' },
    );
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
  });

  it('returns to the wanted page, but never to another site', async () => {
    const answer = ({ path }: Call) => (path === 'signToken' ? { code: 200, data: TOKENS } : profile(AUTHORITIES));
    const first = await signIn(answer, '/monitor/elevator?equipmentNo=10512345');
    await waitFor(() => expect(first.onLeave).toHaveBeenCalledWith('/monitor/elevator?equipmentNo=10512345'));
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login?to=/'])(
    'does not follow %s',
    async (wanted) => {
      const { onLeave } = await signIn(
        ({ path }) => (path === 'signToken' ? { code: 200, data: TOKENS } : profile(AUTHORITIES)),
        wanted,
      );
      await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
    },
  );

  it("shows the server's refusal and lets one try again", async () => {
    const { submit, password } = await signIn(() => ({ code: 400, message: '账号或密码错误', error: 'invalid_grant' }));
    expect(await screen.findByText('账号或密码错误')).toBeInTheDocument();
    await waitFor(() => expect(submit).toBeEnabled());
    expect(password).toHaveValue(' Geheim-1 ');
  });

  it('says so when there is no connection', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    const page = show();
    await userEvent.type(page.account, 'a');
    await userEvent.type(page.password, 'b');
    await userEvent.click(page.submit);
    expect(await screen.findByText('网络连接失败，请检查网络后重试')).toBeInTheDocument();
  });

  it('is locked while the answer is awaited', async () => {
    let finish = (_: { code: number; message: string }) => {};
    const { account } = await signIn(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await waitFor(() => expect(account).toBeDisabled());
    expect(screen.getByRole('button', { name: /正在登录/ })).toBeDisabled();
    act(() => finish({ code: 400, message: '账号或密码错误' }));
    await waitFor(() => expect(account).toBeEnabled());
  });
});

describe('one more step', () => {
  const users = [
    { username: 'binjiang', nickName: '滨江物业' },
    { username: 'binjiang2', nickName: '滨江物业二部' },
  ];

  it('[AUTH-018] [AUTH-034] lists the accounts of a phone and [AUTH-019] repeats the sign-in with the chosen one', async () => {
    const { calls, onLeave } = await signIn(({ path, body }) =>
      path !== 'signToken'
        ? profile(['HOMEPAGE_READ'])
        : body.username === 'binjiang2'
          ? { code: 200, data: TOKENS }
          : {
              code: 511,
              message: '请选择登录账号',
              error: 'verification',
              data: { selectRequired: true, selectableUsers: users },
            },
    );
    const dialog = await screen.findByRole('dialog', { name: '选择登录账号' });
    expect(within(dialog).getByText('滨江物业')).toBeInTheDocument();
    expect(within(dialog).getByText('binjiang')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: /滨江物业二部/ }));
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/'));
    expect(calls[1]?.body).toEqual({ type: 'password', username: 'binjiang2', password: ' Geheim-1 ' });
  });

  it('takes no other account while the chosen one is signed in', async () => {
    let finish = (_: { code: number; message: string }) => {};
    await signIn(({ body }) =>
      body.username === 'chen.min'
        ? { code: 511, data: { selectRequired: true, selectableUsers: users }, message: 'x', error: 'verification' }
        : new Promise((resolve) => {
            finish = resolve;
          }),
    );
    const dialog = await screen.findByRole('dialog');
    const choices = () => within(dialog).getAllByRole('button');
    await waitFor(() => choices().forEach((choice) => expect(choice).toBeEnabled()));
    await userEvent.click(within(dialog).getByRole('button', { name: /滨江物业二部/ }));
    choices().forEach((choice) => expect(choice).toBeDisabled());
    await act(async () => finish({ code: 403, message: '账号已停用，请联系管理员' }));
    await waitFor(() => choices().forEach((choice) => expect(choice).toBeEnabled()));
  });

  it('shows a refusal of the chosen account inside the chooser', async () => {
    await signIn(({ body }) =>
      body.username === 'chen.min'
        ? { code: 511, data: { selectRequired: true, selectableUsers: users }, message: 'x', error: 'verification' }
        : { code: 403, message: '账号已停用，请联系管理员', error: 'account_disabled' },
    );
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: /滨江物业 ?binjiang$/ }));
    expect(await within(dialog).findByText('账号已停用，请联系管理员')).toBeInTheDocument();
  });

  it.each([
    ['138****0004', 'sms'],
    [null, 'password'],
  ])(
    '[AUTH-020] shows the message of a forced reset, and after 3 s goes to the forced reset page (phone %s: from=%s)',
    async (phone, from) => {
      const { onLeave } = await signIn(() => ({
        code: 511,
        message: '首次登录请重置密码',
        error: 'verification',
        data: { needResetPassword: true, username: 'chen.min', phone },
      }));
      expect(await screen.findByText('首次登录请重置密码')).toBeInTheDocument();
      const shownAt = Date.now();
      expect(onLeave).not.toHaveBeenCalled();
      await waitFor(() => expect(onLeave).toHaveBeenCalledWith(`/resetPsw4Login?from=${from}&username=chen.min`));
      expect(Date.now() - shownAt).toBeGreaterThan(2500);
    },
  );

  it('reads the flags alike under 200 and 511 (api.md §2.1)', () => {
    expect(outcomeOf({ selectRequired: true, selectableUsers: [{ username: 'a', nickName: null }] })).toEqual({
      kind: 'select',
      users: [{ username: 'a', nickName: 'a' }],
    });
    expect(outcomeOf({ needVerify: true, serialNo: 'x', phone: '138****0000', intervalSeconds: 40 })).toEqual({
      kind: 'verify',
      serialNo: 'x',
      phone: '138****0000',
      intervalSeconds: 40,
    });
    expect(outcomeOf({ ...TOKENS })).toEqual({ kind: 'signedIn' });
    expect(outcomeOf(null)).toEqual({ kind: 'signedIn' });
  });
});
