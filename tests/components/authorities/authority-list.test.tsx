import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { authorityList } from '@/components/authorities/authority-list';
import { AuthorityListScreen } from '@/components/authorities/authority-list-screen';
import { firstPage, listInput, readListState } from '@/components/kit/list/list-query';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { AuthorityRow } from '@/lib/features/authorities/contract';
import { answerCalls, renderApp } from '../support/render';
import type { Call } from '../support/render';
import { holder } from '@/tests/support/holder';

const row: AuthorityRow = {
  authority: 'SHAFT_READ',
  description: null,
  scope: 'sms',
  createDate: '2026-01-05 09:00:00',
};
type Answer = (call: Call) => { code: number; data?: unknown; message?: string; error?: string };

function show(
  answer: Answer = ({ path }) => ({
    code: 200,
    data: path === 'authority/search' ? { total: 1, pages: 1, size: 15, current: 1, records: [row] } : null,
  }),
  who = holder(0, 'AUTHORITY_WRITE'),
  shown: AuthorityRow = row,
) {
  const calls = answerCalls(answer);
  const first = firstPage(listInput(authorityList, readListState(authorityList, {})), { total: 1, records: [shown] });
  renderApp(
    <NuqsTestingAdapter hasMemory>
      <AuthorityListScreen first={first} holder={who} />
      <ToastHost />
    </NuqsTestingAdapter>,
  );
  return calls;
}

afterEach(() => {
  toast.dismiss();
  jest.restoreAllMocks();
});

describe('the authority list', () => {
  it('[AUTHY-001] upper-cases the key while it is typed and sends it so', async () => {
    const calls = show();
    await userEvent.type(screen.getByRole('textbox', { name: '权限 / 描述' }), 'shaft{Enter}');
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ searchKey: 'SHAFT' }));
  });
  it('[AUTHY-008] needs a scope, for which there is no input: one without it is not saved', async () => {
    const calls = show(undefined, undefined, { ...row, scope: '' });
    await userEvent.click(screen.getByRole('button', { name: '修改 SHAFT_READ' }));
    const dialog = screen.getByRole('dialog', { name: '修改权限' });
    expect([...dialog.querySelectorAll('input, select, textarea')].map((input) => input.getAttribute('name'))).toEqual([
      'authority',
      'description',
    ]);
    await userEvent.type(within(dialog).getByRole('textbox', { name: '描述' }), '井道{Enter}');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(calls.filter(({ path }) => path === 'authority')).toEqual([]);
    expect(dialog).toBeVisible();
  });
  it('[AUTHY-002] [AUTHY-003] adds with name and description; the scope is sent without an input for it', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '新增权限' }));
    const dialog = screen.getByRole('dialog', { name: '新增权限' });
    expect(
      within(dialog)
        .getAllByRole<HTMLInputElement>('textbox')
        .map(({ name, maxLength }) => [name, maxLength]),
    ).toEqual([
      ['authority', 200],
      ['description', 200],
    ]);
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^权限/ }), 'door_read');
    await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(await screen.findByText('操作成功')).toBeInTheDocument();
    expect(calls.find(({ path }) => path === 'authority')?.body).toEqual({
      authority: 'DOOR_READ',
      description: '',
      scope: 'sms',
    });
  });
  it('[AUTHY-004] locks the name when editing', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '修改 SHAFT_READ' }));
    const dialog = screen.getByRole('dialog', { name: '修改权限' });
    expect(within(dialog).getByRole('textbox', { name: /^权限/ })).toHaveAttribute('readonly');
    await userEvent.type(within(dialog).getByRole('textbox', { name: '描述' }), '井道{Enter}');
    await screen.findByText('操作成功');
    expect(calls.find(({ path }) => path === 'authority')?.body).toEqual({
      authority: 'SHAFT_READ',
      description: '井道',
      scope: 'sms',
    });
  });
  it('[AUTHY-006] needs a name of capitals, digits and underscores', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: '新增权限' }));
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('请输入权限')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /^权限 *\*?$/ }), '井道{Enter}');
    expect(await screen.findByText('权限名称只能包含大写字母、数字和下划线')).toBeVisible();
    expect(calls).toEqual([]);
  });
  it('[AUTHY-009] shows the server’s message when it refuses', async () => {
    show(({ path }) =>
      path === 'authority' ? { code: 403, error: 'access_denied', message: '没有权限' } : { code: 200, data: null },
    );
    await userEvent.click(screen.getByRole('button', { name: '修改 SHAFT_READ' }));
    await userEvent.type(screen.getByRole('textbox', { name: '描述' }), 'x{Enter}');
    expect(await screen.findByText('没有权限')).toBeInTheDocument();
  });
  it('[AUTHY-002] [CONV-018] deletes after a question that names it; without the write right there are no actions', async () => {
    const calls = show();
    await userEvent.click(screen.getByRole('button', { name: 'SHAFT_READ 的更多操作' }));
    await userEvent.click(screen.getByRole('menuitem', { name: '删除' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('SHAFT_READ');
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '删除' }));
    await screen.findByText('操作成功');
    expect(calls[0]?.path).toBe('authority/SHAFT_READ');
  });
  it('has no actions without the write right', () => {
    show(undefined, holder(2, 'AUTHORITY_WRITE'));
    expect(screen.queryByRole('button', { name: /新增|修改|删除/ })).toBeNull();
  });
});
