import { z } from 'zod';
import { NoticeItem } from '@/lib/live/realtime/shared/notices';

/** The message record of the custom wall, kept for the account that looked at it (doc3 §2.2). */

const Kept = z.array(NoticeItem).max(100);
const keyOf = (username: string) => `campusMessages:${username}`;

/** What this account saw last in this tab; nothing where storage is closed or holds something else. */
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
    // Storage is closed or full: the list then comes from the server alone.
  }
}

/** News on top; an item in the same state stands once, however often it was told. */
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
