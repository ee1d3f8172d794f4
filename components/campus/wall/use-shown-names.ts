'use client';

import { useMemo } from 'react';
import { nameInProject } from '@/lib/features/campus/arrangement';
import type { WallGroup } from '@/lib/features/campus/arrangement';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { estimatedWidth, shortNames, wrapOf } from '@/lib/features/campus/short-names';
import type { NameWrap } from '@/lib/features/campus/short-names';
import type { NameRoom } from '@/lib/features/campus/name-room';

/** The font of `.name` in `tile.module.css`; its letters are measured once at this size. */
const MEASURED_PX = 16;
const WEIGHT = 550;

export interface ShownName {
  readonly text: string;
  /** How it breaks into two lines; undefined: it fits one. */
  readonly wrap: NameWrap | undefined;
}

type Measure = (text: string) => number;

/** Measures each letter of a font once. Shortening a page of names then needs additions only and no canvas call. */
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

/** Width relative to the font size. Estimated when there is no canvas and before the page is rendered. */
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

/**
 * Shortened names of a project or grid; those of another width or page are kept, so that they need not be shortened
 * again.
 */
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

/** A line that breaks before a letter that does not fit leaves a part of its width unused. */
const TWO_LINES = 1.85;

/**
 * The name of each unit in its tile (readings 147). Below a project heading the project's name is left out; the name
 * takes two lines when one is too short and the tile has room.
 * @param isDrawn the page is rendered, so its font is known
 */
export function useShownNames(
  groups: readonly WallGroup<CampusEquipment>[],
  hasHeadings: boolean,
  { width, letterPx, lines }: NameRoom,
  isDrawn: boolean,
): ReadonlyMap<string, ShownName> {
  const widthOf = useMemo(() => measureOf(isDrawn), [isDrawn]);
  // Classes and order do not change a name.
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
