import { z } from 'zod';
import { PaperChart } from './paper-chart-shape';
import { LANGUAGES } from '@/lib/platform/i18n/languages';

/**
 * A document as it is printed: everything computed and worded already, so that page and paper cannot differ in a figure
 * (docs/decisions/017-paper.md). A report makes one of its model; the drawing knows no report. Texts are printed letter for
 * letter, whatever is in them.
 */

/** What one document may hold: beyond it a table belongs into a workbook. */
export const MAX_PAPER_ROWS = 5000;
const MAX_BLOCKS = 200;
export const MAX_PHOTOS = 400;
export const MAX_PAPER_COLUMNS = 12;

const words = z.string().max(4000);
const label = z.string().max(200);

/** Labels with values, in two columns unless the values are long. */
const Properties = z.object({
  kind: z.literal('properties'),
  title: label.optional(),
  columns: z.union([z.literal(1), z.literal(2)]).default(2),
  rows: z.array(z.object({ label, value: words })).max(200),
});

/** Rows under a head that every page repeats; no row is broken over two pages. */
const Items = z.object({
  kind: z.literal('items'),
  title: label.optional(),
  columns: z
    .array(
      z.object({
        head: label,
        /** Share of the width that is left; as wide as its texts when absent. */
        share: z.number().positive().max(20).optional(),
        align: z.enum(['start', 'end', 'center']).default('start'),
      }),
    )
    .min(1)
    .max(MAX_PAPER_COLUMNS),
  rows: z.array(z.array(words)).max(MAX_PAPER_ROWS),
  /** A last row of sums, under a strong line. */
  total: z.array(words).max(MAX_PAPER_COLUMNS).optional(),
  /** The text when there are no rows. */
  empty: label.optional(),
});

const Text = z.object({ kind: z.literal('text'), title: label.optional(), paragraphs: z.array(words).max(200) });

const Notes = z.object({ kind: z.literal('notes'), title: label, items: z.array(words).max(100) });

const Svg = z.string().startsWith('<svg').max(2_000_000);

/** Who signed and when, with the strokes as they were drawn. */
const Signatures = z.object({
  kind: z.literal('signatures'),
  title: label.optional(),
  slots: z
    .array(
      z.object({
        label,
        /** Two people with their phones at most. */
        name: z.string().max(400),
        at: label.optional(),
        strokes: Svg.optional(),
        /** What the strokes show, for readers who cannot see them. */
        alt: label.optional(),
      }),
    )
    .min(1)
    .max(6),
});

/** A drawing of ours (a chart as SVG), with words for readers who cannot see it. */
const Figure = z.object({
  kind: z.literal('figure'),
  title: label.optional(),
  svg: Svg,
  alt: label,
  caption: label.optional(),
});

/** A chart, drawn in ink where the document is; `empty` stands in the place of one that has nothing to draw. */
const Chart = z.object({
  kind: z.literal('chart'),
  title: label.optional(),
  chart: PaperChart,
  alt: label,
  empty: label,
  caption: label.optional(),
});

/** Two figures or charts beside each other. */
const Pair = z.object({ kind: z.literal('pair'), left: z.union([Figure, Chart]), right: z.union([Figure, Chart]) });

/** Key figures in a row: how much, whether that is enough, and how it is counted. */
const KeyFigures = z.object({
  kind: z.literal('figures'),
  title: label.optional(),
  figures: z
    .array(
      z.object({
        label,
        value: label,
        unit: label.optional(),
        target: label.optional(),
        compared: label.optional(),
        definition: words.optional(),
      }),
    )
    .min(1)
    .max(5),
});

/** Small photos beside each other, each over its caption. */
const Photos = z.object({
  kind: z.literal('photos'),
  title: label.optional(),
  /** In the place of one that cannot be read. */
  missing: label,
  photos: z
    .array(
      z.object({
        /** A JPEG in base64; absent: it cannot be read. */
        jpeg: z.base64().max(200_000).optional(),
        caption: label,
        alt: label,
      }),
    )
    .max(MAX_PHOTOS),
});

/** A head over the blocks that follow. */
const Section = z.object({ kind: z.literal('section'), title: label });

/** What follows stands on a new page, upright or across. */
const Break = z.object({ kind: z.literal('break'), isLandscape: z.boolean().default(false) });

export const PaperBlock = z.discriminatedUnion('kind', [
  Properties,
  Items,
  Text,
  Notes,
  Signatures,
  Photos,
  Figure,
  Chart,
  Pair,
  KeyFigures,
  Section,
  Break,
]);
export type PaperBlock = z.input<typeof PaperBlock>;

export const Paper = z.object({
  language: z.enum(LANGUAGES),
  /** Also the title of the file. */
  title: label,
  /** Beside the title: whom or what it is about. */
  subject: label.optional(),
  /** Short facts in the head, a line each: its number, its days. */
  marks: z.array(label).max(4).default([]),
  /** At the foot of every page, before "page x of y". */
  foot: label.optional(),
  /** When it was made, epoch ms: the file says so too, so that the same document is the same bytes. */
  madeAt: z.number().int().nonnegative(),
  /** A first page of its own; the title stands there instead of over the blocks. */
  cover: z
    .object({
      /** The name of the portal beside its mark. */
      brand: label,
      /** Whom or what it is about, its days, when it was made. */
      lines: z.array(z.object({ label, value: words })).max(8),
      /** What it says in a few sentences. */
      summary: z.array(words).max(5),
    })
    .optional(),
  blocks: z.array(PaperBlock).max(MAX_BLOCKS),
});
/** A document to print. */
export type Paper = z.input<typeof Paper>;
