import { isEmptyChart } from '@/lib/platform/charts/model';
import type { ChartModel, SeriesModel } from '@/lib/platform/charts/model';
import type { Language } from '@/lib/platform/i18n/languages';
import type { Paper, PaperBlock } from '@/lib/platform/pdf/paper';
import type { ReportTable } from '@/lib/platform/pdf/report-table';
import type { ReportDocument } from './document-shape';

/** The document on paper. Pure. */

const MAX_LABEL = 200;
const cut = (text: string, most = MAX_LABEL) =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text;

const chartWords = (entries: readonly string[], title: string) => cut(`${title}: ${entries.join(', ')}`);

export function paperOf(document: ReportDocument, language: Language, madeAt: number): Paper {
  const { labels, sections } = document;
  const line = (model: SeriesModel) => ({
    kind: 'chart' as const,
    title: model.title,
    chart: { kind: 'line' as const, model: withoutLinks(model) },
    alt: chartWords(
      model.names.map((name, index) => `${name} ${model.series.map(({ values }) => values[index] ?? '-').join('/')}`),
      model.title,
    ),
    empty: labels.noData,
  });
  const entries = (kind: 'pie' | 'ranking', { title, entries: all, words }: ChartModel) => ({
    kind: 'chart' as const,
    title,
    chart: { kind, model: { title, words, entries: all.map(({ name, value }) => ({ name: cut(name), value })) } },
    alt: chartWords(
      all.map(({ name, value }) => `${name} ${value ?? '-'}`),
      title,
    ),
    empty: labels.noData,
  });
  const blocks: PaperBlock[] = [
    { kind: 'section', title: sections.basic },
    {
      kind: 'properties',
      columns: 2,
      rows: document.facts.map(({ label, value }) => ({ label, value: cut(value, 4000) })),
    },
    { kind: 'section', title: sections.indicators },
    {
      kind: 'figures',
      figures: document.figures.map(({ label, value, unit, target, definition }) => ({
        label,
        value,
        unit,
        target,
        definition,
      })),
    },
    line(document.trend),
    { kind: 'pair', left: entries('pie', document.reasons), right: entries('ranking', document.top) },
    ...(document.entrapments ? [line(document.entrapments)] : []),
    { kind: 'section', title: sections.intensity },
    ...document.intensity.map(({ title, bands, levels, top }): PaperBlock => ({
      kind: 'pair',
      left: entries('ranking', {
        ...bands,
        title,
        entries: bands.entries.map((entry, index) => ({
          ...entry,
          name: levels[index] ? `${entry.name} ${levels[index]}` : entry.name,
        })),
      }),
      right: entries('ranking', isEmptyChart(top) ? { ...top, entries: [] } : top),
    })),
    ...(document.intensity.length === 0 ? [{ kind: 'text' as const, paragraphs: [labels.noData] }] : []),
    { kind: 'section', title: sections.diagnosis },
    { kind: 'text', paragraphs: document.suggestions.map((text) => cut(text, 4000)) },
    { kind: 'break', isLandscape: true },
    { kind: 'section', title: sections.details },
    ...document.tables.map(tableOf),
    { kind: 'notes', title: sections.notes, items: [...document.notes] },
  ];
  return {
    language,
    title: document.title,
    subject: cut(document.subject),
    foot: cut(`${document.title} · ${document.subject}`, 120),
    madeAt,
    cover: {
      brand: document.brand,
      lines: [
        { label: labels.window, value: document.window },
        { label: labels.madeAt, value: document.madeAt },
      ],
      summary: [...document.summary],
    },
    blocks,
  };
}

const tableOf = ({ title, empty, columns, rows }: ReportTable): PaperBlock => ({
  kind: 'items',
  title,
  empty,
  columns: columns.map(({ head, share, isNumber }) => ({ head, share, align: isNumber ? 'end' : 'start' })),
  rows: rows.map((row) => row.map((cell) => cut(cell, 4000))),
});

const withoutLinks = ({ title, names, series, words, unit }: SeriesModel) => ({
  title,
  names: [...names],
  series: series.map(({ name, values }) => ({ name, values: [...values] })),
  words,
  unit,
});
