import type { BarSeriesOption, HeatmapSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import type { GridComponentOption, LegendComponentOption, VisualMapComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { figurePlace } from './line-figures';
import {
  cutName,
  fitName,
  LEVELS,
  levelOf,
  mostOf,
  seriesOf,
  shareOf,
  sumOfEntries,
  type ChartModel,
  type ChartUnit,
  type SeriesModel,
} from './model';

/** What each kind of chart is in ink. Pure: options for the renderer of `paper-chart.ts`. */

export type PaperOption = ComposeOption<
  | BarSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | VisualMapComponentOption
>;

const INK = { text: '#16202b', muted: '#536274', line: '#c9d2dc', bar: '#3a4c63', paper: '#ffffff' };
/** Greys that stay apart in print; patterns, dashes and figures say the rest. */
const GREYS = ['#16202b', '#536274', '#7f8d9d', '#a3b0bd', '#c9d2dc', '#e5eaef'];
const SQUARES = ['#ffffff', '#e5eaef', '#c9d2dc', '#7f8d9d', '#3a4c63'];
const DASHES = ['solid', 'dashed', 'dotted'] as const;
const SYMBOLS = ['circle', 'rect', 'diamond', 'triangle', 'arrow', 'pin'];
/** Longest names: below an axis, beside a slice, beside a row of squares. */
const NAMES = { axis: 8, row: 12 };
/** What fits beside a ring with its figures, in a line of its own, and before the bars of a ranking, in cells. */
const CELLS = { slice: 15, sliceLine: 28, ranking: 20 };

const wordsOf = (value: unknown, unit: ChartUnit = 'count'): string => {
  if (typeof value !== 'number') return '';
  const figure = new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value);
  return unit === 'percent' ? `${figure}%` : figure;
};

/** Names below, figures at the left; with several series their legend above. */
function axesOf({ names, series, unit }: SeriesModel): PaperOption {
  const hasLegend = series.length > 1;
  return {
    grid: { left: 44, right: 12, top: hasLegend ? 48 : 24, bottom: 28 },
    legend: { show: hasLegend, top: 0, left: 40, textStyle: { color: INK.muted }, itemWidth: 24, itemHeight: 10 },
    xAxis: {
      type: 'category',
      data: names.map((name) => cutName(name, NAMES.axis)),
      axisTick: { show: false },
      axisLabel: { color: INK.muted, hideOverlap: true, interval: names.length > 14 ? 'auto' : 0 },
      axisLine: { lineStyle: { color: INK.muted } },
    },
    yAxis: {
      type: 'value',
      minInterval: unit === 'percent' ? 0 : 1,
      axisLabel: { color: INK.muted, formatter: (value: number) => wordsOf(value, unit) },
      splitLine: { lineStyle: { color: INK.line } },
    },
  };
}

const label = (unit: ChartUnit | undefined, position: 'top' | 'inside' | 'right') =>
  ({
    show: true,
    position,
    color: INK.text,
    formatter: ({ value }: { value: unknown }) => wordsOf(value, unit),
  }) as const;

const valueOf = (value: number | null) => value ?? '-';

/** Bars, and as hollow ones beside them what they are compared with. */
function bars(model: ChartModel): PaperOption {
  const lines = seriesOf(model);
  return {
    ...axesOf(lines),
    series: lines.series.map(({ name, values }, at) => ({
      type: 'bar',
      name,
      data: values.map(valueOf),
      itemStyle: at === 0 ? { color: INK.bar } : { color: INK.paper, borderColor: INK.bar, borderWidth: 1 },
      label: label(undefined, 'top'),
    })),
  };
}

function line(model: SeriesModel): PaperOption {
  const most = mostOf(model);
  const placeOf = (index: number, at: number) =>
    figurePlace(
      model.series.map(({ values }) => values[index] ?? null),
      at,
      most,
    );
  return {
    ...axesOf(model),
    series: model.series.map(({ name, values }, at) => ({
      type: 'line',
      name,
      data: values.map((value, index) => ({
        value: valueOf(value),
        label: {
          show: placeOf(index, at) !== null,
          position: placeOf(index, at) === 'below' ? ('bottom' as const) : ('top' as const),
        },
      })),
      symbol: SYMBOLS[at % SYMBOLS.length],
      symbolSize: 6,
      lineStyle: { color: GREYS[at], width: 1.5, type: DASHES[at % DASHES.length] },
      itemStyle: { color: GREYS[at] },
      label: label(model.unit, 'top'),
      labelLayout: { hideOverlap: true },
    })),
  };
}

/** Parts of bars; a part of nothing has no figure. */
function stacked(model: SeriesModel): PaperOption {
  return {
    ...axesOf(model),
    color: GREYS,
    series: model.series.map(({ name, values }, at) => ({
      type: 'bar',
      name,
      stack: 'all',
      data: values.map((value) => value || '-'),
      itemStyle: { borderColor: INK.paper, borderWidth: 1 },
      // Patterns lie under the figures: a ground of paper keeps them readable.
      label: { ...label(model.unit, 'inside'), backgroundColor: INK.paper, padding: [1, 3], borderRadius: 2 },
      labelLayout: { hideOverlap: true },
      z: at + 2,
    })),
  };
}

/** A ring; beside it each entry with its value and share, so that no name has to fit around it. */
function pie(model: ChartModel): PaperOption {
  const sum = sumOfEntries(model.entries);
  const told = new Map(
    model.entries.map(({ name, value }, index) => {
      const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(
        shareOf(value, sum),
      );
      const figures = `${wordsOf(value ?? 0)} (${share})`;
      const isLong = fitName(name, CELLS.slice) !== name;
      return [String(index), isLong ? `${fitName(name, CELLS.sliceLine)}\n${figures}` : `${name} ${figures}`];
    }),
  );
  return {
    color: GREYS,
    legend: {
      orient: 'vertical',
      left: '46%',
      top: 'middle',
      itemWidth: 12,
      itemHeight: 12,
      textStyle: { color: INK.text },
      formatter: (name: string) => told.get(name) ?? name,
    },
    series: [
      {
        type: 'pie',
        center: ['24%', '50%'],
        radius: ['34%', '66%'],
        data: model.entries.map(({ value }, index) => ({ name: String(index), value: value ?? 0 })),
        itemStyle: { borderColor: INK.paper, borderWidth: 1 },
        label: { show: false },
      },
    ],
  };
}

/** Bars that lie: long names at the left, figures behind them. */
function ranking(model: ChartModel): PaperOption {
  return {
    grid: { left: 136, right: 56, top: 8, bottom: 8 },
    xAxis: { type: 'value', show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: model.entries.map(({ name }) => fitName(name, CELLS.ranking)),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { color: INK.text, interval: 0, width: 124, overflow: 'truncate', ellipsis: '…' },
    },
    series: [
      {
        type: 'bar',
        data: model.entries.map(({ value }) => valueOf(value)),
        barMaxWidth: 16,
        itemStyle: { color: INK.bar },
        label: label(undefined, 'right'),
      },
    ],
  };
}

/** A square a value, the darker the more, the figure in it. */
function squares(model: SeriesModel): PaperOption {
  const most = mostOf(model);
  const { names, series, unit } = model;
  const data = series.flatMap(({ values }, row) =>
    values.map((value, column) => {
      const level = levelOf(value, most);
      return {
        value: [column, row, level ?? 0],
        label: {
          color: (level ?? 0) > 2 ? INK.paper : INK.text,
          formatter: value === null ? '-' : wordsOf(value, unit),
        },
      };
    }),
  );
  return {
    grid: { left: 110, right: 12, top: 28, bottom: 8 },
    xAxis: {
      type: 'category',
      position: 'top',
      data: names.map((name) => cutName(name, NAMES.axis)),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { color: INK.muted, interval: 0 },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: series.map(({ name }) => cutName(name, NAMES.row)),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { color: INK.text },
    },
    visualMap: {
      show: false,
      type: 'piecewise',
      pieces: Array.from({ length: LEVELS + 1 }, (_, level) => ({ value: level, color: SQUARES[level] ?? INK.bar })),
    },
    series: [{ type: 'heatmap', data, label: { show: true }, itemStyle: { borderColor: INK.line, borderWidth: 1 } }],
  };
}

/** A chart on paper: its kind and what it says. */
export type PaperChart =
  | { readonly kind: 'bars' | 'pie' | 'ranking'; readonly model: ChartModel }
  | { readonly kind: 'line' | 'stacked' | 'squares'; readonly model: SeriesModel };

export function paperOptionOf(chart: PaperChart): PaperOption {
  switch (chart.kind) {
    case 'bars':
      return bars(chart.model);
    case 'pie':
      return pie(chart.model);
    case 'ranking':
      return ranking(chart.model);
    case 'line':
      return line(chart.model);
    case 'stacked':
      return stacked(chart.model);
    case 'squares':
      return squares(chart.model);
  }
}
