/** The browser's network: cables and radio, not whether a server answers (`page-connection.ts`). */

function listen(name: 'online' | 'offline', listener: () => void): () => void {
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

/** Called when the network is back. @returns a function that ends it */
export const onNetworkBack = (listener: () => void): (() => void) => listen('online', listener);

/** Called when the network goes. @returns a function that ends it */
export const onNetworkGone = (listener: () => void): (() => void) => listen('offline', listener);

/** Called with each of both. @returns a function that ends it */
export function onNetworkChange(listener: () => void): () => void {
  const ends = [onNetworkBack(listener), onNetworkGone(listener)];
  return () => ends.forEach((end) => end());
}
