import { screen, waitFor, within } from '@testing-library/react';
import { BarsChart } from '@/components/kit/charts/bars';
import { PieChart } from '@/components/kit/charts/pie';
import { RankingChart } from '@/components/kit/charts/ranking';
import type { ChartModel } from '@/lib/platform/charts/model';
import { renderApp } from '../../support/render';

const LONG = '东澜国际机场二号航站楼出发大厅自动人行道第五台与第六台之间的那一台设备五号';
const model = (entries: ChartModel['entries']): ChartModel => ({
  title: '召修',
  entries,
  words: { name: '名称', value: '数量' },
});
const ENTRIES = [
  { name: LONG, value: 30, href: '/callbacklist?equipmentNo=E-1' },
  { name: '乙', value: 10 },
];

/** Pictures come after the text. */
const drawn = () =>
  waitFor(() => expect(document.querySelector('svg.recharts-surface, .recharts-responsive-container')).not.toBeNull());

describe('charts', () => {
  it('carry a table of all figures, each with the way to its rows', async () => {
    renderApp(<BarsChart model={model(ENTRIES)} legend={{ value: '2026年' }} />);
    await drawn();
    const table = screen.getByRole('table', { name: '召修', hidden: true });
    expect(within(table).getByRole('link', { name: '30', hidden: true })).toHaveAttribute(
      'href',
      '/callbacklist?equipmentNo=E-1',
    );
    expect(within(table).getByText(LONG)).toBeInTheDocument();
  });
  it('[STAT-007] cut a long name, which stands whole as its title', () => {
    renderApp(<RankingChart model={model(ENTRIES)} />);
    const cut = screen.getByTitle(LONG);
    expect(cut).toHaveTextContent(`${LONG.slice(0, 32)}…`);
  });
  it('[STAT-005] tell the first five of a ranking apart by five colours and their numbers', () => {
    const five = ['甲', '乙', '丙', '丁', '戊'].map((name, index) => ({ name, value: 9 - index }));
    renderApp(<RankingChart model={model(five)} />);
    const rows = screen.getAllByRole('listitem');
    const colours = rows.map((row) => /var\(--c\d\)/.exec(row.innerHTML)?.[0]);
    expect(new Set(colours).size).toBe(5);
    expect(colours).not.toContain(undefined);
    expect(rows.map((row) => row.textContent?.slice(0, 2))).toEqual(['1甲', '2乙', '3丙', '4丁', '5戊']);
  });
  it('[STAT-010] tell the slices of a pie apart by number, figure and share, not by colour alone', async () => {
    renderApp(<PieChart model={model(ENTRIES)} whole="件已关闭" />);
    await drawn();
    expect(screen.getByText('件已关闭')).toHaveTextContent('40');
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent(/^1.*30\s*75%$/);
    expect(second).toHaveTextContent(/^2乙10\s*25%$/);
  });
  it('say 暂无数据 where there is nothing', () => {
    renderApp(<PieChart model={model([])} />);
    expect(screen.getByText('暂无数据')).toBeInTheDocument();
    expect(screen.queryByRole('list')).toBeNull();
  });
});
