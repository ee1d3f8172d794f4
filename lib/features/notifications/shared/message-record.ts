import { z } from 'zod';
import { NoticeItem } from '@/lib/live/realtime/shared/notices';

/** The message record of the custom wall, stored for the account that saw it (doc3 §2.2). */

const Kept = z.array(NoticeItem).max(100);
const keyOf = (username: string) => `campusMessages:${username}`;

/** What this account last saw in this tab; empty when storage is blocked or holds something else. */
export function readRecord(username: string): NoticeItem[] {
  try {
    return Kept.safeParse(JSON.parse(sessionStorage.getItem(keyOf(username)) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

export function keepRecord(username: string, items: readonly NoticeItem[]): void {
  try {
    sessionStorage.setItem(keyOf(username), JSON.stringify(items));
  } catch {
    // Storage is blocked or full: the list then comes only from the server.
  }
}

/** New items on top; an item in the same state is listed once, however often it arrived. */
export function mergeItems(newer: readonly NoticeItem[], older: readonly NoticeItem[], most: number): NoticeItem[] {
  const seen = new Set<string>();
  return [...newer, ...older]
    .filter(({ key, status }) => {
      const name = `${key} ${status}`;
      return !seen.has(name) && seen.add(name);
    })
    .sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
    .slice(0, most);
}
