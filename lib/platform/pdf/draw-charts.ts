import type { z } from 'zod';
import { isEmptyChart, isEmptySeries, isFlatSeries } from '@/lib/platform/charts/model';
import { drawPaperChart } from '@/lib/platform/charts/paper-chart';
import type { PaperChart } from '@/lib/platform/charts/paper-options';
import type { Paper } from './paper';

type PaperToDraw = z.output<typeof Paper>;
type Block = PaperToDraw['blocks'][number];
type Half = Extract<Block, { kind: 'pair' }>['left'];

/** px of a chart over the whole width, and over half of it; squares grow with their rows. */
const WIDTH = { whole: 680, half: 335 };
const HEIGHT = 220;
const SQUARE_ROW = 26;
const SQUARE_HEAD = 40;
const RANKING_ROW = 28;

function heightOf(chart: PaperChart): number {
  if (chart.kind === 'squares') return SQUARE_HEAD + chart.model.series.length * SQUARE_ROW;
  return chart.kind === 'ranking' ? Math.max(2, chart.model.entries.length) * RANKING_ROW + 16 : HEIGHT;
}

function isEmpty(chart: PaperChart): boolean {
  switch (chart.kind) {
    case 'bars':
    case 'pie':
    case 'ranking':
      return isEmptyChart(chart.model);
    case 'line':
      return isEmptySeries(chart.model);
    case 'stacked':
    case 'squares':
      return isFlatSeries(chart.model);
  }
}

/** A chart as a figure of the document, or the words that stand in its place. */
function drawn<T extends Block | Half>(block: T, width: number) {
  if (block.kind !== 'chart') return block;
  const { title, chart, alt, caption, empty } = block;
  if (isEmpty(chart)) return { kind: 'text' as const, title, paragraphs: [empty] };
  return {
    kind: 'figure' as const,
    title,
    alt,
    caption,
    svg: drawPaperChart(chart, { width, height: heightOf(chart) }),
  };
}

/** The document with its charts as drawings. */
export function drawCharts(paper: PaperToDraw) {
  const blocks = paper.blocks.map((block) =>
    block.kind === 'pair'
      ? { ...block, left: drawn(block.left, WIDTH.half), right: drawn(block.right, WIDTH.half) }
      : drawn(block, WIDTH.whole),
  );
  return { ...paper, blocks };
}
