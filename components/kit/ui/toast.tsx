'use client';

import { toast as sonner } from 'sonner';

/** How long a message stands: 1 s for a switch that was turned, 3 s for a result or a refusal, 5 s for an expired login (doc1 §9), 8 s for live news. */
export const TOAST_MS = { brief: 1000, short: 3000, long: 5000, live: 8000 } as const;
export type ToastLength = keyof typeof TOAST_MS;

interface Options {
  /** Messages with the same id replace each other: ten failed calls show one toast. */
  readonly id?: string;
  readonly length?: ToastLength;
  readonly text?: string;
}

const optionsOf = ({ id, length = 'short', text }: Options) => ({ id, duration: TOAST_MS[length], description: text });

/** Short messages at the top of the page. The text is already worded by the caller. */
export const toast = {
  success: (message: string, options: Options = {}) => sonner.success(message, optionsOf(options)),
  error: (message: string, options: Options = {}) => sonner.error(message, optionsOf({ id: message, ...options })),
  warning: (message: string, options: Options = {}) => sonner.warning(message, optionsOf({ id: message, ...options })),
  info: (message: string, options: Options = {}) => sonner.info(message, optionsOf(options)),
  dismiss: (id?: string) => sonner.dismiss(id),
};
