import type { ReactNode } from 'react';

/** A column of a list, written down by the feature; the grid, the plain table and the cards are drawn from it. */
export interface Column<Row> {
  /** Field of the row; also what the server sorts by. */
  readonly field: string;
  readonly label: string;
  /** Instead of the label at the head of the column. */
  readonly head?: ReactNode;
  /** A text loses its middle when it does not fit, null is a missing value; anything else is drawn as it is. */
  readonly cell: (row: Row) => ReactNode;
  /** The server can sort by it; where nothing is said, it is when the definition names the field. */
  readonly isSortable?: boolean;
  /** Figures stand at the right. */
  readonly align?: 'right';
  /** It gives way where the room is scarce and takes what is left; every other column is as wide as its words. */
  readonly flex?: boolean;
  /** px that a column keeps that gives way. */
  readonly minWidth?: number;
  /** Its texts are sentences: they take a second line before they lose words. */
  readonly isSentence?: boolean;
  /** Names the row: the title of its card on phones. The first column does where none says so. */
  readonly isTitle?: boolean;
  /** Its place among the four values of the card, without its label. Where no column says one, the first four are shown. */
  readonly onCard?: 1 | 2 | 3 | 4;
}

/** What a person chose to see of a list. */
export interface TableView {
  readonly hidden: readonly string[];
  readonly density: Density;
  /** Field → px, for columns that were drawn wider or narrower. */
  readonly widths: Readonly<Record<string, number>>;
  /** Fields that were moved: those named stand in this order, before those that are not. */
  readonly order: readonly string[];
}

/** The column of a row's actions: always the last one, and not hidden. */
export const ACTIONS = 'actions';

/** Columns for choosing and opening rows. */
export const ROW_TOOLS: ReadonlySet<string> = new Set(['select', 'detail']);

/** Where there is room for cards only, as the style sheets say it too. */
export const CARDS = '(max-width: 639px)';

/** px; the bounds of a column that is drawn wider or narrower, and a step of the keyboard. */
export const WIDTH_STEP = 16;
export const LEAST_WIDTH = 56;
export const MOST_WIDTH = 1200;

/** Columns in the order a person chose. The first one names the row and stays first, the actions stay last. */
export function inViewOrder<C extends { readonly field: string }>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  const [first, ...rest] = columns.filter(({ field }) => field !== ACTIONS);
  const placeOf = (field: string) => {
    const at = order.indexOf(field);
    return at < 0 ? order.length : at;
  };
  const moved = rest.map((column, index) => ({ column, index }));
  moved.sort((one, other) => placeOf(one.column.field) - placeOf(other.column.field) || one.index - other.index);
  return [
    ...(first ? [first] : []),
    ...moved.map(({ column }) => column),
    ...columns.filter(({ field }) => field === ACTIONS),
  ];
}

/** The order after a column went to the place of another one. @param fields as they stand now, without the first one */
export function movedTo(fields: readonly string[], field: string, to: number): readonly string[] {
  const rest = fields.filter((one) => one !== field);
  const at = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, at), field, ...rest.slice(at)];
}

/** Row heights in px. */
export const ROW_HEIGHTS = { compact: 36, standard: 42, comfortable: 52 } as const;
export type Density = keyof typeof ROW_HEIGHTS;
export const DEFAULT_VIEW: TableView = { hidden: [], density: 'standard', widths: {}, order: [] };
