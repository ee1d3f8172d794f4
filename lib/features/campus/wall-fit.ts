import type { UnitClass } from './arrangement';

/** Rows and columns of a wall that shows a whole page at once, where that is possible (readings 146). Pure; lengths in px. */

export interface WallSpace {
  readonly width: number;
  readonly height: number;
}

interface WallFit {
  readonly columns: number;
  /** Height of a row. */
  readonly row: number;
  /** Width of a tile of one column. */
  readonly tile: number;
  /** Classes whose tiles are two wide. */
  readonly wide: ReadonlySet<UnitClass>;
  /** The page is higher than its space and scrolls. */
  readonly isScrolled: boolean;
}

const GRID = { side: 16, top: 14, bottom: 16 } as const;
export const GROUPED = { side: 16, top: 6, bottom: 12, gap: 7, heading: 30, between: 4 } as const;

/** Lowest tile that still says name, figure and state. */
export const MIN_ROW = 78;
const MIN_TILE = 112;
const NONE: ReadonlySet<UnitClass> = new Set();
/** Height of a row in groups that do not fit. */
export const SCROLLED_ROW = 100;
const WIDEST: ReadonlySet<UnitClass> = new Set(['trapped', 'fault', 'disconnected']);
/** Who is two wide: less and less of them where a page of trouble would not fit otherwise; somebody trapped always is. */
const WIDE: readonly ReadonlySet<UnitClass>[] = [
  WIDEST,
  new Set<UnitClass>(['trapped', 'fault']),
  new Set<UnitClass>(['trapped']),
];

const tileWidth = (width: number, columns: number, gap: number) => (width - (columns - 1) * gap) / columns;

/** One grid: as many columns as the size of the page has always had, rows as high as the tiles that are there allow. */
export function fitGrid({ width, height }: WallSpace, size: number, count: number): WallFit & { readonly gap: number } {
  const columns = size === 40 ? 8 : 10;
  const gap = size === 40 ? 10 : size === 80 ? 8 : 6;
  const rows = Math.max(1, Math.ceil(count / columns));
  const tile = tileWidth(width - 2 * GRID.side, columns, gap);
  const fitting = (height - GRID.top - GRID.bottom - (rows - 1) * gap) / rows;
  // A few tiles do not grow into empty pictures: none is much higher than wide.
  const row = Math.max(MIN_ROW, Math.min(fitting, tile * 1.05));
  return { columns, row, tile, gap, wide: NONE, isScrolled: fitting < MIN_ROW };
}

/** Rows that tiles take, each one or two columns wide, none broken over two rows. */
export function rowsOf(spans: readonly (1 | 2)[], columns: number): number {
  let rows = 0;
  let free = 0;
  for (const span of spans) {
    const wanted = Math.min(span, columns);
    if (free < wanted) {
      rows += 1;
      free = columns;
    }
    free -= wanted;
  }
  return rows;
}

/** Groups under headings share the height: the columns that make the tiles largest, two-wide tiles as far as there is room. */
export function fitGroups(space: WallSpace, groups: readonly (readonly UnitClass[])[]): WallFit {
  const width = space.width - 2 * GROUPED.side;
  const most = Math.max(1, Math.floor((width + GROUPED.gap) / (MIN_TILE + GROUPED.gap)));
  const heads =
    GROUPED.top + GROUPED.bottom + groups.length * GROUPED.heading + Math.max(0, groups.length - 1) * GROUPED.between;
  for (const wide of WIDE) {
    const spans = groups.map((classes) => classes.map((unitClass): 1 | 2 => (wide.has(unitClass) ? 2 : 1)));
    let best: WallFit | undefined;
    for (let columns = Math.min(4, most); columns <= most; columns += 1) {
      const rows = spans.reduce((sum, group) => sum + rowsOf(group, columns), 0);
      const gaps = Math.max(0, rows - groups.length) * GROUPED.gap;
      const tile = tileWidth(width, columns, GROUPED.gap);
      const row = Math.min((space.height - heads - gaps) / Math.max(1, rows), tile * 1.05, 150);
      const fit = { columns, row, tile, wide, isScrolled: false };
      if (row >= MIN_ROW && (!best || worth(fit) > worth(best))) best = fit;
    }
    if (best) return best;
  }
  // It scrolls anyway: nothing has to give way, and two lines of a name have room.
  return {
    columns: most,
    row: SCROLLED_ROW,
    tile: tileWidth(width, most, GROUPED.gap),
    wide: WIDEST,
    isScrolled: true,
  };
}

/** A tile is as legible as its shorter side; the figure needs height, the name width. */
const worth = ({ tile, row }: WallFit) => Math.min(tile, row * 1.1);
