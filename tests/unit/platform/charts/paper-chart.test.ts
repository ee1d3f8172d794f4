import type { ChartModel } from '@/lib/platform/charts/model';
import { drawPaperChart } from '@/lib/platform/charts/paper-chart';

const MODEL: ChartModel = {
  title: '召修',
  words: { name: '月份', value: '数量' },
  entries: [
    { name: '1月', value: 12 },
    { name: '2月', value: 345 },
    { name: '3月', value: null },
  ],
};
const SIZE = { width: 500, height: 240 };

describe('a chart on paper', () => {
  it.each(['bars', 'line', 'pie'] as const)('%s are drawn without a browser, their figures written on', (kind) => {
    const svg = drawPaperChart(kind, MODEL, SIZE);
    expect(svg).toMatch(/^<svg width="500" height="240"/);
    expect(svg).toContain('345');
    expect(svg).toContain('2月');
    expect(svg).not.toMatch(/NaN|undefined/);
  });
  it.each(['bars', 'pie'] as const)('%s are the same bytes for the same figures', (kind) => {
    const once = drawPaperChart(kind, MODEL, SIZE);
    expect(drawPaperChart(kind, MODEL, SIZE)).toBe(once);
  });
  it('writes a name as text, never as markup', () => {
    const svg = drawPaperChart('bars', { ...MODEL, entries: [{ name: '<b>&x', value: 1 }] }, SIZE);
    expect(svg).not.toContain('<b>');
  });
});
