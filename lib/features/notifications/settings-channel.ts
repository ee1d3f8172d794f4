/** Tells all tabs of this browser, including this one, that the account's settings of the alarm strip were saved. */

const nameOf = (username: string) => `stripSettings:${username}`;

/** @returns stops listening */
export function onStripSettings(username: string, listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(nameOf(username));
  channel.onmessage = listener;
  return () => channel.close();
}

export function tellStripSettings(username: string): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(nameOf(username));
  channel.postMessage(null);
  channel.close();
}
