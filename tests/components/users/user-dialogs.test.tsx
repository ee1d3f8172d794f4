import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { UserDialog } from '@/components/users/user-dialog';
import { EMPTY, faultsOf, generatedUsername, type UserFormValues } from '@/components/users/user-form';
import { customerTypeOf, usernamePrefix } from '@/lib/features/users/value-sets';
import { answerCalls, renderApp, type Call } from '../support/render';

/** The admin and the branch dialog: what they ask for, in which words, and what they send. */

const page = (records: unknown[]) => ({ total: records.length, pages: 1, size: 1000, current: 1, records });
const roles = ['LITE角色', '保养电子发票', '保养报告下载', '健康报告角色'].map((role) => ({
  role,
  description: role,
  scope: 'sms',
  createDate: '',
  branchAssignable: true,
}));
const branches = [
  {
    branchCode: 'B01',
    branchId: 'B01',
    branchName: '上海分公司',
    branchFullName: '上海分公司',
    id: 'B01',
    code: 'B01',
    name: '上海分公司',
  },
];
const project = {
  projectId: 'P-1',
  projectName: '静安 (中心)',
  tplnr: 'T-1',
  equipmentTotal: 2,
  installedTotal: 2,
  headerconttracts: '',
  parentId: null,
  children: [],
};

type Answer = { code: number; data?: unknown; message?: string; error?: string };
function show({
  isBranch = true,
  username,
  answers = {},
}: { isBranch?: boolean; username?: string; answers?: Record<string, (call: Call) => Answer> } = {}) {
  const calls = answerCalls(
    (call) =>
      answers[call.path]?.(call) ?? {
        code: 200,
        data: {
          'role/search': page(roles),
          'branch/getListByUserType': page(branches),
          'sapProject/query': page([project]),
          'user/checkRepeat': { exist: false, users: [] },
          'user/checkExistingCustomer': [],
          'user/getInvoiceCustomers': [],
        }[call.path] ?? { username: 'x', approvalId: null },
      },
  );
  const onClose = jest.fn();
  renderApp(
    <>
      <UserDialog
        username={username}
        tasks={{ isBranch, mayMakeHeadOffice: true }}
        onSaved={() => undefined}
        onClose={onClose}
      />
      <ToastHost />
    </>,
  );
  return { calls, onClose };
}
const choose = async (label: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
};
const field = (label: RegExp) => screen.getByLabelText(label);
const fill = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
async function firstStep(type = 'Lite') {
  await choose('用户类型', type);
  await choose('所属分公司', '上海分公司');
  fill(/^手机号/, '13812345678');
  fill(/^密码/, 'Lift-Portal-9');
  fill(/^确认密码/, 'Lift-Portal-9');
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
  toast.dismiss();
});

describe('the rules of the form', () => {
  const good: UserFormValues = {
    ...EMPTY,
    user: {
      ...EMPTY.user,
      username: 'abcd',
      nickName: '花园',
      password: 'Lift-Portal-9',
      phone: '13812345678',
      customerType: 2,
      projectbranchType: 1,
    },
    confirm: 'Lift-Portal-9',
    belongBranch: 'B01',
    branchUserType: 1,
    roleNameList: ['LITE角色'],
    selectProjectList: [{ projectId: 'P-1', projectName: 'x', tplnr: '' }],
  };
  it.each([
    ['[USER-044]', { roleNameList: [] }, 'roleNameList', 'message6'],
    ['[USER-046]', { selectProjectList: [] }, 'selectProjectList', 'message7'],
    ['[USER-047]', { user: { ...good.user, projectbranchType: 2 } }, 'userMappingList', 'message8'],
    ['[USER-040]', { confirm: 'x' }, 'confirm', 'message4'],
    ['[USER-039]', { user: { ...good.user, password: 'abcdefgh' } }, 'user.password', 'message2'],
  ] as [string, Partial<UserFormValues>, string, string][])(
    '%s are in the words of their keys',
    (_, change, path, key) => {
      expect(faultsOf(good, { variant: 'admin', isNew: true })).toEqual({});
      expect(faultsOf({ ...good, ...change }, { variant: 'admin', isNew: true })[path]).toBe(key);
    },
  );
  it("[USER-048] say of a branch's user that a project must be chosen", () => {
    expect(faultsOf({ ...good, selectProjectList: [] }, { variant: 'branch', isNew: true })).toEqual({
      selectProjectList: 'dialog.mustChooseProject',
    });
  });
  it('go from top to bottom, so that the first of them gets the focus, and say nothing of a name that the user type will make', () => {
    expect(Object.keys(faultsOf(EMPTY, { variant: 'branch', isNew: true, isPartial: true }))).toEqual([
      'branchUserType',
      'belongBranch',
      'user.phone',
      'user.password',
      'roleNameList',
    ]);
    expect(Object.keys(faultsOf(EMPTY, { variant: 'admin', isNew: true }))[0]).toBe('user.projectbranchType');
  });
  it('[USER-027] [USER-028] [USER-031] give names of a prefix and five digits, and a customer type', () => {
    expect([1, 2, 3, 4].map((type) => usernamePrefix(type as 1 | 2 | 3 | 4))).toEqual(['cn', 'cn', 'cn', 'nb']);
    expect([1, 2, 3, 4].map(customerTypeOf)).toEqual([2, 2, 2, 1]);
    expect(generatedUsername('cn', () => 0.00042)).toBe('cn00042');
    expect(generatedUsername('nb', () => 0.99999)).toBe('nb99999');
  });
});

