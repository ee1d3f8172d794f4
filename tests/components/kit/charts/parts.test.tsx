import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SquaresChart } from '@/components/kit/charts/squares';
import { StackedChart } from '@/components/kit/charts/stacked';
import { levelOf, type SeriesModel } from '@/lib/platform/charts/model';
import { renderApp } from '../../support/render';

const MODEL: SeriesModel = {
  title: '维保',
  names: ['1月', '2月'],
  series: [
    { name: '完成', values: [3, 8], hrefs: ['/maintenanceList?month=1', '/maintenanceList?month=2'] },
    { name: '逾期', values: [1, null] },
  ],
  words: { name: '月份' },
};

// A picture is drawn where it has room; jsdom measures nothing.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 300));
});
afterEach(() => jest.restoreAllMocks());

describe('stacked bars', () => {
  it('lead from each part to its rows, and carry their sum', async () => {
    renderApp(<StackedChart model={MODEL} />);
    const part = await screen.findByRole('link', { name: '1月 完成 3' });
    expect(part).toHaveAttribute('href', '/maintenanceList?month=1');
    expect([...document.querySelectorAll('text.value')].map(({ textContent }) => textContent).sort()).toEqual([
      '4',
      '8',
    ]);
  });
  it('hand a choice on by Enter', async () => {
    const onSelect = jest.fn();
    renderApp(<StackedChart model={MODEL} onSelect={onSelect} />);
    (await screen.findByRole('button', { name: '1月 逾期 1' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledWith({ series: 1, index: 0 });
  });
  it('say 暂无数据 where nothing has a height, and keep their table', () => {
    renderApp(<StackedChart model={{ ...MODEL, series: [{ name: '完成', values: [0, null] }] }} />);
    expect(screen.getByText('暂无数据')).toBeInTheDocument();
    expect(screen.getByRole('table', { name: '维保', hidden: true })).toHaveTextContent('1月0');
  });
});

describe('intensity squares', () => {
  it('stand in the HTML with their figures, the strongest marked, the unknown apart from zero', () => {
    renderApp(<SquaresChart model={MODEL} />);
    const squares = screen.getByRole('group', { name: '维保' });
    expect(within(squares).getByRole('link', { name: '8' })).toHaveAttribute('href', '/maintenanceList?month=2');
    const levels = [...squares.querySelectorAll('.square')].map((square) => square.getAttribute('data-level'));
    expect(levels).toEqual(['2', '4', '1', null]);
    expect(squares).toHaveTextContent('逾期1-');
  });
  it('are as strong as their share of the largest', () => {
    expect([null, 0, 1, 25, 26, 100].map((value) => levelOf(value, 100))).toEqual([null, 0, 1, 1, 2, 4]);
    expect(levelOf(5, 0)).toBe(0);
  });
});
