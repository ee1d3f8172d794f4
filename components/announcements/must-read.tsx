'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { searchAnnouncementNotices } from '@/lib/features/announcements/contract';
import { callSms } from '@/lib/platform/client/client';
import { findRoute } from '@/lib/routes';

const MustReadDialog = later(async () => (await import('./must-read-dialog')).MustReadDialog, ['announcements']);

/** Wait until the page is interactive. */
const DELAY_MS = 600;
/** Other pages opened in this time do not ask again. */
const ASKED_MS = 2 * 60_000;
const MOST = 15;
const keyOf = (username: string) => `mustReadAsked:${username}`;

function wasAsked(username: string): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(keyOf(username)) ?? 0) < ASKED_MS;
  } catch {
    return false;
  }
}
function noteAsked(username: string): void {
  try {
    sessionStorage.setItem(keyOf(username), String(Date.now()));
  } catch {
    // The browser allows no storage: the next page asks again.
  }
}

/**
 * Opens the announcements that must be read, once after the sign-in; opening marks them as read. Never on a wall:
 * nobody may be there to close the dialog over the tiles.
 */
export function MustRead({ username }: { readonly username: string }) {
  const isWall = findRoute(usePathname())?.isWall ?? false;
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    if (isWall || wasAsked(username)) return;
    let isGone = false;
    const timer = setTimeout(() => {
      callSms(searchAnnouncementNotices, {
        mustRead: true,
        readStatus: 0,
        sortField: 'publishDate',
        sortOrder: 'asc',
        pageSize: MOST,
      }).then(
        ({ records }) => {
          noteAsked(username);
          if (!isGone) setIds(records.map(({ id }) => id));
        },
        // It failed: the next page asks again.
        () => undefined,
      );
    }, DELAY_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isWall, username]);
  return ids.length > 0 ? <MustReadDialog ids={ids} onClose={() => setIds([])} /> : null;
}