describe('the branch dialog', () => {
  it('[USER-027] [USER-028] [USER-029] [USER-030] [USER-026] makes a name of the type and chooses the roles anew with it', async () => {
    show();
    await userEvent.click(screen.getByRole('combobox', { name: /^用户类型/ }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Lite',
      'Essence',
      'Elite',
      '内部',
    ]);
    await userEvent.click(screen.getByRole('option', { name: 'Essence' }));
    expect((field(/^用户名/) as HTMLInputElement).value).toMatch(/^cn\d{5}$/);
    await choose('角色', 'LITE角色');
    await choose('用户类型', '内部');
    expect((field(/^用户名/) as HTMLInputElement).value).toMatch(/^nb\d{5}$/);
    const chips = () =>
      ['LITE角色', '保养报告下载', '健康报告角色'].filter((name) => screen.queryByRole('button', { name }) !== null);
    expect(chips()).toEqual(['保养报告下载', '健康报告角色']);
    await choose('用户类型', 'Lite');
    expect(chips()).toEqual([]);
  });

  it('[USER-035] [USER-042] [USER-043] says what is missing and who has the phone already', async () => {
    const { calls } = show({
      answers: {
        'user/checkRepeat': ({ body }) => ({
          code: 200,
          data: body.phone
            ? {
                exist: true,
                users: [
                  { username: 'cn1', nickName: 'a' },
                  { username: 'cn2', nickName: 'b' },
                ],
              }
            : { exist: false, users: [] },
        }),
      },
    });
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    for (const text of ['请选择用户类型', '请选择所属分公司', '请输入正确手机号', '请输入密码', '请至少选择一个角色'])
      expect(await screen.findByText(text)).toBeInTheDocument();
    expect(calls.some(({ path }) => path === 'user/branchUser')).toBe(false);
    // The first of them from the top, whatever the order in which the fields came to be.
    await waitFor(() => expect(screen.getByRole('combobox', { name: /^用户类型/ })).toHaveFocus());
    await choose('用户类型', 'Lite');
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: /^所属分公司/ })).toHaveFocus());
    await firstStep('内部');
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    expect(await screen.findByText('手机号已被以下账号使用：cn1、cn2')).toBeInTheDocument();
  });

  it('[USER-024] [USER-048] ends at the project picker, whose first project names the account as far as it can', async () => {
    const { calls, onClose } = show();
    await firstStep('内部');
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    const name = await screen.findByLabelText('SAP项目名称');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('必须选择一个项目')).toBeInTheDocument();
    await userEvent.type(name, '静安{Enter}');
    await userEvent.click(await screen.findByRole('checkbox', { name: /静安/ }));
    expect(screen.getByLabelText(/^显示名称/)).toHaveValue('静安中心');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls.find(({ path }) => path === 'user/branchUser')?.body).toMatchObject({
      modelType: 0,
      branchUserType: 4,
      belongBranch: 'B01',
      selectProjectList: ['P-1'],
      userMappingList: [{ mappingId: 'P-1', type: 1, customerType: 1 }],
      user: {
        nickName: '静安中心',
        phone: '13812345678',
        password: 'Lift-Portal-9',
        customerType: 1,
        projectbranchType: 1,
      },
      roleNameList: [{ roleName: '保养报告下载' }, { roleName: '健康报告角色' }],
    });
  });

  it('warns which accounts the customer has already', async () => {
    const { calls } = show({
      answers: {
        'user/checkExistingCustomer': () => ({
          code: 200,
          data: [{ username: 'cn00007', nickName: '静安中心', createDate: '2026-01-01 08:00:00' }],
        }),
      },
    });
    await firstStep('内部');
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    await screen.findByLabelText('SAP项目名称');
    fill(/^显示名称/, ' 静安中心 ');
    const warning = (await screen.findByText('该客户已有账号')).closest<HTMLElement>('[role="alert"]');
    expect(warning).toHaveTextContent('静安中心（cn00007），2026-01-01 08:00:00 创建');
    expect(calls.filter(({ path }) => path === 'user/checkExistingCustomer').map(({ body }) => body)).toEqual([
      { user: { nickName: '静安中心' } },
    ]);
  });

  it('[USER-056] [USER-057] looks for invoice customers 600 ms after the last choice and offers to drop the role when there are none', async () => {
    const { calls } = show();
    await firstStep('内部');
    await choose('角色', '保养电子发票');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    await userEvent.type(await screen.findByLabelText('SAP项目名称'), '静安{Enter}');
    const before = Date.now();
    await userEvent.click(await screen.findByRole('checkbox', { name: /静安/ }));
    expect(calls.some(({ path }) => path === 'user/getInvoiceCustomers')).toBe(false);
    const question = await screen.findByRole('alertdialog');
    expect(Date.now() - before).toBeGreaterThanOrEqual(590);
    expect(calls.filter(({ path }) => path === 'user/getInvoiceCustomers').map(({ body }) => body)).toEqual([
      { projectIds: 'P-1' },
    ]);
    await userEvent.click(within(question).getByRole('button', { name: '取消该角色' }));
    await waitFor(() => expect(screen.queryByText('上传附件')).toBeNull());
  });

  it('[USER-050] [USER-051] [USER-052] [USER-053] [USER-054] [USER-055] takes an attachment of the right form and says what is wrong with another', async () => {
    let isBroken = true;
    const { calls } = show({
      answers: {
        'user/getInvoiceCustomers': () => ({
          code: 200,
          data: [{ taxId: 'T1', customerName: '静安物业', projectNames: 'x', username: null }],
        }),
        'file/upload/sms/invoice': () =>
          isBroken
            ? { code: 500, message: '系统异常' }
            : { code: 200, data: { path: 'p.pdf', invoiceAttachmentPath: 'p.pdf' } },
      },
    });
    await firstStep('内部');
    await choose('角色', '保养电子发票');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    await userEvent.type(await screen.findByLabelText('SAP项目名称'), '静安{Enter}');
    await userEvent.click(await screen.findByRole('checkbox', { name: /静安/ }));
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('保养电子发票 必须上传审批附件')).toBeInTheDocument();
    const input = document.querySelector('input[type="file"]') as HTMLInputElement;
    const send = (name: string, size = 10) => {
      const file = new File(['x'], name);
      Object.defineProperty(file, 'size', { value: size });
      fireEvent.change(input, { target: { files: [file] } });
    };
    send('a.exe');
    expect(await screen.findByText('所选文件格式不正确，请重新选择')).toBeInTheDocument();
    send('a.pdf', 10 * 1024 * 1024);
    expect(await screen.findByText('所选文件大于10M，请重新选择')).toBeInTheDocument();
    expect(calls.some(({ path }) => path === 'file/upload/sms/invoice')).toBe(false);
    send('a.pdf');
    expect(await screen.findByText('文件上传出错，请重新选择再上传')).toBeInTheDocument();
    isBroken = false;
    send('a.pdf');
    expect(await screen.findByRole('button', { name: 'a.pdf' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('保养电子发票 至少选择一个客户名称')).toBeInTheDocument();
  });
});

