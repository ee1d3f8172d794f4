import type { KeyboardEvent } from 'react';
import { ACTIONS, LEAST_WIDTH, MOST_WIDTH, WIDTH_STEP } from './columns';

interface HeaderKeyActions {
  readonly onWidth: (field: string, width: number) => void;
  readonly onMove: (field: string, by: -1 | 1) => void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Keys of a column's head, before the grid takes them: Shift and an arrow make it narrower or wider, Ctrl, Shift and an arrow
 * move it. Arrows alone stay the grid's.
 */
export function headerKey(event: KeyboardEvent<HTMLElement>, { onWidth, onMove }: HeaderKeyActions): void {
  const step = STEPS[event.key];
  if (step === undefined || !event.shiftKey || event.altKey || event.metaKey) return;
  const head = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[role="columnheader"]') : null;
  const field = head?.dataset.field;
  if (!head || field === undefined || field === ACTIONS) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.ctrlKey) onMove(field, step);
  else {
    const width = Math.round(head.getBoundingClientRect().width) + step * WIDTH_STEP;
    onWidth(field, Math.min(Math.max(width, LEAST_WIDTH), MOST_WIDTH));
  }
}
