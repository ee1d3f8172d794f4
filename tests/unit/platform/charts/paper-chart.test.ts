import { seriesOf, type ChartModel, type SeriesModel } from '@/lib/platform/charts/model';
import { drawPaperChart } from '@/lib/platform/charts/paper-chart';
import type { PaperChart } from '@/lib/platform/charts/paper-options';

const MODEL: ChartModel = {
  title: '召修',
  words: { name: '月份', value: '数量' },
  entries: [
    { name: '1月', value: 12 },
    { name: '2月', value: 345 },
    { name: '3月', value: null },
  ],
};
const SERIES: SeriesModel = {
  title: '召修',
  names: ['1月', '2月', '3月'],
  series: [
    { name: '全部', values: [12, 345, null] },
    { name: '设备原因', values: [4, 0, null] },
  ],
  words: { name: '月份' },
};
const SIZE = { width: 500, height: 240 };
const CHARTS: readonly PaperChart[] = [
  { kind: 'bars', model: MODEL },
  { kind: 'pie', model: MODEL },
  { kind: 'ranking', model: MODEL },
  { kind: 'line', model: SERIES },
  { kind: 'stacked', model: SERIES },
  { kind: 'squares', model: SERIES },
];

describe('a chart on paper', () => {
  it.each(CHARTS.map((chart) => [chart.kind, chart] as const))(
    '%s are drawn without a browser, their figures written on, the same bytes for the same figures',
    (_, chart) => {
      const svg = drawPaperChart(chart, SIZE);
      expect(svg).toMatch(/^<svg width="500" height="240"/);
      expect(svg).toContain('345');
      expect(svg).toContain('2月');
      expect(svg).not.toMatch(/NaN|undefined/);
      expect(drawPaperChart(chart, SIZE)).toBe(svg);
    },
  );
  it('names its series where there are several', () => {
    expect(drawPaperChart({ kind: 'line', model: SERIES }, SIZE)).toContain('设备原因');
    expect(drawPaperChart({ kind: 'line', model: seriesOf(MODEL) }, SIZE)).not.toContain('数量');
  });
  it('puts bars beside those they are compared with', () => {
    const compared = {
      ...MODEL,
      words: { ...MODEL.words, compared: '上月' },
      entries: [{ name: '1月', value: 3, compared: 77 }],
    };
    const svg = drawPaperChart({ kind: 'bars', model: compared }, SIZE);
    expect(svg).toContain('上月');
    expect(svg).toContain('77');
  });
  it('writes a name as text, never as markup', () => {
    const svg = drawPaperChart({ kind: 'bars', model: { ...MODEL, entries: [{ name: '<b>&x', value: 1 }] } }, SIZE);
    expect(svg).not.toContain('<b>');
  });
});
