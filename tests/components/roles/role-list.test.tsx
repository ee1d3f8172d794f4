import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { firstPage, listInput, readListState } from '@/components/kit/list/list-query';
import { roleList } from '@/components/roles/role-list';
import { RoleListScreen } from '@/components/roles/role-list-screen';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { RoleRow } from '@/lib/features/roles/contract';
import { answerCalls, messagesOf, renderApp } from '../support/render';
import type { Call } from '../support/render';
import { holder } from '@/tests/support/holder';
import type { Holder } from '@/lib/platform/contract/authorities';

const lite: RoleRow = {
  role: 'LITE角色',
  description: '客户基础版',
  scope: 'sms',
  createDate: '2026-01-05 09:00:00',
  branchAssignable: true,
};
const authority = (name: string) => ({
  authority: name,
  description: `${name}说明`,
  scope: 'sms',
  createDate: '2026-01-05 09:00:00',
});
const NAMES = ['EQUIPMENT_READ', 'EQUIPMENT_WRITE', 'CALLBACK_READ'];
const pageOf = (records: unknown[]) => ({ total: records.length, pages: 1, size: 15, current: 1, records });

function show({
  who = holder(0, 'ROLE_WRITE', 'SUPER_MASTER'),
  answer,
}: {
  who?: Holder;
  answer?: (call: Call) => { code: number; data?: unknown; message?: string; error?: string } | undefined;
} = {}) {
  const calls = answerCalls(
    (call) =>
      answer?.(call) ?? {
        code: 200,
        data:
          call.path === 'authority/search'
            ? pageOf(NAMES.map(authority))
            : call.path === 'authority/listByRole'
              ? [authority('EQUIPMENT_READ')]
              : call.path === 'role/search'
                ? pageOf([lite])
                : null,
      },
  );
  const first = firstPage(listInput(roleList, readListState(roleList, {})), { total: 1, records: [lite] });
  renderApp(
    <NuqsTestingAdapter hasMemory>
      <RoleListScreen first={first} holder={who} />
      <ToastHost />
    </NuqsTestingAdapter>,
  );
  return calls;
}
const writes = (calls: Call[]) =>
  calls.filter(({ path }) => path === 'role' || path.startsWith('role/LITE') || path.startsWith('role/%'));
async function pick(name: string) {
  const field = screen.getByRole('combobox', { name: /权限/ });
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
}

afterEach(() => {
  toast.dismiss();
  jest.restoreAllMocks();
});

it('what a role opens stands by subject under headings, each authority by its name and key; unknown ones come last', async () => {
  show({
    who: holder(0),
    answer: ({ path }) =>
      path === 'authority/listByRole'
        ? { code: 200, data: ['SHAFT_READ', 'CALLBACK_READ', 'EQUIPMENT_WRITE', 'EQUIPMENT_READ'].map(authority) }
        : undefined,
  });
  await userEvent.click(screen.getByRole('button', { name: '展开 LITE角色' }));
  const region = screen.getByRole('region', { name: 'LITE角色 的详情' });
  await within(region).findByText('EQUIPMENT_READ');
  expect(
    within(region)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['设备', '服务', '其他']);
  const equipment = within(region).getByRole('region', { name: '设备' });
  const { name } = messagesOf('zh-CN').authorityNames as unknown as { name: Record<string, string> };
  expect(
    within(equipment)
      .getAllByRole('listitem')
      .map(({ firstChild }) => firstChild?.textContent),
  ).toEqual([name.EQUIPMENT_READ, name.EQUIPMENT_WRITE]);
  expect(within(within(region).getByRole('region', { name: '其他' })).getByText('SHAFT_READ')).toBeVisible();
});

it('a role opens below its row to what it opens, for readers too', async () => {
  const calls = show({ who: holder(0) });
  await userEvent.click(screen.getByRole('button', { name: '展开 LITE角色' }));
  const region = screen.getByRole('region', { name: 'LITE角色 的详情' });
  expect(await within(region).findByText('EQUIPMENT_READ说明')).toBeVisible();
  expect(calls.filter(({ path }) => path === 'authority/listByRole').map(({ body }) => body)).toEqual([
    { role: 'LITE角色' },
  ]);
});

