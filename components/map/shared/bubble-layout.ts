/** Where bubbles and their words stand in the picture, so that none covers another. Pure; px. */

export interface Spot {
  readonly key: string;
  /** Where the place is. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Width of the words beside it. */
  readonly words: number;
}

export const SIDES = ['right', 'left', 'top', 'bottom'] as const;
export type Side = (typeof SIDES)[number];

export interface PlacedBubble {
  readonly x: number;
  readonly y: number;
  /** The bubble had to give way: a line leads to its place. */
  readonly isMoved: boolean;
  /** null: there is no room for its words. */
  readonly side: Side | null;
}

const GAP = 3;
const ROUNDS = 80;
/** More bubbles are not moved apart: they would no longer stand where they belong. */
const MOST_MOVED = 200;
/** More words are not read by anybody. */
const MOST_WORDS = 60;
const WORDS_HEIGHT = 20;

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Circle {
  x: number;
  y: number;
  readonly radius: number;
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/** Moves it into the picture, unless its place lies outside. */
function keepIn(circle: Circle, { left, right, top, bottom }: Box): void {
  const { radius } = circle;
  circle.x = within(circle.x, left + radius, right - radius);
  circle.y = within(circle.y, top + radius, bottom - radius);
}

function pushApart(circles: Circle[], frame: Box): void {
  const held = circles.filter((circle) =>
    meets({ left: circle.x, right: circle.x, top: circle.y, bottom: circle.y }, frame),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    let isQuiet = true;
    for (const [index, one] of circles.entries())
      for (const other of circles.slice(index + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const distance = Math.hypot(dx, dy);
        const missing = one.radius + other.radius + GAP - distance;
        if (missing <= 0.01) continue;
        isQuiet = false;
        const [ux, uy] = distance < 0.01 ? [1, 0] : [dx / distance, dy / distance];
        one.x -= (ux * missing) / 2;
        one.y -= (uy * missing) / 2;
        other.x += (ux * missing) / 2;
        other.y += (uy * missing) / 2;
      }
    for (const circle of held) keepIn(circle, frame);
    if (isQuiet) return;
  }
}

function boxOf({ x, y, radius }: Circle, words: number, side: Side): Box {
  const half = WORDS_HEIGHT / 2;
  switch (side) {
    case 'right':
      return { left: x + radius + GAP, right: x + radius + GAP + words, top: y - half, bottom: y + half };
    case 'left':
      return { left: x - radius - GAP - words, right: x - radius - GAP, top: y - half, bottom: y + half };
    case 'top':
      return { left: x - words / 2, right: x + words / 2, top: y - radius - WORDS_HEIGHT, bottom: y - radius };
    case 'bottom':
      return { left: x - words / 2, right: x + words / 2, top: y + radius, bottom: y + radius + WORDS_HEIGHT };
  }
}

const meets = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const around = ({ x, y, radius }: Circle): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

/** The buttons of the zoom, from the right lower corner. */
const BUTTONS = { width: 60, height: 160 };
const isIn = (box: Box, { left, right, top, bottom }: Box) =>
  box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;

/**
 * @param spots the most important first: they get their words before others
 * @param frame the picture: no word is cut by its edge
 * @param drawn what stands in it besides, and no word covers
 */
export function placeBubbles(
  spots: readonly Spot[],
  frame: Box,
  drawn: readonly Box[] = [],
): Map<string, PlacedBubble> {
  const circles = spots.map(({ x, y, radius }) => ({ x, y, radius }));
  if (spots.length <= MOST_MOVED) pushApart(circles, frame);
  const { right, bottom } = frame;
  const buttons = { left: right - BUTTONS.width, right, top: bottom - BUTTONS.height, bottom };
  const taken = [...circles.map(around), buttons, ...drawn];
  const placed = new Map<string, PlacedBubble>();
  for (const [index, spot] of spots.entries()) {
    const circle = circles[index] ?? spot;
    const found =
      index < MOST_WORDS
        ? SIDES.map((side) => ({ side, box: boxOf(circle, spot.words, side) })).find(
            ({ box }) => isIn(box, frame) && !taken.some((other) => meets(box, other)),
          )
        : undefined;
    if (found) taken.push(found.box);
    placed.set(spot.key, {
      x: circle.x,
      y: circle.y,
      isMoved: Math.hypot(circle.x - spot.x, circle.y - spot.y) > spot.radius,
      side: found?.side ?? null,
    });
  }
  return placed;
}

const SMALLEST = 13;
const LARGEST = 30;

/** A picture of a phone has smaller bubbles. */
const NARROW = 500;
export const scaleIn = ({ left, right }: Box): number => (right - left < NARROW ? 0.72 : 1);

/** Its area grows with the units, as far as the number still fits in. */
export const radiusOf = (total: number, largest: number, scale = 1): number =>
  scale * Math.max(SMALLEST, 5 + String(total).length * 4.5, LARGEST * Math.sqrt(total / Math.max(1, largest)));

const WIDE = /[\u2e80-\uffef]/g;

/** How wide words of 13 px are, nearly. */
export const widthOf = (words: string): number => {
  const wide = words.match(WIDE)?.length ?? 0;
  return wide * 13.5 + (words.length - wide) * 7.5;
};
