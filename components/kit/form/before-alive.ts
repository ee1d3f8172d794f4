'use client';

import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/**
 * What people do to a form that the server drew before its scripts are there: on a slow line they type, and press Enter.
 * A browser would send the form by itself, to nobody, and empty it (readings 282).
 */

/** Part of the script before every other: a form that nobody has taken over is not sent, but marked until somebody has. */
export const HOLD_FORMS = `addEventListener('submit',function(e){var f=e.target;
if(!e.defaultPrevented&&!f.hasAttribute('action')){e.preventDefault();f.dataset.held=''}});`;

/** The placeholder of an input that the server draws: by it styles know before anything is alive whether something is typed (globals.css). */
export const EMPTY_SHOWN = ' ';

/** Sends the form that was sent before it was alive, once, with what its fields have taken over. */
export function useHeldSubmit(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (form.current?.dataset.held === undefined) return undefined;
    // After the drawing that brings what the fields have taken over.
    const timer = setTimeout(() => {
      form.current?.removeAttribute('data-held');
      form.current?.requestSubmit();
    });
    return () => clearTimeout(timer);
  }, [form]);
}

/** Takes over what was typed into an input before it was alive; React keeps it in the page and does not tell of it. */
export function useTypedBefore(
  input: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  value: string,
  onTyped: (value: string) => void,
): void {
  const takeOver = useEffectEvent(() => {
    const isAlive = document.documentElement.dataset.ready !== undefined;
    const typed = input.current?.value ?? '';
    if (!isAlive && typed !== '' && typed !== value) onTyped(typed);
  });
  useLayoutEffect(() => takeOver(), []);
}
