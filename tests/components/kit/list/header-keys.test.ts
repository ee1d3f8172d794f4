import type { KeyboardEvent } from 'react';
import { headerKey } from '@/components/kit/list/header-keys';

/** The keys of a column's head. */

function press(
  key: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey', boolean>>,
  field = 'no',
  width = 100,
) {
  const head = document.createElement('div');
  head.setAttribute('role', 'columnheader');
  head.dataset.field = field;
  head.getBoundingClientRect = () => ({ width }) as DOMRect;
  const does = { onWidth: jest.fn(), onMove: jest.fn() };
  const stopPropagation = jest.fn();
  const event = { key, target: head, preventDefault: jest.fn(), stopPropagation, ...held };
  headerKey(event as unknown as KeyboardEvent<HTMLElement>, does);
  return { ...does, stopPropagation };
}

it('make a column wider and narrower by a step, within bounds', () => {
  expect(press('ArrowRight', { shiftKey: true }).onWidth).toHaveBeenCalledWith('no', 116);
  expect(press('ArrowLeft', { shiftKey: true }).onWidth).toHaveBeenCalledWith('no', 84);
  expect(press('ArrowLeft', { shiftKey: true }, 'no', 60).onWidth).toHaveBeenCalledWith('no', 56);
  expect(press('ArrowRight', { shiftKey: true }, 'no', 1199).onWidth).toHaveBeenCalledWith('no', 1200);
});

it('move it with Ctrl as well', () => {
  const { onMove, onWidth } = press('ArrowLeft', { shiftKey: true, ctrlKey: true });
  expect(onMove).toHaveBeenCalledWith('no', -1);
  expect(onWidth).not.toHaveBeenCalled();
});

it('leave the arrows alone to the grid, and the actions where they are', () => {
  for (const { onWidth, onMove, stopPropagation } of [
    press('ArrowRight', {}),
    press('Enter', { shiftKey: true }),
    press('ArrowRight', { shiftKey: true, altKey: true }),
    press('ArrowRight', { shiftKey: true }, 'actions'),
  ]) {
    expect(onWidth).not.toHaveBeenCalled();
    expect(onMove).not.toHaveBeenCalled();
    expect(stopPropagation).not.toHaveBeenCalled();
  }
});
