import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { approvalList } from '@/components/approvals/approval-list';
import { ApprovalListScreen } from '@/components/approvals/approval-list-screen';
import type { ApprovalRow } from '@/lib/features/approvals/contract';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { holder } from '@/tests/support/holder';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';

const waiting: ApprovalRow = {
  approvalId: 'A1',
  kind: 'invoice',
  applicant: 'branch1',
  branchName: '上海分公司',
  username: 'customer1',
  nickName: '花园物业',
  phone: '138****1234',
  branchUserType: 1,
  roleNames: ['保养电子发票', '客户'],
  projectTotal: 2,
  attachmentPath: 'k.pdf',
  createDate: '2026-10-01 09:00:00',
  state: 'PENDING',
  approver: null,
  approveDate: null,
  comment: null,
  overdue: true,
};
const own: ApprovalRow = {
  ...waiting,
  approvalId: 'A2',
  applicant: 'admin1',
  username: 'customer2',
  attachmentPath: null,
  overdue: false,
};
const decided: ApprovalRow = {
  ...waiting,
  approvalId: 'A3',
  username: 'customer3',
  state: 'REJECTED',
  approver: 'admin1',
  approveDate: '2026-10-02 09:00:00',
  comment: '缺少附件',
  overdue: false,
};
const ROWS = [waiting, own, decided];
const detail = {
  ...waiting,
  attachmentName: '授权书.pdf',
  existing: [{ username: 'old1', nickName: '老账号', createDate: '2025-01-01 08:00:00' }],
  payload: {
    roleNameList: [],
    projects: [{ projectId: 'P1', projectName: '滨江' }],
    invoiceCustomers: [{ taxId: '9131', customerName: '' }],
  },
};

const show = (who = holder(0, 'USER_WRITE'), answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(
    <ApprovalListScreen
      first={firstOf(approvalList, ROWS)}
      username={isHeadOffice(who) ? 'admin1' : 'branch1'}
      holder={who}
    />,
    {
      'user/approval/query': () => ({ code: 200, data: pageOf(ROWS) }),
      'user/approval/A1': () => ({ code: 200, data: detail }),
      ...answers,
    },
  );
const openAction = async (name: string, title: string) => {
  await userEvent.click(screen.getByRole('button', { name }));
  return screen.findByRole('dialog', { name: title });
};

afterEach(() => jest.restoreAllMocks());

describe('what may be done with an application', () => {
  it('is decided by head office while it waits; one’s own is only taken back', () => {
    show();
    expect(ROWS.map(({ approvalId }) => actionsOf(new RegExp(approvalId)))).toEqual([
      ['查看', '通过', '驳回'],
      ['查看', '撤回'],
      ['查看'],
    ]);
  });

  it('is looking at it, and taking back one’s own, for everybody else', () => {
    show(holder(2, 'USER_WRITE'));
    expect(ROWS.map(({ approvalId }) => actionsOf(new RegExp(approvalId)))).toEqual([
      ['查看', '撤回'],
      ['查看'],
      ['查看'],
    ]);
  });
});

it('marks what has waited too long by a word', () => {
  show();
  expect(within(screen.getByRole('row', { name: /A1/ })).getByText('待审批 · 超时')).toBeInTheDocument();
  expect(within(screen.getByRole('row', { name: /A2/ })).getByText('待审批')).toBeInTheDocument();
});

it('a branch is not asked for its branch', () => {
  show(holder(2, 'USER_WRITE'));
  expect(screen.queryByRole('combobox', { name: '分公司' })).toBeNull();
});

it('approving says what the account gets at once, and the list is read anew', async () => {
  const { asked } = show();
  const dialog = await openAction('通过：customer1', '通过申请');
  expect(dialog).toHaveTextContent('通过后，账号“customer1”将立即获得：保养电子发票、客户');
  await userEvent.type(within(dialog).getByRole('textbox', { name: '审批意见' }), '  可以  ');
  await userEvent.click(within(dialog).getByRole('button', { name: '通过' }));
  expect(await screen.findByText('操作成功')).toBeInTheDocument();
  expect(asked('user/approval/approve')).toEqual([{ approvalId: 'A1', comment: '可以' }]);
  await waitFor(() => expect(asked('user/approval/query').length).toBeGreaterThan(0));
});

it('rejecting needs a reason: the refusal stands under the field and the dialog stays', async () => {
  const { asked } = show(undefined, {
    'user/approval/reject': ({ body }) =>
      body.comment
        ? { code: 200 }
        : {
            code: 400,
            error: 'validation_failed',
            message: '请输入驳回原因',
            data: { fieldErrors: { comment: '请输入驳回原因' } },
          },
  });
  const dialog = await openAction('驳回：customer1', '驳回申请');
  await userEvent.click(within(dialog).getByRole('button', { name: '驳回' }));
  expect(await within(dialog).findByText('请输入驳回原因')).toBeVisible();
  await waitFor(() => expect(within(dialog).getByRole('textbox', { name: /^驳回原因/ })).toHaveFocus());
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^驳回原因/ }), '附件不清晰');
  await userEvent.click(within(dialog).getByRole('button', { name: '驳回' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('user/approval/reject').at(-1)).toEqual({ approvalId: 'A1', comment: '附件不清晰' });
});

