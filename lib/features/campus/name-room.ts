/** How much room a tile of the wall has for its unit's name (readings 147, 210). Pure; lengths in px, as in `tile.module.css`. */

export interface NameRoom {
  /** Of one line. */
  readonly width: number;
  /** Size of its letters. */
  readonly letterPx: number;
  readonly lines: 1 | 2;
}

/** Padding and border of a tile. */
const SIDES = 24;
const ENDS = 19;
/** Inside a tile lower than this the letters are smaller, inside one narrower than this its place is not shown. */
const LOW = 112;
const PLACED_FROM = 140;
const PLACE = 24;
/** Lowest tile in which two lines leave figure and state their room. */
const TWO_LINES_FROM = 86;

/**
 * @param hasHeadings a heading says the project: what is left of the name is shown whole as far as two lines carry it, and no
 * place beside it
 */
export function nameRoom(
  { tile, row }: { readonly tile: number; readonly row: number },
  hasHeadings: boolean,
): NameRoom {
  const inner = Math.floor(tile) - SIDES;
  return {
    width: hasHeadings || inner < PLACED_FROM ? inner : inner - PLACE,
    letterPx: Math.floor(row) - ENDS < LOW ? 12 : 13,
    lines: hasHeadings || row >= TWO_LINES_FROM ? 2 : 1,
  };
}
