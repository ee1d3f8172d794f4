'use client';

import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';

/** Seconds before the first attempts; the last one repeats (silent-screens B11). */
const DELAYS_SEC = [10, 30, 60] as const;
/** A retry longer ago than this belongs to an earlier failure. */
const FORGET_MS = 180_000;
const KEY = 'auto-retry';
const Stored = z.object({ path: z.string(), count: z.number().int().min(0), at: z.number() });

/** How often this page was retried recently. Stored for the tab, because a retry may reload the page. */
function attempts(): number {
  try {
    const { path, count, at } = Stored.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''));
    return path === window.location.pathname && Date.now() - at < FORGET_MS ? count : 0;
  } catch {
    return 0;
  }
}

function noteAttempt(): void {
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ path: window.location.pathname, count: attempts() + 1, at: Date.now() }),
    );
  } catch {
    // Without storage every retry counts as the first: 10 s apart.
  }
}

const delayOf = (count: number): number => DELAYS_SEC[Math.min(count, DELAYS_SEC.length - 1)] ?? 60;

/**
 * Retries after 10, 30, 60, then every 60 s, for screens on a wall without a person in front.
 * @returns seconds until the next retry; undefined when it is off
 */
export function useAutoRetry(isOn: boolean, onRetry: () => void): number | undefined {
  const [left, setLeft] = useState<number>();
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    if (!isOn) return;
    let end = Date.now() + delayOf(attempts()) * 1000;
    const tick = () => {
      if (Date.now() >= end) {
        noteAttempt();
        // When the page fails again, the next retry follows.
        end = Date.now() + delayOf(attempts()) * 1000;
        retry.current();
      }
      setLeft(Math.ceil((end - Date.now()) / 1000));
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  return isOn ? left : undefined;
}
