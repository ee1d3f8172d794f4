/** Alarms that this tab has told of already, by account; a reload tells of none again. */

const nameOf = (username: string) => `toldAlarms:${username}`;

export function announcedAlarms(username: string): Set<string> {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(nameOf(username)) ?? '[]') as string[]);
  } catch {
    return new Set();
  }
}

/** @param keys of all that stand now: what is over may come again, and is news then */
export function keepAnnounced(username: string, keys: readonly string[]): void {
  try {
    sessionStorage.setItem(nameOf(username), JSON.stringify(keys));
  } catch {
    // Storage is closed: a reload tells of them again.
  }
}
