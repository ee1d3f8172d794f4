/** Alarms that this tab has announced, by account. A reload does not announce them again. */

const nameOf = (username: string) => `toldAlarms:${username}`;

export function announcedAlarms(username: string): Set<string> {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(nameOf(username)) ?? '[]') as string[]);
  } catch {
    return new Set();
  }
}

/** @param keys of all current alarms: one that ended is forgotten, so that it is new when it comes back */
export function keepAnnounced(username: string, keys: readonly string[]): void {
  try {
    sessionStorage.setItem(nameOf(username), JSON.stringify(keys));
  } catch {
    // No storage: a reload announces them again.
  }
}
