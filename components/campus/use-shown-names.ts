'use client';

import { useMemo } from 'react';
import { nameInProject } from '@/lib/features/campus/arrangement';
import type { WallGroup } from '@/lib/features/campus/arrangement';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { estimatedWidth, shortNames } from '@/lib/features/campus/short-names';

/** The letters of `.name` in `tile.module.css`. */
const LETTER_PX = 13;
const WEIGHT = 550;

export interface ShownName {
  readonly text: string;
  /** It takes two lines. */
  readonly isWrapped: boolean;
}

const estimated = (text: string) => estimatedWidth(text) * LETTER_PX;

/** Measures with the font of the page; where there is no canvas, and before the page is drawn, by estimate. */
function measuring(): (text: string) => number {
  if (typeof OffscreenCanvas === 'undefined') return estimated;
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) return estimated;
  pen.font = `${WEIGHT} ${LETTER_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => pen.measureText(text).width;
}

/**
 * What each unit is called in its tile (readings 147). Under a heading that says the project it is the rest of its name, whole:
 * in two lines where one is too short.
 * @param width room for the name, px
 * @param isMeasured the page is drawn, its font is known
 */
export function useShownNames(
  groups: readonly WallGroup<CampusEquipment>[],
  hasHeadings: boolean,
  width: number,
  isMeasured: boolean,
): ReadonlyMap<string, ShownName> {
  const widthOf = useMemo(() => (isMeasured ? measuring() : estimated), [isMeasured]);
  // Neither classes nor order change a name.
  const given = groups
    .flatMap(({ project, units }) =>
      units.map(({ equipmentNo, equipmentNickName }) => [equipmentNo, equipmentNickName, project?.projectName ?? null]),
    )
    .sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  const key = JSON.stringify(given);
  return useMemo(() => {
    const sets = new Map<string | null, { key: string; name: string }[]>();
    for (const [equipmentNo, name, project] of JSON.parse(key) as [string, string, string | null][]) {
      const set = sets.get(project) ?? [];
      set.push({ key: equipmentNo, name: hasHeadings ? nameInProject(name, project ?? undefined) : name });
      sets.set(project, set);
    }
    const room = hasHeadings ? 1.85 * width : width;
    const texts = [...sets.values()].flatMap((set) => [...shortNames(set, room, widthOf)]);
    return new Map(texts.map(([no, text]) => [no, { text, isWrapped: hasHeadings && widthOf(text) > width }]));
  }, [key, hasHeadings, width, widthOf]);
}
