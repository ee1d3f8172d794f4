'use client';

import { useMemo } from 'react';
import { nameInProject } from '@/lib/features/campus/arrangement';
import type { WallGroup } from '@/lib/features/campus/arrangement';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { estimatedWidth, shortNames, wrapOf } from '@/lib/features/campus/short-names';
import type { NameWrap } from '@/lib/features/campus/short-names';
import type { NameRoom } from '@/lib/features/campus/name-room';

/** The letters of `.name` in `tile.module.css`, measured once at this size. */
const MEASURED_PX = 16;
const WEIGHT = 550;

export interface ShownName {
  readonly text: string;
  /** How it is broken into two lines; undefined: it takes one. */
  readonly wrap: NameWrap | undefined;
}

type Measure = (text: string) => number;

/** Measures each letter of a font once: a page of names is cut by thousands of sums, none of which asks the canvas. */
function measuring(font: string): Measure {
  if (typeof OffscreenCanvas === 'undefined') return estimatedWidth;
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) return estimatedWidth;
  pen.font = `${WEIGHT} ${MEASURED_PX}px ${font}`;
  const widths = new Map<string, number>();
  return (text) => {
    let sum = 0;
    for (const letter of text) {
      let width = widths.get(letter);
      if (width === undefined) widths.set(letter, (width = pen.measureText(letter).width / MEASURED_PX));
      sum += width;
    }
    return sum;
  };
}

const measures = new Map<string, Measure>();

/** In widths of a letter as high as the font; where there is no canvas, and before the page is drawn, by estimate. */
function measureOf(isDrawn: boolean): Measure {
  if (!isDrawn) return estimatedWidth;
  const font = getComputedStyle(document.body).fontFamily;
  const held = measures.get(font) ?? measuring(font);
  measures.set(font, held);
  return held;
}

interface NamedUnit {
  readonly key: string;
  readonly name: string;
}

/** Names of a project or grid that were cut before; those of another width or page come back without being cut again. */
class CutBook {
  readonly #held = new Map<string, ReadonlyMap<string, string>>();

  constructor(readonly widthOf: Measure) {}

  of(units: readonly NamedUnit[], room: number): ReadonlyMap<string, string> {
    const name = JSON.stringify([room, units]);
    const texts = this.#held.get(name) ?? shortNames(units, room, this.widthOf);
    this.#held.delete(name);
    this.#held.set(name, texts);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST_HELD && oldest !== undefined) this.#held.delete(oldest);
    return texts;
  }
}
const MOST_HELD = 120;

const books = new WeakMap<Measure, CutBook>();

function bookOf(widthOf: Measure): CutBook {
  const held = books.get(widthOf) ?? new CutBook(widthOf);
  books.set(widthOf, held);
  return held;
}

/** A line that ends before a letter that does not fit leaves some of its room. */
const TWO_LINES = 1.85;

/**
 * What each unit is called in its tile (readings 147). Under a heading that says the project it is the rest of its name; in
 * two lines where one is too short and the tile has room for them.
 * @param isDrawn the page is drawn, its font is known
 */
export function useShownNames(
  groups: readonly WallGroup<CampusEquipment>[],
  hasHeadings: boolean,
  { width, letterPx, lines }: NameRoom,
  isDrawn: boolean,
): ReadonlyMap<string, ShownName> {
  const widthOf = useMemo(() => measureOf(isDrawn), [isDrawn]);
  // Neither classes nor order change a name.
  const given = groups
    .flatMap(({ project, units }) =>
      units.map(({ equipmentNo, equipmentNickName }) => [equipmentNo, equipmentNickName, project?.projectName ?? null]),
    )
    .sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  const key = JSON.stringify(given);
  return useMemo(() => {
    const sets = new Map<string | null, NamedUnit[]>();
    for (const [equipmentNo, name, project] of JSON.parse(key) as [string, string, string | null][]) {
      const set = sets.get(project) ?? [];
      set.push({ key: equipmentNo, name: hasHeadings ? nameInProject(name, project ?? undefined) : name });
      sets.set(project, set);
    }
    const line = width / letterPx;
    const room = lines === 2 ? TWO_LINES * line : line;
    const book = bookOf(widthOf);
    return new Map(
      [...sets.values()]
        .flatMap((set) => [...book.of(set, room)])
        .map(([no, text]) => [
          no,
          { text, wrap: lines === 2 && widthOf(text) > line ? wrapOf(text, line, widthOf) : undefined },
        ]),
    );
  }, [key, hasHeadings, width, letterPx, lines, widthOf]);
}
