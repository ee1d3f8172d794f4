import { isNewer } from './merge';
import type { RawEntry, StatusMessage } from './payload';

/**
 * Two status messages of one unit as one: of each key the newest measurement is kept, the older dropped (api.md §4.4, "over
 * the rate"). The result merges to the same state as the two would have.
 */
export function combineStatus(a: StatusMessage, b: StatusMessage): StatusMessage {
  const entries = new Map<string, RawEntry>(a.entries);
  for (const [key, entry] of b.entries) {
    const known = entries.get(key);
    if (!known || Number.isNaN(known.at) || isNewer(entry, known)) entries.set(key, entry);
  }
  const fulls = [a, b].filter((message) => message.full);
  for (const full of fulls) {
    for (const [key, entry] of entries) if (!full.entries.has(key) && entry.at < full.at) entries.delete(key);
  }
  const at = Math.max(...(fulls.length > 0 ? fulls : [a, b]).map((message) => message.at));
  return { ...a, at, full: fulls.length > 0, entries };
}
