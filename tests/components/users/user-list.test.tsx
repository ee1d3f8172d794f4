import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { firstPage, listInput, readListState } from '@/components/kit/list/list-query';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { UserListScreen } from '@/components/users/user-list-screen';
import { userListOf } from '@/components/users/user-list';
import type { UserRow } from '@/lib/features/users/account-contract';
import { currentMonth, previousMonth } from '@/lib/features/users/months';
import { answerCalls, answered, renderApp, type Call } from '../support/render';
import { setCalendar } from '@/tests/support/calendar';
import { holder } from '@/tests/support/holder';

/** The user list: columns, filters, rights, exports and the way into its dialogs. */

const lite: UserRow = {
  username: 'cn10246',
  nickName: '花园物业',
  email: null,
  phone: '13800000001',
  branchCode: 'B01',
  branchName: '上海分公司',
  customerType: 2,
  customerText: '外部Lite',
  projectbranchType: 1,
  userType: 1,
  createDate: '2026-01-01 08:00:00',
  projectNames: '静安中心一期二期三期,徐汇',
  equipmentTotal: 11,
  status: 'weekActive',
  lastSignInDate: '2026-10-20 09:00:00',
  activeDays: 12,
};
const head: UserRow = {
  ...lite,
  username: 'hq',
  nickName: '总部',
  userType: 0,
  customerText: '总部',
  branchName: null,
  projectNames: '',
  equipmentTotal: 0,
  status: null,
  phone: null,
};
const branch: UserRow = {
  ...lite,
  username: 'sh_manager',
  nickName: '经理',
  userType: 2,
  customerText: '分公司',
  projectNames: '静安中心一期二期三',
  status: 'inactive',
};
const ALL = ['USER_READ', 'USER_WRITE', 'ADMIN_RESET_PASSWORD', 'SUPER_MASTER'];

type Answer = { code: number; data?: unknown; message?: string; error?: string };
const empty = { total: 0, pages: 0, size: 15, current: 1, records: [] };
function show({
  userType = 0,
  authorities = ALL,
  answer = () => ({ code: 200, data: empty }),
}: { userType?: number; authorities?: string[]; answer?: (call: Call) => Answer } = {}) {
  const calls = answerCalls(answer);
  const definition = userListOf(userType);
  const first = firstPage(listInput(definition, readListState(definition, {})), {
    total: 3,
    records: [lite, head, branch],
  });
  renderApp(
    <NuqsTestingAdapter hasMemory>
      <UserListScreen first={first} holder={holder(userType, ...authorities)} />
      <ToastHost />
    </NuqsTestingAdapter>,
  );
  return calls;
}
const cells = (name: string) =>
  Object.fromEntries(
    [...(document.querySelector(`[data-row="${name}"]`)?.querySelectorAll('[data-field]') ?? [])].map((cell) => [
      cell.getAttribute('data-field'),
      cell.textContent,
    ]),
  );
