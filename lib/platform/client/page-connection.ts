import { useSyncExternalStore } from 'react';

/**
 * Does the page still receive data from the server (readings 249)? From 10 s after a loss until everything on it was
 * read again, its content is grey. The owner of the connection calls `connectionLost` and `connectionBack`.
 */

/** Shorter losses are not shown, because most connections are back by then. */
const GONE_MS = 10_000;
/** An answer that does not arrive keeps the page grey no longer than this. */
const READ_ANEW_MS = 8000;
/** On `<html>` while the page is old; one rule of globals.css makes its content grey. */
const MARK = 'data-connection-lost';

const listeners = new Set<() => void>();
const readers = new Set<() => unknown>();
const backListeners = new Set<(wasSaid: boolean) => void>();
/** Since when the connection is gone, epoch ms of this browser; null while it is there. */
let lostAt: number | null = null;
/** The same once the page shows it; it stays until the content was read again. */
let saidSince: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function say(since: number | null): void {
  if (saidSince === since) return;
  saidSince = since;
  document.documentElement.toggleAttribute(MARK, since !== null);
  for (const listener of [...listeners]) listener();
}

/** The connection is lost. @param since epoch ms; an earlier loss stays the beginning */
export function connectionLost(since = Date.now()): void {
  if (lostAt !== null) return;
  lostAt = since;
  clearTimeout(timer);
  timer = setTimeout(() => say(saidSince ?? since), Math.max(0, since + GONE_MS - Date.now()));
}

/** The connection is back: the page's content is read again, and then it counts as live. */
export function connectionBack(): void {
  clearTimeout(timer);
  if (lostAt !== null) for (const listener of [...backListeners]) listener(saidSince !== null);
  lostAt = null;
  if (saidSince === null) return;
  const isRead = Promise.allSettled([...readers].map((read) => read()));
  const isLate = new Promise((resolve) => setTimeout(resolve, READ_ANEW_MS));
  void Promise.race([isRead, isLate]).then(() => {
    if (lostAt === null) say(null);
  });
}

/** The page ends its connection itself: nothing is lost. */
export function connectionEnded(): void {
  clearTimeout(timer);
  lostAt = null;
  say(null);
}

/**
 * Called when the connection is back after a shown loss. @param read resolves when it has read @returns a function that
 * ends it
 */
export function onReadAnew(read: () => unknown): () => void {
  readers.add(read);
  return () => void readers.delete(read);
}

/**
 * Called when the connection is back after a loss. @param listener `wasSaid`: it was long enough to be shown @returns a
 * function that ends it
 */
export function onConnectionBack(listener: (wasSaid: boolean) => void): () => void {
  backListeners.add(listener);
  return () => void backListeners.delete(listener);
}

/** Until when this page heard from the server: now, or the beginning of the loss. Epoch ms of this browser. */
export const heardUntil = (): number => lostAt ?? Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Since when the page's connection is lost, epoch ms of this browser; null while the content is live. */
export const useLostSince = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => saidSince,
    () => null,
  );
