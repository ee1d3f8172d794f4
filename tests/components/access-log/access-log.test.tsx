import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessLogList } from '@/components/access-log/access-log-list';
import { AccessLogScreen } from '@/components/access-log/access-log-screen';
import { actionTextOf } from '@/components/access-log/action-text';
import type { ListTexts } from '@/components/kit/list/column-kinds';
import type { AccessLogRow } from '@/lib/features/access-log/contract';
import { firstOf, pageOf, renderList } from '../support/list-screen';
import { holder } from '@/tests/support/holder';

/** Texts that say their own key and values; only these have words. */
const keysAsTexts = (known: readonly string[]): ListTexts =>
  Object.assign(
    (key: string, values?: Record<string, string | number>) =>
      values ? `${key}(${Object.values(values).join(' ')})` : key,
    { has: (key: string) => known.includes(key) },
  );

const row: AccessLogRow = {
  id: '7',
  createDate: '2026-11-21 09:00:00',
  username: 'cn10246',
  nickName: '王工',
  userType: 2,
  ip: '10.0.0.1',
  module: 'equipment',
  action: 'update',
  objectId: '10100001',
  objectName: null,
  method: 'PUT',
  path: 'equipment/10100001',
  operation: 'updateEquipment',
  code: 200,
  durationMs: 12,
  client: 'Web',
  requestId: 'r-7',
};
const failed: AccessLogRow = {
  ...row,
  id: '8',
  createDate: '2026-11-21 10:00:00',
  username: null,
  nickName: null,
  userType: null,
  action: 'refused',
  code: 403,
  durationMs: 3001,
  requestId: 'r-8',
};
const detail = {
  ...row,
  userAgent: 'Firefox',
  params: { equipmentName: '一号梯' },
  diff: { equipmentName: { before: '', after: '一号梯' }, floors: { before: [1, 2], after: [1, 2, 3] } },
};

const show = (who = holder(1, 'API_ACCESS_LOG_READ', 'SUPER_MASTER'), answers: Parameters<typeof renderList>[1] = {}) =>
  renderList(<AccessLogScreen first={firstOf(accessLogList, [row, failed])} holder={who} />, {
    'apiAccessLog/7': () => ({ code: 200, data: detail }),
    'apiAccessLog/query': () => ({ code: 200, data: pageOf([]) }),
    ...answers,
  });
const openDetail = async () => {
  await userEvent.click(screen.getByRole('button', { name: '2026-11-21 09:00:00 equipment/10100001 的详情' }));
  return screen.findByRole('dialog', { name: '审计详情' });
};

afterEach(() => jest.restoreAllMocks());

it('marks failures and calls of more than 3 s by words, and only those', () => {
  show();
  const cells = (time: string) =>
    within(screen.getByRole('row', { name: new RegExp(time) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells('10:00:00')).toEqual(expect.arrayContaining(['403 失败', '3001 缓慢', '被拒', '--']));
  expect(cells('09:00:00')).toEqual(expect.arrayContaining(['200', '12', '修改', '分公司']));
});

it('what was done may take two lines, so that its last words are read: it did not succeed', () => {
  show();
  expect(screen.getByText(/（未成功）$/).parentElement).toHaveAttribute('data-sentence');
});

it('is exported by SUPER_MASTER alone', () => {
  show(holder(1, 'API_ACCESS_LOG_READ'));
  expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
});

it('starts with today and takes at most 31 days', async () => {
  const { asked } = show();
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now());
  await userEvent.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() =>
    expect(asked('apiAccessLog/query')[0]).toMatchObject({
      startTime: today,
      endTime: today,
      sortField: 'createDate',
      sortOrder: 'desc',
    }),
  );
  expect(await screen.findByText('暂无日志')).toBeVisible();
});

it('refuses a range of more than 31 days before it asks', async () => {
  const { asked } = renderList(
    <AccessLogScreen first={firstOf(accessLogList, [row])} holder={holder(1, 'API_ACCESS_LOG_READ', 'SUPER_MASTER')} />,
    { 'apiAccessLog/query': () => ({ code: 200, data: pageOf([row]) }) },
    '?startTime=2026-09-01&endTime=2026-10-15',
  );
  await waitFor(() => expect(asked('apiAccessLog/query')).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: '查询' }));
  expect(await screen.findByText('日期范围不能超过31天', { selector: 'p' })).toBeVisible();
  expect(asked('apiAccessLog/query')).toHaveLength(1);
});

it('a line shows its parameters and what it changed, values that are not texts as they were written', async () => {
  show();
  const dialog = await openDetail();
  expect(await within(dialog).findByText('Firefox')).toBeVisible();
  const changed = (field: string) =>
    within(within(dialog).getByRole('row', { name: new RegExp(`^${field}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent?.replace(/\s/g, ''));
  expect(changed('equipmentName')).toEqual(['空', '一号梯']);
  expect(changed('floors')).toEqual(['[1,2]', '[1,2,3]']);
  expect(within(dialog).getByLabelText('请求参数')).toHaveTextContent('"equipmentName": "一号梯"');
});

it('the request number is copied for support', async () => {
  const user = userEvent.setup();
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  show();
  await user.click(screen.getByRole('button', { name: /09:00:00 .*详情/ }));
  await user.click(await screen.findByRole('button', { name: '复制请求编号' }));
  expect(await screen.findByText('已复制')).toBeInTheDocument();
  expect(copied).toHaveBeenCalledWith('r-7');
});

it('says in the dialog that a line could not be read, and reads it again on request', async () => {
  let isAway = true;
  show(undefined, {
    'apiAccessLog/7': () =>
      isAway
        ? { code: 511, message: '没有权限查看该日志', error: 'no_object_permission' }
        : { code: 200, data: { ...detail, params: null, diff: null } },
  });
  const dialog = await openDetail();
  expect(await within(dialog).findByText('没有权限查看该日志')).toBeVisible();
  isAway = false;
  await userEvent.click(within(dialog).getByRole('button', { name: '重试' }));
  expect(await within(dialog).findByText('没有参数')).toBeVisible();
  expect(within(dialog).getByText('该操作没有修改数据')).toBeVisible();
});

it('says in words what was done, to what, and that it did not succeed', () => {
  const t = keysAsTexts(['said.updateUser']);
  const line = {
    operation: 'updateUser',
    action: 'update',
    path: 'user',
    objectId: 'wang',
    objectName: '王敏',
    code: 200,
  } as const;
  expect(actionTextOf(t, line)).toBe('said.updateUser(王敏)');
  expect(actionTextOf(t, { ...line, code: 409 })).toBe('saidRefused(said.updateUser(王敏))');
  expect(actionTextOf(t, { ...line, operation: 'getUser', action: 'view' })).toBe('saidView(getUser 王敏)');
  expect(actionTextOf(t, { ...line, operation: null, objectId: null, objectName: null })).toBe('saidOther(user )');
});

it('leaves page views out until the switch asks for them', async () => {
  const { asked } = show();
  await userEvent.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(asked('apiAccessLog/query')[0]).toMatchObject({ views: 'hidden' }));
  await userEvent.click(screen.getByRole('switch', { name: '显示查看记录' }));
  await waitFor(() => expect(asked('apiAccessLog/query').at(-1)).toMatchObject({ views: 'shown' }));
});
