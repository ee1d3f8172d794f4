import type { Language } from '@/lib/platform/i18n/languages';
import type { Paper, PaperBlock } from '@/lib/platform/pdf/paper';
import { cutLabel, cutWords, entriesBlock, lineBlock, tableBlock } from '@/lib/platform/pdf/report-blocks';
import type { UnitReportDocument, UnitReportPart } from './document-shape';

/** The document on paper. Pure. */

function blockOf(part: UnitReportPart, noData: string): PaperBlock {
  switch (part.kind) {
    case 'facts':
      return {
        kind: 'properties',
        columns: 2,
        rows: part.rows.map(({ label, value }) => ({ label, value: cutWords(value) })),
      };
    case 'timeLine':
      return { kind: 'properties', title: part.title, columns: 2, rows: [...part.rows] };
    case 'figures':
      return { kind: 'figures', figures: part.figures.map(({ href: _rows, ...figure }) => figure) };
    case 'line':
      return lineBlock(part.model, noData);
    case 'pair':
      return {
        kind: 'pair',
        left: entriesBlock('pie', part.pie, noData),
        right: entriesBlock('bars', part.bars, noData),
      };
    case 'table':
      return tableBlock(part.table);
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
    subject: cutLabel(document.subject),
    foot: cutLabel(`${document.title} · ${document.subject}`, 120),
    madeAt,
    cover: {
      brand: document.brand,
      lines: document.lines.map(({ label, value }) => ({ label, value: cutWords(value) })),
      summary: [...document.summary],
    },
    blocks,
  };
}
