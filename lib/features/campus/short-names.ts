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

/** How a name stands in two lines: broken between words, or wherever a line is full. */
export type NameWrap = 'words' | 'letters';

/** Do two lines of this width hold the text when it is broken between words or beside Chinese letters? */
export function wrapOf(text: string, line: number, widthOf: (text: string) => number): NameWrap {
  const letters = [...text];
  const isBreak = (index: number) => {
    const [before = '', after = ''] = [letters[index - 1], letters[index]];
    if (/\s/.test(before)) return true;
    return (
      (WIDE.test(before) || WIDE.test(after)) && !/[\s…#%)\uff09\uff0c\u3002]/.test(after) && !/[(\uff08]/.test(before)
    );
  };
  for (let index = letters.length - 1; index > 0; index -= 1) {
    if (!isBreak(index) || widthOf(letters.slice(0, index).join('').trimEnd()) > line) continue;
    return widthOf(letters.slice(index).join('')) <= line ? 'words' : 'letters';
  }
  return 'letters';
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

/** A name with the width of each of its beginnings, so that a cut is reckoned without measuring it. */
interface MeasuredName {
  readonly letters: readonly string[];
  /** Width of the first n letters, from n = 0. */
  readonly upTo: readonly number[];
}

function measured(name: string, widthOf: Budget['widthOf']): MeasuredName {
  const letters = [...name];
  const upTo = [0];
  for (const letter of letters) upTo.push((upTo.at(-1) ?? 0) + widthOf(letter));
  return { letters, upTo };
}

/** Leaves letters out in between: as much of the start as fits beside `tail` letters of the end and `middle` letters from `from` on. */
interface CutShape {
  readonly tail: number;
  readonly from: number;
  readonly middle: number;
}

const isSpace = (letter: string | undefined) => letter !== undefined && letter.trim() === '';

function cut({ letters, upTo }: MeasuredName, { tail, from, middle }: CutShape, { width, widthOf }: Budget) {
  const count = letters.length;
  if (from + middle > count - tail) return undefined;
  const between = (start: number, end: number) => (upTo[end] ?? 0) - (upTo[start] ?? 0);
  const textOf = (start: number, end: number) => letters.slice(start, end).join('');
  let endFrom = count - tail;
  while (isSpace(letters[endFrom])) endFrom += 1;
  let [first, last] = [from, from + middle];
  while (first < last && isSpace(letters[first])) first += 1;
  while (first < last && isSpace(letters[last - 1])) last -= 1;
  const gaps = (middle > 0 ? 2 : 1) * widthOf(GAP);
  const rest = gaps + between(first, last) + between(endFrom, count);
  const most = middle > 0 ? Math.min(from - 1, 2) : count - tail - 1;
  for (let head = most; head >= 1; head -= 1) {
    let end = head;
    while (end > 0 && isSpace(letters[end - 1])) end -= 1;
    if ((upTo[end] ?? 0) + rest > width) continue;
    const inner = middle > 0 ? `${GAP}${textOf(first, last)}` : '';
    return `${textOf(0, end)}${inner}${GAP}${textOf(endFrom, count)}`;
  }
  return undefined;
}

/** Ways to cut, the best first: half of the room for the end, then more and less of it, then a piece of the middle besides. */
function shapesFor(longest: number, { width, widthOf }: Budget): CutShape[] {
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

/** What each way of cutting makes of each name; each is reckoned once. */
class NameCuts {
  readonly #texts = new Map<CutShape, ReadonlyMap<string, string>>();

  constructor(
    readonly names: ReadonlyMap<string, MeasuredName>,
    readonly budget: Budget,
  ) {}

  of(shape: CutShape): ReadonlyMap<string, string> {
    const held = this.#texts.get(shape);
    if (held) return held;
    const texts = new Map<string, string>();
    for (const [key, name] of this.names) {
      const text = name.letters.length > shape.tail + shape.middle + 1 ? cut(name, shape, this.budget) : undefined;
      if (text !== undefined) texts.set(key, text);
    }
    this.#texts.set(shape, texts);
    return texts;
  }
}

/** Texts that nobody else has, of those that are cut alike. */
function distinctOf(
  left: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): Map<string, string> {
  // null: several would read so.
  const keyOf = new Map<string, string | null>();
  for (const key of left) {
    const text = texts.get(key);
    if (text !== undefined && !taken.has(text)) keyOf.set(text, keyOf.has(text) ? null : key);
  }
  return new Map([...keyOf].flatMap(([text, key]) => (key === null ? [] : [[key, text] as const])));
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
 * @param widthOf of a text the sum of its letters, never less than it takes
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
  const long = new Map(
    [...whole].filter(([key]) => !shown.has(key)).map(([key, name]) => [key, measured(name, widthOf)] as const),
  );
  const cuts = new NameCuts(long, budget);
  const left = new Set(long.keys());
  const shapes = shapesFor(Math.max(0, ...[...long.values()].map(({ letters }) => letters.length)), budget);
  while (left.size > 0) {
    const best = bestCut(left, shapes, cuts, taken);
    if (best.size === 0) break;
    for (const [key, text] of best) {
      shown.set(key, text);
      taken.add(text);
      left.delete(key);
    }
  }
  for (const key of left) shown.set(key, whole.get(key) ?? '');
  return shown;
}

/** The first way of cutting that tells all apart, else the one that tells most. */
function bestCut(
  left: ReadonlySet<string>,
  shapes: readonly CutShape[],
  cuts: NameCuts,
  taken: ReadonlySet<string>,
): Map<string, string> {
  let best = new Map<string, string>();
  for (const shape of shapes) {
    const found = distinctOf(left, cuts.of(shape), taken);
    if (found.size > best.size) best = found;
    if (best.size === left.size) break;
  }
  return best;
}
