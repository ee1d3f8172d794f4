'use client';

import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const MOVE_MS = 320;
/** Most tiles that glide at once: each is a layer of its own meanwhile. Those with the longest ways; the others just stand there. */
const MOST_GLIDING = 24;

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
    // Nothing is read between two animations: each would have the page laid out again.
    const ways = cells
      .flatMap((cell) => {
        const [to, from] = [places, before.places].map((known) => known.get(cell.dataset.cell ?? ''));
        const [x, y] = to && from ? [from[0] - to[0], from[1] - to[1]] : [0, 0];
        return x === 0 && y === 0 ? [] : [{ cell, x, y }];
      })
      .sort((a, b) => Math.hypot(b.x, b.y) - Math.hypot(a.x, a.y))
      .slice(0, MOST_GLIDING);
    for (const { cell, x, y } of ways)
      cell.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: MOVE_MS,
        easing: 'ease-out',
      });
  }, [root, order]);
}

/** No motion is wanted, or none can be made. */
const isStill = () =>
  typeof Element.prototype.animate !== 'function' || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
