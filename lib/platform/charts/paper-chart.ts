import { BarChart, HeatmapChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, VisualMapComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import { paperOptionOf, type PaperChart, type PaperOption } from './paper-options';

/** Charts on paper: the same model in ink, as SVG, drawn without a browser (docs/decisions/017-paper.md). */

register([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LabelLayout,
  LegendComponent,
  VisualMapComponent,
  SVGRenderer,
]);

export interface PaperSize {
  /** px */
  readonly width: number;
  readonly height: number;
}

const FONT = 'Noto Sans SC';
const TEXT = '#16202b';
/** Kinds whose parts lie beside each other, so that their greys alone would not tell them apart. */
const PATTERNED = new Set<PaperChart['kind']>(['pie', 'stacked']);

/** The renderer counts its charts in names that a browser would need: without them the same figures are the same bytes. */
const withoutNumbers = (svg: string): string =>
  svg
    .replaceAll(/<style[^]*?<\/style>/g, '')
    .replaceAll(/ class="zr[^"]*"/g, '')
    .replaceAll(/zr\d+-/g, 'zr-');

/** An SVG of the chart. One without a figure is drawn empty; what stands in its place is the document's to say. */
export function drawPaperChart(chart: PaperChart, size: PaperSize): string {
  const canvas = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    canvas.setOption<PaperOption>({
      animation: false,
      textStyle: { fontFamily: FONT, fontSize: 11, color: TEXT },
      aria: { enabled: true, decal: { show: PATTERNED.has(chart.kind) } },
      ...paperOptionOf(chart),
    });
    return withoutNumbers(canvas.renderToSVGString());
  } finally {
    canvas.dispose();
  }
}
