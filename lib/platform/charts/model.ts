/** What a chart says, for the page (recharts) and for paper (echarts) alike. Pure: computed, worded, without colours. */

export interface ChartEntry {
  readonly name: string;
  /** null: nothing is known, or it is still to come. */
  readonly value: number | null;
  /** The same of what it is compared with. */
  readonly compared?: number | null;
  /** Not over yet: drawn hollow. */
  readonly isRunning?: boolean;
  /** Where its rows are. */
  readonly href?: string;
}

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

/** Nothing to draw. */
export const isEmptyChart = ({ entries }: Pick<ChartModel, 'entries'>): boolean =>
  entries.every(({ value, compared }) => !value && !compared);

export const sumOfEntries = (entries: readonly ChartEntry[]): number =>
  entries.reduce((sum, { value }) => sum + (value ?? 0), 0);

/** Share of the whole, as a number from 0 to 1. */
export const shareOf = (value: number | null, sum: number): number => (sum > 0 ? (value ?? 0) / sum : 0);
