import type { ChartModel, SeriesModel } from '@/lib/platform/charts/model';
import type { Language } from '@/lib/platform/i18n/languages';
import type { Paper, PaperBlock } from '@/lib/platform/pdf/paper';
import type { UnitReportDocument, UnitReportPart } from './document-shape';

/** The document on paper. Pure. */

const MAX_LABEL = 200;
const MAX_WORDS = 4000;
const cut = (text: string, most = MAX_LABEL) =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text;

function lineOf({ title, names, series, words, unit }: SeriesModel, empty: string) {
  return {
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
    alt: cut(
      `${title}: ${names.map((name, at) => `${name} ${series.map(({ values }) => values[at] ?? '-').join('/')}`).join(', ')}`,
    ),
    empty,
  };
}

function entriesOf(kind: 'pie' | 'bars', { title, entries, words }: ChartModel, empty: string) {
  return {
    kind: 'chart' as const,
    title,
    chart: {
      kind,
      model: { title, words, entries: entries.map(({ name, value }) => ({ name: cut(name), value })) },
    },
    alt: cut(`${title}: ${entries.map(({ name, value }) => `${name} ${value ?? '-'}`).join(', ')}`),
    empty,
  };
}

function blockOf(part: UnitReportPart, noData: string): PaperBlock {
  switch (part.kind) {
    case 'facts':
      return {
        kind: 'properties',
        columns: 2,
        rows: part.rows.map(({ label, value }) => ({ label, value: cut(value, MAX_WORDS) })),
      };
    case 'timeLine':
      return { kind: 'properties', title: part.title, columns: 2, rows: [...part.rows] };
    case 'figures':
      return { kind: 'figures', figures: part.figures.map(({ href: _rows, ...figure }) => figure) };
    case 'line':
      return lineOf(part.model, noData);
    case 'pair':
      return {
        kind: 'pair',
        left: entriesOf('pie', part.pie, noData),
        right: entriesOf('bars', part.bars, noData),
      };
    case 'table': {
      const { title, empty, columns, rows, total } = part.table;
      return {
        kind: 'items',
        title,
        empty,
        columns: columns.map(({ head, share, isNumber }) => ({ head, share, align: isNumber ? 'end' : 'start' })),
        rows: rows.map((row) => row.map((cell) => cut(cell, MAX_WORDS))),
        ...(total ? { total: [...total] } : {}),
      };
    }
    case 'sentences':
      return { kind: 'text', paragraphs: [...part.sentences] };
    case 'notes':
      return { kind: 'notes', title: '', items: [...part.notes] };
  }
}

export function paperOf(document: UnitReportDocument, language: Language, madeAt: number): Paper {
  const blocks: PaperBlock[] = [];
  let isAcross = false;
  for (const { title, parts, isLandscape = false } of document.sections) {
    if (isLandscape !== isAcross) blocks.push({ kind: 'break', isLandscape });
    isAcross = isLandscape;
    const [first] = parts;
    if (first?.kind === 'notes') {
      blocks.push({ kind: 'notes', title, items: [...first.notes] });
      continue;
    }
    blocks.push({ kind: 'section', title }, ...parts.map((part) => blockOf(part, document.noData)));
  }
  return {
    language,
    title: document.title,
    subject: cut(document.subject),
    foot: cut(`${document.title} · ${document.subject}`, 120),
    madeAt,
    cover: {
      brand: document.brand,
      lines: document.lines.map(({ label, value }) => ({ label, value: cut(value, MAX_WORDS) })),
      summary: [...document.summary],
    },
    blocks,
  };
}
