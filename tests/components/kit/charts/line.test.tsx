import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LineChart } from '@/components/kit/charts/line';
import { figurePlace, isFigureShown } from '@/lib/platform/charts/line-figures';
import type { SeriesModel } from '@/lib/platform/charts/model';
import { renderApp } from '../../support/render';

const MODEL: SeriesModel = {
  title: '召修走势',
  names: ['2026-01', '2026-02', '2026-03'],
  series: [
    { name: '全部', values: [12, null, 1345], hrefs: ['/callbacklist?month=1', undefined, '/callbacklist?month=3'] },
    { name: '设备原因', values: [3, 0, 7] },
  ],
  words: { name: '月份' },
};

// A picture is drawn where it has room; jsdom measures nothing.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 300));
});
afterEach(() => jest.restoreAllMocks());

const drawn = () => waitFor(() => expect(document.querySelectorAll('.recharts-line')).toHaveLength(2));

describe('lines', () => {
  it('carry a table of every value, and what nobody knows is no zero', async () => {
    renderApp(<LineChart model={MODEL} />);
    await drawn();
    const rows = within(screen.getByRole('table', { name: '召修走势', hidden: true })).getAllByRole('row', {
      hidden: true,
    });
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '月份全部设备原因',
      '2026-01123',
      '2026-02-0',
      '2026-031,3457',
    ]);
  });

  it('lead from a point to its rows, and a point of zero or of nothing leads nowhere', async () => {
    renderApp(<LineChart model={MODEL} />);
    expect(await screen.findByRole('link', { name: '2026-03 全部 1,345' })).toHaveAttribute(
      'href',
      '/callbacklist?month=3',
    );
    // Two points, and the same two in the table.
    expect(screen.getAllByRole('link')).toHaveLength(4);
  });

  it('hand a choice on, by click and by Enter', async () => {
    const onSelect = jest.fn();
    renderApp(<LineChart model={MODEL} onSelect={onSelect} />);
    const point = await screen.findByRole('button', { name: '2026-01 设备原因 3' });
    await userEvent.click(point);
    point.focus();
    await userEvent.keyboard('{Enter}');
    expect(onSelect.mock.calls).toEqual([[{ series: 1, index: 0 }], [{ series: 1, index: 0 }]]);
    expect(screen.queryByRole('button', { name: '2026-02 设备原因 0' })).toBeNull();
  });

  it('say 暂无数据 where no value is known, and draw zeros that are', async () => {
    const of = (values: (number | null)[]) => ({ ...MODEL, series: [{ name: '全部', values }] });
    const { unmount } = renderApp(<LineChart model={of([null, null, null])} />);
    expect(screen.getByText('暂无数据')).toBeInTheDocument();
    unmount();
    renderApp(<LineChart model={of([0, 0, 0])} />);
    expect(screen.queryByText('暂无数据')).toBeNull();
  });

  it('write percents with their sign', async () => {
    renderApp(
      <LineChart model={{ ...MODEL, unit: 'percent', series: [{ name: '可用率', values: [99.99, 100, null] }] }} />,
    );
    expect(screen.getByRole('table', { hidden: true })).toHaveTextContent('99.99%');
  });
});

describe('the figures of lines', () => {
  it('stand above the largest and below the other of two, once where both are the same', () => {
    expect([figurePlace([5, 3], 0), figurePlace([5, 3], 1)]).toEqual(['above', 'below']);
    expect([figurePlace([3, 3], 0), figurePlace([3, 3], 1)]).toEqual(['above', null]);
    expect([figurePlace([1, 2, 3], 0), figurePlace([1, 2, 3], 2)]).toEqual([null, 'above']);
    expect([figurePlace([9, 0], 1), figurePlace([1, 0], 1, 20), figurePlace([9, 0], 1, 0)]).toEqual([
      'above',
      null,
      'below',
    ]);
    expect([figurePlace([null, 2], 0), figurePlace([null, 2], 1)]).toEqual([null, 'above']);
  });
  it('are fewer where there are many points, the last one always among them', () => {
    const shown = (step: number) => Array.from({ length: 12 }, (_, index) => isFigureShown(index, 12, step, 3));
    expect(shown(60).every(Boolean)).toBe(true);
    expect(shown(20).filter(Boolean)).toHaveLength(6);
    expect(shown(1).filter(Boolean)).toHaveLength(1);
    expect(shown(20).at(-1)).toBe(true);
  });
});