describe('the role list', () => {
  it('[ROLE-001] is searched by a box', async () => {
    const calls = show();
    await userEvent.type(screen.getByRole('textbox', { name: '角色 / 描述' }), ' lite {Enter}');
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'role/search')?.body).toMatchObject({
        searchKey: 'lite',
        pageIndex: 1,
        pageSize: 15,
      }),
    );
  });
  it('[ROLE-002] has add, update and delete with the write right only', () => {
    show({ who: holder(0, 'ROLE_READ', 'SUPER_MASTER') });
    expect(screen.queryByRole('button', { name: '新增角色' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^修改|^删除/ })).toBeNull();
  });
  it('[ROLE-003] [CONV-012] [CONV-013] adds with role, description and authorities looked up once, filtered here by name', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '新增角色' }));
    const dialog = screen.getByRole('dialog', { name: '新增角色' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^角色/ }), '巡检员');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^描述/ }), '只看设备');
    await userEvent.type(screen.getByRole('combobox', { name: /权限/ }), 'equip');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '查看设备EQUIPMENT_READ',
      '修改设备EQUIPMENT_WRITE',
    ]);
    await userEvent.click(screen.getByRole('option', { name: /EQUIPMENT_WRITE/ }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
    expect(calls.filter(({ path }) => path === 'authority/search').map(({ body }) => body)).toEqual([
      { pageIndex: 1, pageSize: 1000 },
    ]);
    expect(writes(calls).map(({ body }) => body)).toEqual([
      {
        role: '巡检员',
        description: '只看设备',
        branchAssignable: false,
        authorityNameList: [{ role: '巡检员', authorityName: 'EQUIPMENT_WRITE' }],
      },
    ]);
    await waitFor(() => expect(calls.some(({ path }) => path === 'role/search')).toBe(true));
  });
  it('[ROLE-004] [ROLE-007] locks the name when editing, and sends the whole list of entries {role, authorityName}', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '修改 LITE角色' }));
    const dialog = await screen.findByRole('dialog', { name: '修改角色' });
    expect(within(dialog).getByRole('textbox', { name: /^角色/ })).toHaveAttribute('readonly');
    await pick('CALLBACK_READ');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    await screen.findByText('操作成功');
    expect(writes(calls).at(-1)?.body).toEqual({
      role: 'LITE角色',
      description: '客户基础版',
      scope: 'sms',
      branchAssignable: true,
      authorityNameList: [
        { role: 'LITE角色', authorityName: 'EQUIPMENT_READ' },
        { role: 'LITE角色', authorityName: 'CALLBACK_READ' },
      ],
    });
  });
  it('[ROLE-008] [ROLE-009] asks for what is missing by its label and sends nothing', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '新增角色' }));
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    for (const text of ['请输入角色', '请输入描述', '请输入权限']) expect(await screen.findByText(text)).toBeVisible();
    expect(writes(calls)).toEqual([]);
  });
  it('[ROLE-006] takes at most 200 characters', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: '新增角色' }));
    for (const name of [/^角色/, /^描述/])
      expect(within(screen.getByRole('dialog')).getByRole('textbox', { name })).toHaveAttribute('maxlength', '200');
  });
  it('offers what branches may give to a SUPER_MASTER only', async () => {
    show({ who: holder(0, 'ROLE_WRITE') });
    await userEvent.click(screen.getByRole('button', { name: '新增角色' }));
    expect(screen.queryByRole('switch', { name: '分公司可分配' })).toBeNull();
  });
  it('[CONV-018] asks before deleting, naming the role; a role in use says so', async () => {
    const calls = show({
      answer: ({ path }) =>
        path.startsWith('role/') && path !== 'role/search'
          ? { code: 409, error: 'conflict', message: '角色正在使用，不能删除' }
          : undefined,
    });
    await userEvent.click(screen.getByRole('button', { name: 'LITE角色 的更多操作' }));
    await userEvent.click(screen.getByRole('menuitem', { name: '删除' }));
    const dialog = screen.getByRole('alertdialog');
    expect(dialog).toHaveTextContent('确定删除“LITE角色”吗？');
    expect(calls).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: '删除' }));
    expect(await screen.findByText('角色正在使用，不能删除')).toBeInTheDocument();
    expect(calls.map(({ path }) => path)).toEqual([`role/${encodeURIComponent('LITE角色')}`]);
  });
});
