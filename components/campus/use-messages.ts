'use client';

import { useEffect, useMemo, useState } from 'react';
import type { InstantMessage, NoticeItem } from '@/lib/live/realtime/shared/notices';
import { AcknowledgedBook } from '@/lib/features/notifications/acknowledged';
import { mergeItems } from '@/lib/features/notifications/message-record';
import { ToastDeck } from '@/lib/features/notifications/toast-deck';
import { LIVE_LIST_ITEMS } from '@/lib/features/notifications/value-sets';
import { useNoticeChannel } from '@/lib/features/notifications/use-notice-channel';
import type { NoticeConnection } from '@/lib/features/notifications/use-notice-channel';

export interface Messages {
  /** Callbacks and symptoms, newest first. */
  readonly items: readonly NoticeItem[];
  /** Faults, events, service reminders and announcements, newest first, at most ten of each kind. */
  readonly instants: readonly InstantMessage[];
  readonly deck: ToastDeck;
}

const NOBODY: readonly never[] = [];

function keepTen(news: InstantMessage, older: readonly InstantMessage[]): InstantMessage[] {
  const rest = older.filter(({ notificationId }) => notificationId !== news.notificationId);
  const ten = [news, ...rest.filter(({ type }) => type === news.type)]
    .sort((a, b) => (a.notificationDate < b.notificationDate ? 1 : a.notificationDate > b.notificationDate ? -1 : 0))
    .slice(0, LIVE_LIST_ITEMS);
  return [...ten, ...rest.filter(({ type }) => type !== news.type)];
}

/**
 * Hears the message channel as long as the wall is open (doc3 §4.2): lists and cards. The connection ends with the page.
 * @param onAlarm must be stable
 */
export function useMessages(username: string, onAlarm: () => void, connection: NoticeConnection | undefined): Messages {
  const [items, setItems] = useState<readonly NoticeItem[]>(NOBODY);
  const [instants, setInstants] = useState<readonly InstantMessage[]>(NOBODY);
  const deck = useMemo(() => new ToastDeck(onAlarm, new AcknowledgedBook(username)), [onAlarm, username]);
  useNoticeChannel(
    {
      onItem: (item) => setItems((older) => mergeItems([item], older, LIVE_LIST_ITEMS)),
      onInstant: (message, isHistory) => {
        setInstants((older) => keepTen(message, older));
        if (message.gbError) deck[isHistory ? 'restore' : 'push'](message.gbError);
      },
    },
    connection,
  );
  useEffect(() => () => deck.end(), [deck]);
  return { items, instants, deck };
}
