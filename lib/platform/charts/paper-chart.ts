import { BarChart, LineChart, PieChart } from 'echarts/charts';
import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import { AriaComponent, GridComponent } from 'echarts/components';
import type { GridComponentOption } from 'echarts/components';
import { init, use as register, type ComposeOption } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { cutName, type ChartModel } from './model';

/** Charts on paper: the same model in ink, as SVG, drawn without a browser (docs/decisions/017-paper.md). */

register([BarChart, LineChart, PieChart, GridComponent, AriaComponent, SVGRenderer]);

type Option = ComposeOption<BarSeriesOption | LineSeriesOption | PieSeriesOption | GridComponentOption>;

export interface PaperSize {
  /** px */
  readonly width: number;
  readonly height: number;
}

const INK = { text: '#16202b', muted: '#536274', line: '#c9d2dc', bar: '#3a4c63' };
/** Greys that stay apart in print; patterns and figures say the rest. */
const GREYS = ['#16202b', '#536274', '#7f8d9d', '#a3b0bd', '#c9d2dc', '#e5eaef'];
const FONT = 'Noto Sans SC';

const valuesOf = ({ entries }: ChartModel) => entries.map(({ value }) => value ?? '-');

function axesOf(model: ChartModel): Option {
  return {
    grid: { left: 44, right: 8, top: 24, bottom: 28 },
    xAxis: {
      type: 'category',
      data: model.entries.map(({ name }) => cutName(name, 8)),
      axisTick: { show: false },
      axisLabel: { color: INK.muted, interval: 0 },
      axisLine: { lineStyle: { color: INK.muted } },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      axisLabel: { color: INK.muted },
      splitLine: { lineStyle: { color: INK.line } },
    },
  };
}

const written = { show: true, position: 'top', color: INK.text } as const;

const KINDS: Readonly<Record<'bars' | 'line' | 'pie', (model: ChartModel) => Option>> = {
  bars: (model) => ({
    ...axesOf(model),
    series: [{ type: 'bar', data: valuesOf(model), itemStyle: { color: INK.bar }, label: written }],
  }),
  line: (model) => ({
    ...axesOf(model),
    series: [
      {
        type: 'line',
        data: valuesOf(model),
        symbol: 'circle',
        symbolSize: 6,
        lineStyle: { color: INK.bar, width: 1.5 },
        itemStyle: { color: INK.bar },
        label: written,
      },
    ],
  }),
  pie: (model) => ({
    color: GREYS,
    series: [
      {
        type: 'pie',
        radius: ['38%', '62%'],
        data: model.entries.map(({ name, value }) => ({ name: cutName(name, 16), value: value ?? 0 })),
        itemStyle: { borderColor: '#ffffff', borderWidth: 1 },
        label: { color: INK.text, formatter: '{b} {c} ({d}%)' },
      },
    ],
  }),
};

/** The renderer counts its charts in names that a browser would need: without them the same figures are the same bytes. */
const withoutNumbers = (svg: string): string =>
  svg
    .replaceAll(/<style[^]*?<\/style>/g, '')
    .replaceAll(/ class="zr[^"]*"/g, '')
    .replaceAll(/zr\d+-/g, 'zr-');

/** An SVG of the model. A chart without a figure is drawn empty; what stands in its place is the document's to say. */
export function drawPaperChart(kind: keyof typeof KINDS, model: ChartModel, size: PaperSize): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption<Option>({
      animation: false,
      textStyle: { fontFamily: FONT, fontSize: 11, color: INK.text },
      aria: { enabled: true, decal: { show: kind === 'pie' } },
      ...KINDS[kind](model),
    });
    return withoutNumbers(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}