it('a phone that is meanwhile in use keeps the dialog open and says so', async () => {
  show(undefined, {
    'user/approval/approve': () => ({ code: 409, error: 'conflict', message: '该电话已被其他账号使用' }),
  });
  const dialog = await openAction('通过：customer1', '通过申请');
  await userEvent.click(within(dialog).getByRole('button', { name: '通过' }));
  expect(await screen.findByText('该电话已被其他账号使用')).toBeInTheDocument();
  expect(dialog).toBeVisible();
});

it('taking back asks first and sends no words', async () => {
  const { asked } = show();
  const dialog = await openAction('撤回：customer2', '撤回申请');
  expect(dialog).toHaveTextContent('撤回对账号“customer2”的申请？');
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: '撤回' }));
  await waitFor(() => expect(asked('user/approval/withdraw')).toEqual([{ approvalId: 'A2' }]));
});

it('the detail names projects, invoice customers, the attachment and who else uses the phone', async () => {
  show();
  const dialog = await openAction('查看：customer1', '申请详情');
  expect(await within(dialog).findByText('滨江')).toBeVisible();
  expect(within(dialog).getByText('9131 (9131)')).toBeVisible();
  expect(within(dialog).getByText('old1 (老账号), 创建于 2025-01-01 08:00:00')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: '打开附件 授权书.pdf' })).toBeEnabled();
});

describe('the detail of an application', () => {
  const actionsOfDetail = async (name: string) => {
    const dialog = await openAction(`查看：${name}`, '申请详情');
    return within(dialog)
      .getAllByRole('button', { name: /^(通过|驳回|撤回|关闭)$/ })
      .map(({ textContent }) => textContent);
  };

  it.each([
    ['customer1', ['通过', '驳回', '关闭']],
    ['customer2', ['撤回', '关闭']],
    ['customer3', ['关闭']],
  ])('of %s offers what its row offers', async (name, actions) => {
    show(undefined, {
      'user/approval/A2': () => ({ code: 200, data: detail }),
      'user/approval/A3': () => ({ code: 200, data: detail }),
    });
    expect(await actionsOfDetail(name)).toEqual(actions);
  });

  it('offers no decision to those who may not decide', async () => {
    show(holder(2, 'USER_WRITE'));
    expect(await actionsOfDetail('customer1')).toEqual(['撤回', '关闭']);
  });

  it('leads to the decision, which takes its place', async () => {
    const { asked } = show();
    const dialog = await openAction('查看：customer1', '申请详情');
    await userEvent.click(within(dialog).getByRole('button', { name: '通过' }));
    const decision = await screen.findByRole('dialog', { name: '通过申请' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '申请详情' })).toBeNull());
    await userEvent.click(within(decision).getByRole('button', { name: '通过' }));
    await waitFor(() => expect(asked('user/approval/approve')).toEqual([{ approvalId: 'A1', comment: '' }]));
    await waitFor(() => expect(screen.getByRole('button', { name: '查看：customer1' })).toHaveFocus());
  });
});
