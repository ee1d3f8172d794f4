import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LOOK_UP_SIZE } from '@/components/kit/form/use-look-up';
import { FilterBar } from '@/components/kit/list/filter-bar';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { searchBranches } from '@/lib/features/branches/contract';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { answerCalls, renderApp } from '../../support/render';
import type { Call } from '../../support/render';

const BRANCHES = [
  { branchCode: 'B01', branchName: '上海分公司' },
  { branchCode: 'B02', branchName: '北京分公司' },
  { branchCode: 'B03', branchName: '北海分公司' },
];
const choiceOf = ({ branchCode, branchName }: { branchCode: string; branchName: string }) => ({
  value: branchCode,
  label: branchName,
});

/** Answers as the server does: `total` names there are, those that hold what is searched for come. */
function show(total: number, values = '') {
  const onSearch = jest.fn();
  const calls = answerCalls(({ body }: Call) => {
    const records = BRANCHES.filter(({ branchName }) => branchName.includes(String(body.searchKey ?? '')));
    return {
      code: 200,
      data: {
        total: body.searchKey === undefined ? total : records.length,
        pages: 1,
        size: LOOK_UP_SIZE,
        current: 1,
        records,
      },
    };
  });
  renderApp(
    <FilterBar values={{ branchCodes: values }} onSearch={onSearch}>
      <FilterLookUp name="branchCodes" label="分公司" operation={searchBranches} choiceOf={choiceOf} />
    </FilterBar>,
  );
  return { onSearch, asked: () => calls.map(({ body }) => body.searchKey) };
}
const field = () => screen.getByRole('combobox', { name: '分公司' });
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

afterEach(() => jest.restoreAllMocks());

describe('a filter that looks names up', () => {
  it.each([
    ['branches', searchBranches, '分公司'],
    ['projects', searchProjects, '项目'],
  ] as const)('[BRANCH-005] says why when the search of %s is denied', async (_what, operation, label) => {
    answerCalls(() => ({ code: 403, error: 'access_denied', message: '没有权限' }));
    renderApp(
      <>
        <FilterBar values={{ keys: '' }} onSearch={() => undefined}>
          <FilterLookUp name="keys" label={label} operation={operation} choiceOf={() => ({ value: '', label: '' })} />
        </FilterBar>
        <ToastHost />
      </>,
    );
    const told = await screen.findByText('暂无权限，请联系管理员');
    expect(told.closest('[data-sonner-toast]')).toHaveAttribute('data-type', 'error');
    expect(screen.queryByText('没有权限')).toBeNull();
  });

  it('searches by itself where all names came with one answer', async () => {
    const { asked } = show(BRANCHES.length);
    await userEvent.click(field());
    await waitFor(() => expect(names()).toHaveLength(3));
    await userEvent.type(field(), '北');
    expect(names()).toEqual(['北京分公司', '北海分公司']);
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(asked()).toEqual([undefined]);
  });

  it('asks the server where there are more; what is typed stays, and is searched for', async () => {
    const { asked } = show(LOOK_UP_SIZE + 1, 'B01');
    await userEvent.click(field());
    await waitFor(() => expect(names()).toHaveLength(3));
    await userEvent.type(field(), '北京');
    await waitFor(() => expect(names()).toEqual(['北京分公司']));
    expect([asked()[0], asked().at(-1)]).toEqual([undefined, '北京']);
    expect(field()).toHaveValue('北京');
  });

  it('keeps the names of what was chosen before, and searches for all of them together', async () => {
    const { onSearch } = show(LOOK_UP_SIZE + 1, 'B01');
    expect(await screen.findByText('上海分公司')).toBeVisible();
    await userEvent.type(field(), '北海');
    await waitFor(() => expect(names()).toEqual(['北海分公司']));
    await userEvent.click(screen.getByRole('option', { name: '北海分公司' }));
    await userEvent.tab();
    expect(screen.getByText('上海分公司')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(onSearch).toHaveBeenCalledWith({ branchCodes: 'B01,B03' });
  });
});