describe('an account that exists already', () => {
  const detail = {
    username: 'cn10001',
    nickName: '花园',
    email: null,
    phone: '13812345678',
    branchCode: 'B01',
    branchName: '上海分公司',
    customerType: 2,
    customerText: 'Lite',
    projectbranchType: 1,
    userType: 1,
    createDate: '2026-01-01 08:00:00',
    projectNames: '静安 (中心)',
    equipmentTotal: 2,
    status: null,
    lastSignInDate: null,
    activeDays: 0,
    branchUserType: 1,
    roleNameList: [{ username: 'cn10001', roleName: 'LITE角色' }],
    pendingRoles: [],
    userMappingList: [{ mappingId: 'P-1', type: 1, customerType: 2, name: '静安 (中心)' }],
    invoiceUserList: [{ taxId: 'T1', customerName: '静安物业', projectNames: 'x', username: null }],
    invoiceAttachmentPath: 'p.pdf',
    editable: true,
  };
  const saving = (saved: { approvalId: string } | null) =>
    show({
      username: 'cn10001',
      answers: {
        'user/detail/cn10001': () => ({ code: 200, data: detail }),
        'user/branchUser': () => ({ code: 200, data: saved }),
        'user/getInvoiceCustomers': () => ({ code: 200, data: detail.invoiceUserList }),
      },
    });

  it('says, as at its creation, that the invoice role was sent to the head office', async () => {
    const { calls, onClose } = saving({ approvalId: 'V-1' });
    await screen.findByRole('combobox', { name: /^角色/ });
    await choose('角色', '保养电子发票');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    await screen.findByLabelText('SAP项目名称');
    await waitFor(() => expect(calls.some(({ path }) => path === 'user/getInvoiceCustomers')).toBe(true));
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await screen.findByText('已提交总部审批：保养电子发票')).toBeVisible();
  });

  it('that sees more than the caller is no form, but a sentence that says who may change it', async () => {
    const { onClose } = show({
      username: 'cn10001',
      answers: { 'user/detail/cn10001': () => ({ code: 200, data: { ...detail, editable: false } }) },
    });
    expect(
      await screen.findByText(
        '“花园”还关联了您管辖范围以外的项目或分公司，您不能修改、删除或重置密码。请联系总部管理员，或管辖其全部项目和分公司的管理员。',
      ),
    ).toBeVisible();
    expect([screen.queryByRole('textbox'), screen.queryByRole('button', { name: '下一步' })]).toEqual([null, null]);
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(onClose).toHaveBeenCalled();
  });

  it('is no reason to warn that its customer has an account', async () => {
    const { calls } = saving(null);
    await screen.findByRole('combobox', { name: /^角色/ });
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    expect(await screen.findByLabelText(/^显示名称/)).toHaveValue('花园');
    expect(calls.some(({ path }) => path === 'user/checkExistingCustomer')).toBe(false);
  });

  it('says nothing of the head office where nothing waits for it', async () => {
    const { onClose } = saving(null);
    await screen.findByRole('combobox', { name: /^角色/ });
    await userEvent.click(screen.getByRole('button', { name: '下一步' }));
    await screen.findByLabelText('SAP项目名称');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(screen.queryByText(/已提交总部审批/)).toBeNull();
  });
});

describe('the admin dialog', () => {
  it('[USER-024] [USER-045] [USER-033] asks for the kind of an ordinary user, and tells at once that a name is taken', async () => {
    show({ isBranch: false, answers: { 'user/checkRepeat': () => ({ code: 200, data: { exist: true, users: [] } }) } });
    await choose('用户类型', '普通用户');
    fill(/^用户名/, 'taken_1');
    fireEvent.blur(field(/^用户名/));
    expect(await screen.findByText('用户名已存在')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('请选择普通用户分类')).toBeInTheDocument();
    expect(screen.getByText('请至少选择一个项目')).toBeInTheDocument();
    await choose('用户类型', '分公司');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('请至少选择一个分公司')).toBeInTheDocument();
  });
});
