import type { ReactNode } from 'react';

/** A column of a list, written down by the feature; the grid, the plain table and the cards are drawn from it. */
export interface Column<Row> {
  /** Field of the row; also what the server sorts by. */
  readonly field: string;
  readonly label: string;
  /** Instead of the label at the head of the column. */
  readonly head?: ReactNode;
  /** A text is cut with a tooltip when it does not fit, null is a missing value; anything else is drawn as it is. */
  readonly cell: (row: Row) => ReactNode;
  /** The server can sort by it; where nothing is said, it is when the definition names the field. */
  readonly isSortable?: boolean;
  /** Figures stand at the right. */
  readonly align?: 'right';
  /** px */
  readonly minWidth: number;
  /** Share of the width that is left. */
  readonly flex?: number;
  /** Names the row: the title of its card on phones. The first column does where none says so. */
  readonly isTitle?: boolean;
}

/** What a person chose to see of a list. */
export interface View {
  readonly hidden: readonly string[];
  readonly density: Density;
  /** Field → px, for columns that were drawn wider or narrower. */
  readonly widths: Readonly<Record<string, number>>;
}

/** Row heights in px. */
export const ROW_HEIGHTS = { compact: 36, standard: 42, comfortable: 52 } as const;
export type Density = keyof typeof ROW_HEIGHTS;
export const DEFAULT_VIEW: View = { hidden: [], density: 'standard', widths: {} };
