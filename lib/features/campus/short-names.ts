/**
 * Names that fit into a tile and still differ (readings 147): names of one building begin alike and differ at the end or in
 * the middle, so what is left out is left out in between, and never so that two read the same. Pure.
 */

const GAP = '…';
/** Letters of Chinese, Japanese and Korean, and full-width marks: as wide as the font is high. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Width of a text in widths of a Chinese letter, on the safe side; for where no font can be measured. */
export function estimatedWidth(text: string): number {
  let width = 0;
  for (const letter of text)
    width +=
      WIDE.test(letter) || letter === GAP
        ? 1
        : /[MWmw@%]/.test(letter)
          ? 0.95
          : /[A-Z0-9#&]/.test(letter)
            ? 0.68
            : 0.58;
  return width;
}

interface NamedUnit {
  /** Stands behind the name where two units have the same one. */
  readonly key: string;
  readonly name: string;
}

interface Budget {
  /** Widest text that fits, in the unit of `widthOf`. */
  readonly width: number;
  readonly widthOf: (text: string) => number;
}

/** Leaves letters out in between: as much of the start as fits beside `tail` letters of the end and `middle` letters from `from` on. */
interface Shape {
  readonly tail: number;
  readonly from: number;
  readonly middle: number;
}

function cut(
  letters: readonly string[],
  { tail, from, middle }: Shape,
  { width, widthOf }: Budget,
): string | undefined {
  if (from + middle > letters.length - tail) return undefined;
  const end = letters
    .slice(letters.length - tail)
    .join('')
    .trimStart();
  const inner =
    middle > 0
      ? `${GAP}${letters
          .slice(from, from + middle)
          .join('')
          .trim()}`
      : '';
  const rest = `${inner}${GAP}${end}`;
  const most = middle > 0 ? Math.min(from - 1, 2) : letters.length - tail - 1;
  for (let head = most; head >= 1; head -= 1) {
    const text = `${letters.slice(0, head).join('').trimEnd()}${rest}`;
    if (widthOf(text) <= width) return text;
  }
  return undefined;
}

/** Ways to cut, the best first: half of the room for the end, then more and less of it, then a piece of the middle besides. */
function shapesFor(longest: number, { width, widthOf }: Budget): Shape[] {
  const fitting = Math.max(2, Math.floor(width / Math.max(widthOf('\u56fd'), Number.EPSILON)) - 1);
  const half = Math.max(1, Math.ceil(fitting / 2));
  const tails = Array.from({ length: fitting * 2 }, (_, index) => index + 1).sort(
    (a, b) => Math.abs(a - half) - Math.abs(b - half) || b - a,
  );
  const plain = tails.map((tail) => ({ tail, from: 0, middle: 0 }));
  const middle = Math.max(1, Math.floor((fitting - 2) / 2));
  const inner = Array.from({ length: longest }, (_, from) => [1, 2].map((tail) => ({ tail, from, middle }))).flat();
  return [...plain, ...inner];
}

/** Texts that nobody else has, of those that are cut alike. */
function distinctOf(
  names: ReadonlyMap<string, readonly string[]>,
  shape: Shape,
  budget: Budget,
  taken: ReadonlySet<string>,
): Map<string, string> {
  const byText = new Map<string, string[]>();
  for (const [key, letters] of names) {
    const text = letters.length > shape.tail + shape.middle + 1 ? cut(letters, shape, budget) : undefined;
    if (text !== undefined && !taken.has(text)) byText.set(text, [...(byText.get(text) ?? []), key]);
  }
  return new Map(
    [...byText].flatMap(([text, [key, ...others]]) => (key !== undefined && others.length === 0 ? [[key, text]] : [])),
  );
}

/** The same name twice is told apart by the units' numbers. */
function unlike(units: readonly NamedUnit[]): Map<string, string> {
  const uses = new Map<string, number>();
  for (const { name } of units) uses.set(name, (uses.get(name) ?? 0) + 1);
  return new Map(units.map(({ key, name }) => [key, (uses.get(name) ?? 0) > 1 ? `${name} ${key}` : name]));
}

/**
 * What each unit is called on a wall whose tiles have room for `width`: whole where it fits, else cut in the middle. All of
 * them differ; one that cannot be told from the others within the width stays whole.
 * @returns by the units' keys
 */
export function shortNames(
  units: readonly NamedUnit[],
  width: number,
  widthOf = estimatedWidth,
): ReadonlyMap<string, string> {
  const budget: Budget = { width, widthOf };
  const whole = unlike(units);
  const shown = new Map([...whole].filter(([, name]) => widthOf(name) <= width));
  const taken = new Set(shown.values());
  let left = new Map([...whole].filter(([key]) => !shown.has(key)).map(([key, name]) => [key, [...name]] as const));
  const shapes = shapesFor(Math.max(0, ...[...left.values()].map(({ length }) => length)), budget);
  while (left.size > 0) {
    const best = bestCut(left, shapes, budget, taken);
    if (best.size === 0) break;
    for (const [key, text] of best) {
      shown.set(key, text);
      taken.add(text);
    }
    left = new Map([...left].filter(([key]) => !best.has(key)));
  }
  for (const [key, letters] of left) shown.set(key, letters.join(''));
  return shown;
}

/** The first way of cutting that tells all apart, else the one that tells most. */
function bestCut(
  left: ReadonlyMap<string, readonly string[]>,
  shapes: readonly Shape[],
  budget: Budget,
  taken: ReadonlySet<string>,
): Map<string, string> {
  let best = new Map<string, string>();
  for (const shape of shapes) {
    const found = distinctOf(left, shape, budget, taken);
    if (found.size > best.size) best = found;
    if (best.size === left.size) break;
  }
  return best;
}
