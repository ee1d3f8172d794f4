'use client';

import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';

/** MUI's own times (theme: `enterDelay`). */
const ENTER_MS = 350;
const TOUCH_ENTER_MS = 700;
/** Of what says `data-hint-soon`: texts that are cut. */
const TOUCH_SOON_MS = 100;
const TOUCH_LEAVE_MS = 1500;

interface Hint {
  readonly anchor: HTMLElement;
  readonly text: string;
  readonly place: 'bottom' | 'right';
}

const elementOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;
const isHint = (target: EventTarget | null) => target instanceof Element && target.closest('[role="tooltip"]') !== null;

/**
 * The one tooltip for everything that says `data-hint` (and `data-hint-at`): drawn when it is first wanted, where a tooltip
 * component each would be drawn with every page. One on every page.
 */
export function HintHost() {
  const [hint, setHint] = useState<Hint>();
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted: HTMLElement | null = null;
    const close = () => {
      clearTimeout(timer);
      wanted = null;
      setIsOpen(false);
    };
    const open = (anchor: HTMLElement, afterMs: number) => {
      close();
      wanted = anchor;
      timer = setTimeout(() => {
        const text = anchor.dataset.hint;
        if (!anchor.isConnected || !text) return;
        setHint({ anchor, text, place: anchor.dataset.hintAt === 'right' ? 'right' : 'bottom' });
        setIsOpen(true);
      }, afterMs);
    };
    const onOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || isHint(target)) return;
      const anchor = elementOf(target);
      if (anchor === wanted) return;
      if (anchor) open(anchor, ENTER_MS);
      else close();
    };
    const onFocus = ({ target }: FocusEvent) => {
      const anchor = elementOf(target);
      if (anchor?.matches(':focus-visible')) open(anchor, ENTER_MS);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    const onTouch = ({ target }: TouchEvent) => {
      const anchor = elementOf(target);
      if (anchor) open(anchor, anchor.dataset.hintSoon === undefined ? TOUCH_ENTER_MS : TOUCH_SOON_MS);
    };
    const onLift = () => {
      clearTimeout(timer);
      timer = setTimeout(close, TOUCH_LEAVE_MS);
    };
    const offs: (() => void)[] = [];
    const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) => {
      document.addEventListener(name, listener, { passive: true });
      offs.push(() => document.removeEventListener(name, listener));
    };
    on('pointerover', onOver);
    // Out of the window: nothing is under the pointer then.
    on('pointerout', ({ relatedTarget, pointerType }) => {
      if (relatedTarget === null && pointerType !== 'touch') close();
    });
    on('focusin', onFocus);
    on('focusout', close);
    on('keydown', onKey);
    on('click', close);
    on('touchstart', onTouch);
    on('touchend', onLift);
    return () => {
      for (const off of offs) off();
      clearTimeout(timer);
    };
  }, []);

  if (!hint) return null;
  return (
    <Tooltip
      open={isOpen}
      title={hint.text}
      placement={hint.place}
      slotProps={{ popper: { anchorEl: hint.anchor } }}
      disableFocusListener
      disableHoverListener
      disableTouchListener
    >
      <span hidden />
    </Tooltip>
  );
}
