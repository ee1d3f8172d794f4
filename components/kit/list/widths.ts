import { lettersOf } from '@/components/kit/ui/letters';
import { inTwoLines } from './head-words';
import { ACTIONS, ROW_TOOLS, type Column, type TableView } from './columns';

/**
 * How the columns of a list share its width. A column is as wide as its words on the page that came first, in the reader's
 * language; one that gives way (`flex`) keeps its least width, then all of these grow together until each one's words have
 * room, and share what is left. Style sheets do that for the plain table (`tracksOf`), `shareWidths` does the same for the grid.
 */

/** px; what a column that gives way keeps where nothing is said. */
const LEAST_PX = 116;

type Sized = Pick<Column<never>, 'field' | 'label' | 'flex' | 'minWidth'>;

/** px of a letter at the head of a column, and of what stands beside the words there. */
const LETTER_PX = 8;
const HEAD_PX = 34;
const WORDS = 'max-content';

/** px that a text may take in a column of words, as the style sheets say it too. */
const MOST_TEXT_PX = 260;

/** What says how wide a column becomes. */
interface Measured {
  /** px that its words need. */
  readonly natural: number;
  /** px that it keeps, for one that gives way; absent: it does not. */
  readonly least?: number;
}

/** px that a column keeps where the room is scarce, never less than its head; undefined for one that never gives way. */
export function leastOf({ label, flex, minWidth = LEAST_PX }: Sized): number | undefined {
  if (!flex) return undefined;
  const letters = Math.max(...inTwoLines(label).map((line) => lettersOf(line ?? '')));
  return Math.max(minWidth, letters * LETTER_PX + HEAD_PX);
}

/** Where no column gives way, those that no person drew take what is left. @returns is it one of them? */
export function stretched(columns: readonly Sized[], widths: TableView['widths']): (column: Sized) => boolean {
  const hasGiving = columns.some((column) => leastOf(column) !== undefined && widths[column.field] === undefined);
  return ({ field }) => !hasGiving && field !== ACTIONS && !ROW_TOOLS.has(field) && widths[field] === undefined;
}

/** The columns as tracks of a CSS grid. @param widths px, where a person drew a column */
export function tracksOf(columns: readonly Sized[], widths: TableView['widths']): string[] {
  const isStretched = stretched(columns, widths);
  return columns.map((column) => {
    const width = widths[column.field];
    if (width !== undefined) return `${width}px`;
    if (isStretched(column)) return 'minmax(max-content, auto)';
    const least = leastOf(column);
    return least === undefined ? WORDS : `minmax(${least}px, auto)`;
  });
}

/** Widths in px for a room of so many px; more than the room where the words of the others need it. */
export function shareWidths(columns: readonly Measured[], room: number): number[] {
  const widths = columns.map(({ natural, least }) => least ?? natural);
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  const grow = (candidates: readonly number[], wantedOf: (index: number) => number) => {
    let open = candidates.filter((index) => wantedOf(index) > (widths[index] ?? 0));
    while (left > 0.01 && open.length > 0) {
      const share = left / open.length;
      const step = Math.min(share, ...open.map((index) => wantedOf(index) - (widths[index] ?? 0)));
      for (const index of open) widths[index] = (widths[index] ?? 0) + step;
      left -= step * open.length;
      open = open.filter((index) => wantedOf(index) - (widths[index] ?? 0) > 0.01);
    }
  };
  const flexible = columns.flatMap(({ least }, index) => (least === undefined ? [] : [index]));
  grow(flexible, (index) => columns[index]?.natural ?? 0);
  grow(flexible, () => Infinity);
  // Whole pixels, so that the sum is never a fraction more than the room.
  const whole = widths.map(Math.floor);
  const last = flexible.at(-1);
  if (last !== undefined && left <= 0.01)
    whole[last] = (whole[last] ?? 0) + Math.max(0, Math.floor(room) - whole.reduce((sum, width) => sum + width, 0));
  return whole;
}

/** px by field, as the words of a plain table need them. It is laid out a moment without any limit; nothing is painted. */
export function measureWords(table: HTMLTableElement): Readonly<Record<string, number>> {
  const heads = [...table.querySelectorAll<HTMLElement>('thead th[data-field]')];
  const tracks = table.style.getPropertyValue('--columns');
  table.style.setProperty('--columns', `repeat(${heads.length}, ${WORDS})`);
  const widths = Object.fromEntries(
    heads.map((head) => [head.dataset.field ?? '', Math.ceil(head.getBoundingClientRect().width)]),
  );
  table.style.setProperty('--columns', tracks);
  return widths;
}

/** px that words of these cells are short of, by field: later rows may say longer ones. */
export function shortOf(cells: Iterable<HTMLElement>): ReadonlyMap<string, number> {
  const short = new Map<string, number>();
  for (const cell of cells) {
    const { field } = cell.dataset;
    if (field === undefined) continue;
    let missing = 0;
    for (const element of [cell, ...cell.querySelectorAll<HTMLElement>('*')])
      if (element.clientWidth > 0)
        missing = Math.max(missing, Math.min(element.scrollWidth, MOST_TEXT_PX) - element.clientWidth);
    if (missing > 0) short.set(field, Math.max(short.get(field) ?? 0, Math.ceil(missing)));
  }
  return short;
}
