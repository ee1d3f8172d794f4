import type { ChartModel, SeriesModel } from '@/lib/platform/charts/model';
import type { PaperBlock } from './paper';
import type { ReportTable } from './report-table';

/** Parts of reports as blocks of paper. Pure. */

const MAX_LABEL = 200;
const MAX_WORDS = 4000;

const shortened = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text;
/** What a line of a chart, a title or a head may be. */
export const cutLabel = (text: string, most = MAX_LABEL) => shortened(text, most);
/** What a cell or a sentence may be. */
export const cutWords = (text: string) => shortened(text, MAX_WORDS);

/** @param empty stands instead of a chart without values */
export const lineBlock = ({ title, names, series, words, unit }: SeriesModel, empty: string) => ({
  kind: 'chart' as const,
  title,
  chart: {
    kind: 'line' as const,
    model: {
      title,
      names: [...names],
      series: series.map(({ name, values }) => ({ name, values: [...values] })),
      words,
      unit,
    },
  },
  alt: cutLabel(
    `${title}: ${names.map((name, at) => `${name} ${series.map(({ values }) => values[at] ?? '-').join('/')}`).join(', ')}`,
  ),
  empty,
});

/** @param empty stands instead of a chart without values */
export const entriesBlock = (
  kind: 'pie' | 'bars' | 'ranking',
  { title, entries, words }: ChartModel,
  empty: string,
) => ({
  kind: 'chart' as const,
  title,
  chart: {
    kind,
    model: { title, words, entries: entries.map(({ name, value }) => ({ name: cutLabel(name), value })) },
  },
  alt: cutLabel(`${title}: ${entries.map(({ name, value }) => `${name} ${value ?? '-'}`).join(', ')}`),
  empty,
});

export const tableBlock = ({ title, empty, columns, rows, total }: ReportTable): PaperBlock => ({
  kind: 'items',
  title,
  empty,
  columns: columns.map(({ head, share, isNumber }) => ({ head, share, align: isNumber ? 'end' : 'start' })),
  rows: rows.map((row) => row.map(cutWords)),
  ...(total ? { total: [...total] } : {}),
});
