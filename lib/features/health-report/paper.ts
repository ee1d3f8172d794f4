import { isEmptyChart } from '@/lib/platform/charts/model';
import type { ChartModel, SeriesModel } from '@/lib/platform/charts/model';
import type { Language } from '@/lib/platform/i18n/languages';
import type { Paper, PaperBlock } from '@/lib/platform/pdf/paper';
import { cutLabel, cutWords, entriesBlock, lineBlock, tableBlock } from '@/lib/platform/pdf/report-blocks';
import type { ReportDocument } from './document-shape';

/** The document on paper. Pure. */

export function paperOf(document: ReportDocument, language: Language, madeAt: number): Paper {
  const { labels, sections } = document;
  const line = (model: SeriesModel) => lineBlock(model, labels.noData);
  const entries = (kind: 'pie' | 'ranking', model: ChartModel) => entriesBlock(kind, model, labels.noData);
  const blocks: PaperBlock[] = [
    { kind: 'section', title: sections.basic },
    {
      kind: 'properties',
      columns: 2,
      rows: document.facts.map(({ label, value }) => ({ label, value: cutWords(value) })),
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
    { kind: 'text', paragraphs: document.suggestions.map(cutWords) },
    { kind: 'break', isLandscape: true },
    { kind: 'section', title: sections.details },
    ...document.tables.map(tableBlock),
    { kind: 'notes', title: sections.notes, items: [...document.notes] },
  ];
  return {
    language,
    title: document.title,
    subject: cutLabel(document.subject),
    foot: cutLabel(`${document.title} · ${document.subject}`, 120),
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
