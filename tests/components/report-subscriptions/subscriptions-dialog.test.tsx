import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SubscriptionsDialog } from '@/components/report-subscriptions/shared/subscriptions-dialog';
import type { ReportDelivery, ReportSubscription } from '@/lib/features/report-subscriptions/contract';
import { holder } from '@/tests/support/holder';
import { pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const QUERY = 'report/subscription/query';
const SAVE = 'report/subscription/save';
const LOG = 'report/subscription/deliveries';
const CHOSEN = [{ projectId: 'P-1', projectName: '海棠广场' }];
const PROJECTS = Array.from({ length: 16 }, (_, index) => ({
  projectId: `P-${index}`,
  projectName: index === 1 ? '海棠广场' : `项目${index}号`,
}));

const row = (more: Partial<ReportSubscription>): ReportSubscription => ({
  subscriptionId: 'R-1',
  kind: 'health',
  projects: CHOSEN,
  emailAddress: 'wang@example.com',
  language: 'zh-CN',
  day: 5,
  enabled: true,
  nextDate: '2026-12-05',
  endReason: null,
  endDate: null,
  lastDate: null,
  lastState: null,
  lastReason: null,
  createDate: '2026-11-01 08:00:00',
  ...more,
});
const ROWS = [
  row({ lastDate: '2026-11-05', lastState: 'SENT' }),
  row({ subscriptionId: 'R-2', projects: PROJECTS.slice(0, 3), enabled: false, nextDate: null }),
  row({ subscriptionId: 'R-3', projects: [], endReason: 'optedOut', nextDate: null, kind: 'biweekly', day: null }),
];
const DELIVERIES: ReportDelivery[] = [
  {
    id: '2',
    dueDate: '2026-11-05',
    state: 'NOT_SENT',
    reason: '导出已被限制',
    createDate: '2026-11-05 07:04:00',
    sentDate: null,
    files: [],
  },
];

function show(records: readonly ReportSubscription[] = ROWS, userType: 0 | 1 | 2 = 0) {
  return renderList(
    <SubscriptionsDialog holder={holder(userType, 'HEALTHREPORT_READ')} chosen={CHOSEN} onClose={() => undefined} />,
    {
      [QUERY]: () => ({
        code: 200,
        data: {
          kinds: [
            { kind: 'health', isByDay: true },
            { kind: 'biweekly', isByDay: false },
            { kind: 'monthly', isByDay: true },
          ],
          maxSubscriptions: 20,
          records,
        },
      }),
      [SAVE]: () => ({ code: 200, data: { subscriptionId: 'R-9' } }),
      [LOG]: () => ({ code: 200, data: pageOf(DELIVERIES) }),
      'report/getProjectListByUser': () => ({ code: 200, data: pageOf(PROJECTS) }),
    },
  );
}

afterEach(() => jest.restoreAllMocks());

it('says of each what is sent to whom, when next, how it went last, and why it ended', async () => {
  show();
  await answered();
  const cells = (name: RegExp) => screen.getByRole('row', { name }).textContent;
  expect(cells(/海棠广场/)).toMatch(/项目运行报告.*wang@example\.com.*每月5日.*启用.*2026-12-05.*2026-11-05 已发送/);
  expect(cells(/项目0号等 3 个项目/)).toContain('停用');
  expect(cells(/无可见项目/)).toMatch(/设备双周监测报告.*每个双周报日.*该邮箱已退订/);
});

it('a new one begins with the chosen projects; address and projects are asked for, then it is kept', async () => {
  const { asked } = show();
  await answered();
  await userEvent.click(screen.getByRole('button', { name: '新增订阅' }));
  const form = await screen.findByRole('dialog', { name: '新增订阅' });
  expect(within(form).getByText('海棠广场')).toBeVisible();
  const save = within(form).getByRole('button', { name: '保存' });
  await userEvent.click(save);
  expect(await within(form).findByText('请输入邮箱')).toBeVisible();
  await userEvent.type(within(form).getByRole('textbox', { name: /邮箱/ }), 'li@example.com');
  await userEvent.click(save);
  await waitFor(() => expect(asked(SAVE)).toHaveLength(1));
  expect(asked(SAVE)[0]).toEqual({
    kind: 'health',
    projectIds: ['P-1'],
    emailAddress: 'li@example.com',
    language: 'zh-CN',
    day: 5,
    enabled: true,
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '新增订阅' })).toBeNull());
});

it('biweekly ones are sent on their own days: no day of the month is asked for', async () => {
  const { asked } = show();
  await answered();
  await userEvent.click(screen.getByRole('button', { name: '新增订阅' }));
  const form = await screen.findByRole('dialog', { name: '新增订阅' });
  expect(within(form).getByRole('combobox', { name: /每月发送日/ })).toBeVisible();
  await userEvent.click(within(form).getByRole('combobox', { name: /^报告/ }));
  await userEvent.click(await screen.findByRole('option', { name: '设备双周监测报告' }));
  await userEvent.type(await within(form).findByRole('textbox', { name: /邮箱/ }), 'li@example.com');
  expect(within(form).queryByRole('combobox', { name: /每月发送日/ })).toBeNull();
  await userEvent.click(within(form).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(asked(SAVE)).toHaveLength(1));
  expect(asked(SAVE)[0]).toMatchObject({ kind: 'biweekly', day: null });
});

it('a branch user chooses at most 15 projects', async () => {
  const many = row({ projects: PROJECTS });
  const { asked } = show([many], 2);
  await answered();
  await userEvent.click(screen.getByRole('button', { name: /编辑：/ }));
  const form = await screen.findByRole('dialog', { name: '编辑订阅' });
  await userEvent.click(within(form).getByRole('button', { name: '保存' }));
  expect(await within(form).findByText('项目选择不能超过15个')).toBeVisible();
  expect(asked(SAVE)).toEqual([]);
});

it('its log says what became of each due date', async () => {
  show();
  await answered();
  await userEvent.click(screen.getByRole('button', { name: '发送记录：海棠广场' }));
  const log = await screen.findByRole('dialog', { name: '发送记录' });
  expect(await within(log).findByRole('row', { name: /2026-11-05/ })).toHaveTextContent('未发送');
  expect(within(log).getByText('导出已被限制')).toBeVisible();
});

it('the twentieth is the last', async () => {
  show(Array.from({ length: 20 }, (_, index) => row({ subscriptionId: `R-${index}` })));
  await answered();
  expect(screen.getByRole('button', { name: '新增订阅' })).toBeDisabled();
  expect(screen.getByText('最多20个订阅')).toBeVisible();
});
