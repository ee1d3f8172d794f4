/** What a chart says, for the page (recharts) and for paper (echarts) alike. Pure: computed, worded, without colours. */

export interface ChartEntry {
  readonly name: string;
  /** null: nothing is known, or it is still to come. */
  readonly value: number | null;
  /** The same of what it is compared with. */
  readonly compared?: number | null;
  /** Not over yet: drawn hollow. */
  readonly isRunning?: boolean;
  /** Where its rows are, and those of what it is compared with. */
  readonly href?: string;
  readonly comparedHref?: string;
}

/** How values are written: as they are, or with a percent sign behind them. */
export type ChartUnit = 'count' | 'percent';

export interface ChartModel {
  readonly title: string;
  readonly entries: readonly ChartEntry[];
  /** Heads of the table: the entries, their value, what it is compared with. */
  readonly words: { readonly name: string; readonly value: string; readonly compared?: string };
}

/** Longest name in a chart (doc3 §9). */
const MAX_NAME = 32;

/** A long name ends with …; whole characters only. */
export function cutName(name: string, most = MAX_NAME): string {
  const characters = [...name];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : name;
}

/** Cells of a character: those of Chinese are twice as wide. */
const cellsOf = (character: string) => (character > '\u2e7f' ? 2 : 1);
const END_CHARACTERS = 5;

/** A name that is wider than so many cells loses its middle: names of units differ at their end. */
export function fitName(name: string, most: number): string {
  const characters = [...name];
  const widthOf = (part: readonly string[]) => part.reduce((sum, character) => sum + cellsOf(character), 0);
  if (widthOf(characters) <= most) return name;
  const end = characters.slice(-END_CHARACTERS);
  const start = characters.slice(0, -END_CHARACTERS);
  while (start.length > 1 && widthOf(start) + widthOf(end) + 1 > most) start.pop();
  return `${start.join('').trimEnd()}…${end.join('')}`;
}

/** Nothing to draw. */
export const isEmptyChart = ({ entries }: Pick<ChartModel, 'entries'>): boolean =>
  entries.every(({ value, compared }) => !value && !compared);

export const sumOfEntries = (entries: readonly ChartEntry[]): number =>
  entries.reduce((sum, { value }) => sum + (value ?? 0), 0);

/** Share of the whole, as a number from 0 to 1. */
export const shareOf = (value: number | null, sum: number): number => (sum > 0 ? (value ?? 0) / sum : 0);

/** One of several values of the same names: a line, or a part of each bar. */
export interface ChartSeries {
  readonly name: string;
  /** One a name; null: nothing is known, the line has a gap. */
  readonly values: readonly (number | null)[];
  /** Where the rows of each value are. */
  readonly hrefs?: readonly (string | undefined)[];
}

/** Lines over each other, or bars of several parts. */
export interface SeriesModel {
  readonly title: string;
  readonly names: readonly string[];
  /** At most as many as there are colours (6). */
  readonly series: readonly ChartSeries[];
  /** Head of the table over the names. */
  readonly words: { readonly name: string };
  readonly unit?: ChartUnit;
}

/** The same of a model with one value, or one and what it is compared with. */
export function seriesOf({ title, entries, words }: ChartModel): SeriesModel {
  const compared =
    words.compared === undefined
      ? []
      : [
          {
            name: words.compared,
            values: entries.map(({ compared }) => compared ?? null),
            hrefs: entries.map(({ comparedHref }) => comparedHref),
          },
        ];
  return {
    title,
    names: entries.map(({ name }) => name),
    series: [
      { name: words.value, values: entries.map(({ value }) => value), hrefs: entries.map(({ href }) => href) },
      ...compared,
    ],
    words: { name: words.name },
  };
}

/** No value anywhere. A line of zeros says something, so that only lines without a point are empty. */
export const isEmptySeries = ({ series }: Pick<SeriesModel, 'series'>): boolean =>
  series.every(({ values }) => values.every((value) => value === null));

/** Nothing that has a height. */
export const isFlatSeries = ({ series }: Pick<SeriesModel, 'series'>): boolean =>
  series.every(({ values }) => values.every((value) => !value));

/** The largest value of all. */
export const mostOf = ({ series }: Pick<SeriesModel, 'series'>): number =>
  Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));

/** Levels of a square above none. */
export const LEVELS = 4;

/** How strong a square is: 0 of nothing, 1 to 4 by quarters of the largest; null of what nobody knows. */
export function levelOf(value: number | null, most: number): number | null {
  if (value === null) return null;
  if (value <= 0 || most <= 0) return 0;
  return Math.min(LEVELS, Math.ceil((value / most) * LEVELS));
}
