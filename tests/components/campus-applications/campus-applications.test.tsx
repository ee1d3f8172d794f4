import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { applicationList } from '@/components/campus-applications/application-list';
import { ApplicationListScreen } from '@/components/campus-applications/application-list-screen';
import type { CampusApplyRow } from '@/lib/features/campus-applications/contract';
import { APPLY_STATUSES } from '@/lib/features/campus-applications/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { holder } from '@/tests/support/holder';

const rowOf = (status: CampusApplyRow['status'], rest: Partial<CampusApplyRow> = {}): CampusApplyRow => ({
  applyId: status,
  applyUsername: `申请人${status}`,
  description: '大屏',
  applyPhone: '13812345678',
  email: null,
  username: 'customer1',
  nickName: '花园物业',
  branchName: '上海分公司',
  projectTotal: 1,
  equipmentTotal: 4,
  status,
  validUntil: null,
  tabs: [],
  comment: null,
  handledBy: null,
  handledDate: null,
  createDate: '2026-11-20 09:00:00',
  ...rest,
});
const ROWS = APPLY_STATUSES.map((status) =>
  rowOf(status, status === 'ENABLED' ? { tabs: ['callback', 'service'] } : {}),
);

const show = (who = holder(0, 'USER_WRITE'), answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(<ApplicationListScreen first={firstOf(applicationList, ROWS)} holder={who} />, {
    'campusviewapply/queryApply': () => ({ code: 200, data: pageOf(ROWS) }),
    ...answers,
  });
const openAction = async (action: string, status: string, title: string) => {
  await userEvent.click(screen.getByRole('button', { name: `${action}：申请人${status}` }));
  return screen.findByRole('dialog', { name: title });
};
const choose = async (dialog: HTMLElement, name: RegExp) => {
  await userEvent.click(within(dialog).getByRole('combobox', { name: '有效期' }));
  await userEvent.click(await screen.findByRole('option', { name }));
};
const inDays = (days: number) => formatDate(Date.now() + days * 86_400_000);

afterEach(() => jest.restoreAllMocks());

describe('what may be done with an application', () => {
  it('follows its state', () => {
    show();
    const open = APPLY_STATUSES.filter((status) => status !== 'REJECTED');
    expect(open.map((status) => actionsOf(new RegExp(`申请人${status}`)))).toEqual([
      ['已联系', '开通', '驳回'],
      ['开通', '驳回'],
      ['延期', '停用'],
      ['延期'],
    ]);
    expect(screen.queryByRole('button', { name: /申请人REJECTED/ })).toBeNull();
  });

  it('is contact and refusal for a branch', () => {
    show(holder(2, 'USER_WRITE'));
    expect(
      screen.getAllByRole('button', { name: /：申请人/ }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['已联系：申请人NEW', '驳回：申请人NEW', '驳回：申请人CONTACTED']);
  });

  it('is nothing without USER_WRITE', () => {
    show(holder(0, 'USER_READ'));
    expect(screen.queryByRole('button', { name: /：申请人/ })).toBeNull();
  });
});

it('an open wall without an end is called endless, and its tabs are named', () => {
  show();
  const cells = within(screen.getByRole('row', { name: /申请人ENABLED/ }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual(expect.arrayContaining(['长期有效', '诊断处理、服务提醒']));
});

it('opening starts with 90 days and all tabs', async () => {
  const { asked } = show();
  const dialog = await openAction('开通', 'NEW', '开通综合监控');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: '其他公告' }));
  await userEvent.click(within(dialog).getByRole('button', { name: '开通' }));
  expect(await screen.findByText('操作成功')).toBeInTheDocument();
  expect(asked('campusviewapply/handle')).toEqual([
    { applyId: 'NEW', action: 'enable', validUntil: inDays(90), tabs: ['callback', 'equipment', 'service'] },
  ]);
});

it('extending starts with the tabs it has, and may be without an end', async () => {
  const { asked } = show();
  const dialog = await openAction('延期', 'ENABLED', '延长有效期');
  expect(
    within(dialog)
      .getAllByRole('checkbox')
      .map((box) => (box as HTMLInputElement).checked),
  ).toEqual([true, false, true, false]);
  await choose(dialog, /^长期有效/);
  await userEvent.click(within(dialog).getByRole('button', { name: '延期' }));
  await waitFor(() =>
    expect(asked('campusviewapply/handle')).toEqual([
      { applyId: 'ENABLED', action: 'extend', validUntil: null, tabs: ['callback', 'service'] },
    ]),
  );
});

it('a day of one’s own must be given: it is said under the field, once, and nothing is sent', async () => {
  const { asked } = show();
  const dialog = await openAction('延期', 'EXPIRED', '延长有效期');
  await choose(dialog, /^指定日期/);
  await userEvent.click(within(dialog).getByRole('button', { name: '延期' }));
  await waitFor(() => expect(screen.getAllByText('请选择有效期至')).toHaveLength(1));
  expect(within(dialog).getByText('请选择有效期至')).toBeVisible();
  expect(asked('campusviewapply/handle')).toEqual([]);
  expect(dialog).toBeVisible();
});

it('refusing needs a reason, which the server asks for under the field', async () => {
  show(undefined, {
    'campusviewapply/handle': () => ({
      code: 400,
      error: 'validation_failed',
      message: '请输入驳回原因',
      data: { fieldErrors: { comment: '请输入驳回原因' } },
    }),
  });
  const dialog = await openAction('驳回', 'CONTACTED', '驳回申请');
  expect(within(dialog).queryByRole('combobox', { name: '有效期' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: '驳回' }));
  expect(await within(dialog).findByText('请输入驳回原因')).toBeVisible();
});

it('closing says whom it concerns; somebody else’s decision meanwhile keeps the dialog open', async () => {
  show(undefined, {
    'campusviewapply/handle': () => ({ code: 409, error: 'conflict', message: '当前状态不允许该操作' }),
  });
  const dialog = await openAction('停用', 'ENABLED', '停用综合监控');
  expect(dialog).toHaveTextContent('停用后，“花园物业”将立即失去综合监控大屏功能。');
  await userEvent.click(within(dialog).getByRole('button', { name: '停用' }));
  expect(await screen.findByText('当前状态不允许该操作')).toBeInTheDocument();
  expect(dialog).toBeVisible();
});
