'use client';

import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const MOVE_MS = 320;
/**
 * Most tiles that move with an animation at once, because each needs a layer of its own. Those with the longest way
 * move; the others jump.
 */
const MOST_GLIDING = 24;

/**
 * Tiles that change places move there with an animation, unless the viewer prefers less motion. Positions are measured
 * only when the order changes.
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
    // Measure everything first: measuring between two animations would lay out the page each time.
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

/** The viewer wants no motion, or the browser cannot animate. */
const isStill = () =>
  typeof Element.prototype.animate !== 'function' || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
