import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LocalLogScreen } from '@/components/local-log/local-log-screen';
import type { ErrorLogRow } from '@/lib/features/error-log/contract';
import { pageOf, renderList } from '../support/list-screen';
import { holder } from '@/tests/support/holder';

const row: ErrorLogRow = {
  id: '1',
  level: 'error',
  message: 'x is undefined',
  stack: 'at draw (a.js:1)',
  route: '/campus',
  username: 'cn10246',
  userAgent: 'Firefox',
  version: '1.2',
  createDate: '2026-11-21 09:00:00',
};
const warning: ErrorLogRow = {
  ...row,
  id: '2',
  level: 'warn',
  message: 'late',
  stack: null,
  username: null,
  createDate: '2026-11-21 09:05:00',
};

const show = (userType: number) =>
  renderList(<LocalLogScreen username="cn10246" holder={holder(userType)} />, {
    'errorLog/query': () => ({ code: 200, data: pageOf([warning, row]) }),
  });
const openErrors = async () => {
  await userEvent.click(screen.getByRole('tab', { name: '错误日志' }));
  return screen.findByRole('row', { name: /09:00:00/ });
};

afterEach(() => jest.restoreAllMocks());

it('says where a browser allows no storage that nothing can be kept', async () => {
  show(1);
  expect(await screen.findByText('浏览器禁止本地存储，无法记录日志')).toBeVisible();
});

it('the errors of all clients are head office’s alone; their own log asks nobody', async () => {
  const { calls } = show(1);
  await screen.findByText('浏览器禁止本地存储，无法记录日志');
  expect(screen.queryByRole('tab')).toBeNull();
  expect(calls).toEqual([]);
});

it('errors are asked for when their tab is opened, newest first', async () => {
  const { asked } = show(0);
  await screen.findByText('浏览器禁止本地存储，无法记录日志');
  expect(asked('errorLog/query')).toEqual([]);
  expect(within(await openErrors()).getByText('错误')).toBeInTheDocument();
  expect(within(screen.getByRole('row', { name: /09:05:00/ })).getByText('警告')).toBeInTheDocument();
  expect(asked('errorLog/query')).toEqual([
    expect.objectContaining({ sortField: 'createDate', sortOrder: 'desc', pageIndex: 1, pageSize: 15 }),
  ]);
});

it('errors are narrowed by level, account and words', async () => {
  const { asked } = show(0);
  await openErrors();
  await userEvent.click(screen.getByRole('combobox', { name: '级别' }));
  await userEvent.click(await screen.findByRole('option', { name: '警告' }));
  await userEvent.type(screen.getByRole('textbox', { name: '信息 / 页面' }), ' campus {Enter}');
  await waitFor(() => expect(asked('errorLog/query').at(-1)).toMatchObject({ level: 'warn', key: 'campus' }));
});

it('the detail of an error shows its stack, or says that it has none', async () => {
  show(0);
  await openErrors();
  await userEvent.click(screen.getByRole('button', { name: '2026-11-21 09:00:00 的错误详情' }));
  let dialog = await screen.findByRole('dialog', { name: '错误详情' });
  expect(within(dialog).getByLabelText('调用栈')).toHaveTextContent('at draw (a.js:1)');
  await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: '2026-11-21 09:05:00 的错误详情' }));
  dialog = await screen.findByRole('dialog', { name: '错误详情' });
  expect(within(dialog).getByText('没有调用栈')).toBeVisible();
});
