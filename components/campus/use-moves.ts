'use client';

import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const MOVE_MS = 320;

/**
 * Tiles that change places glide to their new ones, unless the viewer wants less motion. Places are read when the order
 * changes and never in between.
 * @param order changes with the order; undefined: tiles keep their places
 */
export function useMoves(root: RefObject<HTMLElement | null>, order: string | undefined): void {
  const last = useRef<{ width: number; places: Map<string, readonly [number, number]> } | null>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element || order === undefined) {
      last.current = null;
      return;
    }
    const cells = [...element.querySelectorAll<HTMLElement>('li[data-cell]')];
    const places = new Map(cells.map((cell) => [cell.dataset.cell ?? '', [cell.offsetLeft, cell.offsetTop] as const]));
    const before = last.current;
    last.current = { width: element.offsetWidth, places };
    if (!before || before.width !== element.offsetWidth || isStill()) return;
    for (const cell of cells) {
      const from = before.places.get(cell.dataset.cell ?? '');
      if (!from) continue;
      const [x, y] = [from[0] - cell.offsetLeft, from[1] - cell.offsetTop];
      if (x !== 0 || y !== 0)
        cell.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
          duration: MOVE_MS,
          easing: 'ease-out',
        });
    }
  }, [root, order]);
}

/** No motion is wanted, or none can be made. */
const isStill = () =>
  typeof Element.prototype.animate !== 'function' || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
