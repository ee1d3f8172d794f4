import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { presetDays, spanOf } from '@/components/kit/list/date-presets';
import { FilterBar } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterMonths } from '@/components/kit/list/filter-month';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import { defineList, monthFilter, readListState, textFilter } from '@/components/kit/list/list-query';
import { renderApp } from '../../support/render';
import { queryLifts } from './support';

const CHOICES = ['NEW', 'OPEN', 'DONE'].map((value) => ({ value, label: `状态${value}` }));
const list = defineList({
  name: 'test',
  rowKey: 'no',
  operation: queryLifts,
  filters: { state: textFilter(), startMonth: monthFilter(), endMonth: monthFilter() },
  sortFields: ['no'],
  choices: { state: ['NEW', 'OPEN', 'DONE'] },
  lists: ['state'],
});

describe('several values of one choice', () => {
  it('stand in the address; what is none of them is left out', () => {
    expect(readListState(list, { state: 'OPEN,x, NEW' }).filters.state).toBe('OPEN,NEW');
    expect(readListState(list, { state: 'x' }).filters.state).toBe('');
  });
  it('are chosen one after the other and searched for together, in the order of the choices', async () => {
    const onSearch = jest.fn();
    renderApp(
      <FilterBar values={{ state: '' }} onSearch={onSearch}>
        <FilterSeveral name="state" label="状态" choices={CHOICES} />
      </FilterBar>,
    );
    const field = screen.getByRole('combobox', { name: /状态/ });
    expect(field).toHaveTextContent('全部');
    await userEvent.click(field);
    for (const name of ['状态DONE', '状态NEW']) await userEvent.click(screen.getByRole('option', { name }));
    await userEvent.keyboard('{Escape}');
    expect(field).toHaveTextContent('状态NEW、状态DONE');
    expect(onSearch).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(onSearch).toHaveBeenLastCalledWith({ state: 'NEW,DONE' });
  });
});

describe('the usual ranges of days', () => {
  const now = Date.parse('2026-03-01T00:30:00+08:00');
  it('are days of Shanghai, whatever the hour elsewhere', () => {
    expect(presetDays('today', now)).toEqual({ startDate: '2026-03-01', endDate: '2026-03-01' });
    expect(presetDays('yesterday', now)).toEqual({ startDate: '2026-02-28', endDate: '2026-02-28' });
    expect(presetDays('last7', now)).toEqual({ startDate: '2026-02-23', endDate: '2026-03-01' });
    expect(presetDays('thisMonth', now)).toEqual({ startDate: '2026-03-01', endDate: '2026-03-01' });
    expect(presetDays('lastMonth', now)).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
    expect(presetDays('lastMonth', Date.parse('2026-01-15T12:00:00+08:00'))).toEqual({
      startDate: '2025-12-01',
      endDate: '2025-12-31',
    });
    expect(spanOf(presetDays('last30', now))).toBe(30);
  });
  it('fill both ends and ask for nothing yet; longer ones than the list takes are not offered', async () => {
    const onSearch = jest.fn();
    renderApp(
      <FilterBar values={{ startDate: '', endDate: '' }} onSearch={onSearch}>
        <FilterDates label="时间" isRequired maxDays={7} />
      </FilterBar>,
    );
    await userEvent.click(screen.getByRole('button', { name: '常用日期' }));
    const offered = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(offered).toEqual(expect.arrayContaining(['今天', '昨天', '近7天']));
    expect(offered).not.toContain('近30天');
    await userEvent.click(screen.getByRole('menuitem', { name: '昨天' }));
    expect(onSearch).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(onSearch).toHaveBeenCalledWith(presetDays('yesterday'));
  });
});

describe('a range of months', () => {
  it('is read from the address, month by month', () => {
    expect(readListState(list, { startMonth: '2026-02', endMonth: '2026-13' }).filters).toMatchObject({
      startMonth: '2026-02',
      endMonth: '',
    });
  });
  it.each([
    ['the wrong way round', '2026-03', '2026-02', '开始月份不能大于结束月份'],
    ['more months than allowed', '2025-03', '2026-03', '月份范围不能超过12个月'],
    ['one end', '', '2026-03', '开始月份和结束月份必须选择'],
    ['all allowed months', '2025-04', '2026-03', undefined],
  ])('with %s', async (_what, startMonth, endMonth, problem) => {
    const onSearch = jest.fn();
    renderApp(
      <FilterBar values={{ startMonth, endMonth }} onSearch={onSearch}>
        <FilterMonths label="月份" maxMonths={12} />
      </FilterBar>,
    );
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    if (problem) expect(screen.getByText(problem)).toBeVisible();
    expect(onSearch.mock.calls).toEqual(problem ? [] : [[{ startMonth, endMonth }]]);
  });
});