const asked = (calls: readonly Call[], path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => body);

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the user list', () => {
  it('[USER-017] has its columns in the order of the specification', () => {
    show();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      // Chooses the accounts that a text message goes to.
      '',
      '分公司',
      '客户类型',
      '用户名',
      '显示名称',
      '关联项目',
      '手机号',
      '活跃状态',
      '设备数',
      '操作',
    ]);
    expect(cells('cn10246')).toMatchObject({
      branchName: '上海分公司',
      customerText: '外部Lite',
      username: 'cn10246',
      nickName: '花园物业',
      phone: '13800000001',
      status: '周活跃',
      equipmentTotal: '11',
    });
    expect(cells('hq')).toMatchObject({
      branchName: '--',
      phone: '--',
      status: '--',
      projectNames: '全部',
      equipmentTotal: '全部',
    });
  });

  it('[USER-018] cuts the linked projects after 10 characters and keeps them whole in a tooltip', async () => {
    show();
    expect(cells('cn10246').projectNames).toBe('静安中心一期二期三期…');
    expect(cells('sh_manager').projectNames).toBe('静安中心一期二期三');
    await userEvent.hover(screen.getByText('静安中心一期二期三期…'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('静安中心一期二期三期,徐汇');
  });

  it('sends what is searched for, of the previous month', async () => {
    const calls = show();
    await userEvent.type(screen.getByRole('textbox', { name: '用户名、显示名称、手机号或项目' }), '花园{Enter}');
    await waitFor(() =>
      expect(asked(calls, 'user/query')[0]).toMatchObject({
        startDate: previousMonth(Date.now()),
        keyword: '花园',
        pageIndex: 1,
        pageSize: 15,
      }),
    );
  });

  it('[USER-008] shows the previous month, takes any month up to the running one and no later one', async () => {
    setCalendar('2026-05-20T12:00:00+08:00');
    show();
    expect(screen.getByRole('group', { name: '月份' })).toHaveTextContent('2026-04');
    await userEvent.click(screen.getByRole('button', { name: /选择日期|月份/ }));
    const months = await screen.findAllByRole('radio');
    expect(
      months.map((month) => !(month as HTMLButtonElement).disabled && month.getAttribute('aria-disabled') !== 'true'),
    ).toEqual([...Array<boolean>(5).fill(true), ...Array<boolean>(7).fill(false)]);
    jest.useRealTimers();
  });

  it('lets the running month be chosen, and none after it', async () => {
    const calls = show();
    const now = currentMonth(Date.now());
    const next = previousMonth(Date.parse(`${now}-15T00:00:00Z`) + 62 * 86_400_000);
    const choose = async (month: string) => {
      const group = screen.getByRole('group', { name: '月份' });
      await userEvent.click(within(group).getAllByRole('spinbutton')[0] as HTMLElement);
      await userEvent.keyboard(month.replace('-', ''));
      await userEvent.click(screen.getByRole('button', { name: '查询' }));
    };
    await choose(now);
    await waitFor(() => expect(asked(calls, 'user/query').at(-1)).toMatchObject({ startDate: now }));
    await choose(next);
    await answered();
    expect(asked(calls, 'user/query').map(({ startDate }) => startDate)).not.toContain(next);
  });

  it.each([
    ['[USER-011]', '活跃状态', ['全部', '周活跃', '月活跃', '不活跃', '未使用'], '不活跃', { status: 'inactive' }],
    [
      '[USER-012]',
      '客户类型',
      ['全部', '分公司', '内部', '外部Lite', '外部Essence', '外部Elite'],
      '外部Elite',
      { customerType: 4 },
    ],
    ['[USER-014]', '设备数', ['全部', '无设备', '有设备'], '无设备', { haveEquipment: 0 }],
  ])('%s filters by %s', async (_, label, options, choice, body) => {
    const calls = show();
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(options);
    await userEvent.click(screen.getByRole('option', { name: choice }));
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(asked(calls, 'user/query').at(-1)).toMatchObject(body));
  });

  it('[USER-010] finds branches while their name is typed and narrows by several of them', async () => {
    const branches = [
      ['B01', '上海分公司'],
      ['B02', '北京分公司'],
    ].map(([code, name]) => ({
      branchCode: code,
      branchId: code,
      branchName: name,
      branchFullName: name,
      id: code,
      code,
      name,
    }));
    const calls = show({
      answer: ({ path }) => ({
        code: 200,
        data: path.startsWith('branch/') ? { ...empty, total: 2000, records: branches } : empty,
      }),
    });
    const field = screen.getByRole('combobox', { name: '分公司' });
    await waitFor(() => expect(calls.some(({ path }) => path.startsWith('branch/'))).toBe(true));
    await userEvent.type(field, '分公');
    await waitFor(() =>
      expect(
        calls
          .filter(({ path }) => path.startsWith('branch/'))
          .map(({ body }) => (body as { searchKey?: string }).searchKey),
      ).toContain('分公'),
    );
    await userEvent.click(await screen.findByRole('option', { name: /上海分公司/ }));
    await userEvent.click(await screen.findByRole('option', { name: /北京分公司/ }));
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(asked(calls, 'user/query').at(-1)).toMatchObject({ branchCodes: 'B01,B02' }));
  });
  it('[USER-010] [USER-013] shows branches to the head office only, and a branch user fewer customer types', async () => {
    show({ userType: 2 });
    expect(screen.queryByRole('combobox', { name: '分公司' })).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: '客户类型' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '全部',
      '外部Lite',
      '外部Essence',
      '外部Elite',
    ]);
  });

  it('[USER-015] [USER-020] [USER-021] [USER-023] offers what the rights allow', async () => {
    show();
    expect(screen.getByRole('button', { name: '查询' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '新增用户' })).toBeInTheDocument();
    const row = within(document.querySelector('[data-row="cn10246"]') as HTMLElement);
    expect(row.getByRole('button', { name: '修改 花园物业' })).toBeEnabled();
    expect(row.queryByRole('button', { name: '删除 花园物业' })).toBeNull();
    await userEvent.click(row.getByRole('button', { name: '花园物业 的更多操作' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '重置密码',
      '修改密码',
      '权限说明',
      '登录链接',
      '发送短信',
      '删除',
    ]);
  });
  it('[USER-021] [USER-023] [USER-016] offers neither writing nor resetting nor exporting without their authorities', async () => {
    show({ authorities: ['USER_READ', 'XUSER_WRITE'] });
    for (const name of ['新增用户', '导出', '修改 花园物业', '花园物业 的更多操作'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('[USER-019] opens the units of an account from their number', async () => {
    const calls = show({
      answer: ({ path }) => ({
        code: 200,
        data:
          path === 'user/queryEquipment'
            ? {
                ...empty,
                total: 1,
                records: [
                  {
                    equipmentNo: 'E1',
                    cubeNo: null,
                    equipmentType: 'YAE_ELT',
                    productLine: null,
                    equipmentName: '1号梯',
                    buildingName: null,
                  },
                ],
              }
            : empty,
      }),
    });
    await userEvent.click(screen.getByRole('button', { name: '查看 花园物业 的 11 台设备' }));
    const dialog = await screen.findByRole('dialog', { name: '花园物业 的设备' });
    expect(await within(dialog).findByText('1号梯')).toBeInTheDocument();
    expect(asked(calls, 'user/queryEquipment')[0]).toMatchObject({ username: 'cn10246' });
  });

  it('[USER-022] asks before it deletes, naming the user', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '花园物业 的更多操作' }));
    await userEvent.click(screen.getByRole('menuitem', { name: '删除' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('用户 花园物业（cn10246）');
    expect(calls.some(({ path }) => path === 'user/cn10246')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(calls.some(({ path }) => path === 'user/cn10246')).toBe(true));
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
  });

  it('[USER-016] [USER-061] has two exports; a refusal for too many rows is said and opens the choice of a customer type', async () => {
    const calls = show({
      answer: ({ path }) =>
        path === 'user/equipment/download'
          ? { code: 511, error: 'customer_type_required', message: '数据量过大，请选择客户类型后导出' }
          : { code: 200, data: empty },
    });
    await userEvent.click(screen.getByRole('button', { name: '导出' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['用户列表', '用户设备列表']);
    await userEvent.click(screen.getByRole('menuitem', { name: '用户设备列表' }));
    const dialog = await screen.findByRole('dialog', { name: '选择客户类型' });
    expect(screen.getByText('数据量过大，请选择客户类型后导出')).toBeInTheDocument();
    expect(asked(calls, 'user/equipment/download')[0]).toEqual({
      startDate: previousMonth(Date.now()),
      sortField: 'CreatedTime',
      sortOrder: 'asc',
    });
    await userEvent.click(within(dialog).getByRole('combobox', { name: '客户类型' }));
    await userEvent.click(screen.getByRole('option', { name: '外部Essence' }));
    await userEvent.click(within(dialog).getByRole('button', { name: '导出' }));
    await waitFor(() => expect(asked(calls, 'user/equipment/download').at(-1)).toMatchObject({ customerType: 3 }));
  });

  it('[USER-025] [USER-040] resets a password that is repeated right', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '花园物业 的更多操作' }));
    await userEvent.click(screen.getByRole('menuitem', { name: '重置密码' }));
    const dialog = await screen.findByRole('dialog', { name: '重置 花园物业 的密码' });
    const save = () => userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    await save();
    expect(await within(dialog).findByText('请输入密码')).toBeInTheDocument();
    await userEvent.type(within(dialog).getByLabelText(/^新密码/), 'Fresh-Start-7');
    await userEvent.type(within(dialog).getByLabelText(/^确认密码/), 'Fresh-Start-8');
    await save();
    expect(await within(dialog).findByText('两次输入的密码不一致')).toBeInTheDocument();
    await userEvent.type(within(dialog).getByLabelText(/^确认密码/), '{Backspace}7');
    await save();
    await waitFor(() =>
      expect(asked(calls, 'user/resetPw')).toEqual([{ user: { username: 'cn10246', password: 'Fresh-Start-7' } }]),
    );
  });
});
