import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { branchList } from '@/components/branches/branch-list';
import { BranchListScreen } from '@/components/branches/branch-list-screen';
import { firstPage, listInput, readListState } from '@/components/kit/list/list-query';
import type { BranchRow } from '@/lib/features/branches/contract';
import { answerCalls, renderApp } from '../support/render';

const row: BranchRow = {
  branchCode: 'B01',
  branchId: '1',
  branchName: '上海分公司',
  branchFullName: '上海分公司',
  id: '1',
  code: 'B01',
  name: '上海分公司',
};

function show(answer: Parameters<typeof answerCalls>[0], hasFirst = true) {
  const calls = answerCalls(answer);
  const first = firstPage(
    listInput(branchList, readListState(branchList, {})),
    hasFirst ? { total: 1, records: [row] } : undefined,
  );
  renderApp(
    <NuqsTestingAdapter hasMemory>
      <BranchListScreen first={first} />
    </NuqsTestingAdapter>,
  );
  return calls;
}

afterEach(() => jest.restoreAllMocks());

describe('the branch list', () => {
  it('[BRANCH-001] is a table to read, of code and name', () => {
    show(() => ({ code: 200, data: null }));
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '分公司编码',
      '分公司名称',
    ]);
    expect(
      screen
        .getAllByRole('rowheader')
        .concat(screen.getAllByRole('cell'))
        .map(({ textContent }) => textContent),
    ).toEqual(['B01', '上海分公司']);
    expect(screen.queryByRole('button', { name: /新增|修改|删除|导出/ })).toBeNull();
  });
  it('[BRANCH-002] is searched by code or name', async () => {
    const calls = show(() => ({ code: 200, data: { total: 0, pages: 0, size: 15, current: 1, records: [] } }));
    await userEvent.type(screen.getByRole('textbox', { name: '编码 / 名称' }), '北京{Enter}');
    await waitFor(() => expect(calls[0]).toMatchObject({ path: 'branch/search', body: { searchKey: '北京' } }));
  });
  it('[BRANCH-005] shows the escalator error message when the search is denied', async () => {
    show(() => ({ code: 403, error: 'access_denied', message: '没有权限' }), false);
    expect(await screen.findByText('暂无权限，请联系管理员')).toBeVisible();
    expect(screen.queryByText('没有权限')).toBeNull();
  });
  it('shows every other failure in its own words, also another 403', async () => {
    show(() => ({ code: 403, error: 'csrf_failed', message: '请求来源不正确' }), false);
    expect(await screen.findByText('请求来源不正确')).toBeVisible();
    expect(screen.queryByText('暂无权限，请联系管理员')).toBeNull();
  });
});
