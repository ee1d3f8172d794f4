'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { InstantMessage, NoticeItem } from '@/lib/live/realtime/shared/notices';
import { acknowledgeNotices, countUnread } from '@/lib/features/notifications/contract';
import { mergeItems } from '@/lib/features/notifications/shared/message-record';
import { ToastDeck } from '@/lib/features/notifications/shared/toast-deck';
import { LIVE_LIST_ITEMS } from '@/lib/features/notifications/value-sets';
import { useNoticeChannel } from '@/lib/features/notifications/shared/use-notice-channel';
import type { NoticeChannelOptions } from '@/lib/features/notifications/shared/use-notice-channel';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { mutateSms } from '@/lib/platform/client/hooks';
import { messageBeat } from '../draw-beat';

export interface Messages {
  /** Callbacks and symptoms, newest first. */
  readonly items: readonly NoticeItem[];
  /** Faults, events, service reminders and announcements, newest first, at most ten of each kind. */
  readonly instants: readonly InstantMessage[];
  readonly deck: ToastDeck;
  /** Changes when a message arrives, or when one was read or acknowledged elsewhere. */
  readonly stirred: number;
  /** Acknowledges the card of a trapped person. The card stays when that fails. */
  readonly acknowledge: (guid: string) => Promise<void>;
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
 * Listens to the message channel while the wall is open (doc3 §4.2) and keeps lists and cards. The connection ends with
 * the page.
 * @param onAlarm must be stable
 */
export function useMessages(onAlarm: () => void, connection: NoticeChannelOptions | undefined): Messages {
  const [items, setItems] = useState<readonly NoticeItem[]>(NOBODY);
  const [instants, setInstants] = useState<readonly InstantMessage[]>(NOBODY);
  const [stirred, setStirred] = useState(0);
  const { soon, now } = useTogether();
  const stir = () => setStirred((count) => count + 1);
  const numbers = useRef(new Map<string, string>());
  const deck = useMemo(() => new ToastDeck(onAlarm), [onAlarm]);
  const failureText = useFailureText();
  useNoticeChannel(
    {
      onItem: (item) =>
        soon(() => {
          setItems((older) => mergeItems([item], older, LIVE_LIST_ITEMS));
          stir();
        }),
      onInstant: (message, isHistory) => {
        const { gbError, notificationId } = message;
        soon(() => {
          setInstants((older) => keepTen(message, older));
          stir();
          if (!gbError) return;
          if (gbError.entrapment) numbers.current.set(gbError.guid, notificationId);
          deck[isHistory ? 'restore' : 'push'](gbError);
        });
        if (gbError?.entrapment && !isHistory) now();
      },
      onAcknowledged: ({ guid, acks }) =>
        soon(() => {
          deck.acknowledged(guid, acks);
          stir();
        }),
      onUnread: () => soon(stir),
    },
    connection,
  );
  useEffect(() => () => deck.end(), [deck]);
  const acknowledge = useCallback(
    async (guid: string) => {
      const notificationId = numbers.current.get(guid);
      if (notificationId === undefined) return deck.dismiss(guid);
      try {
        const [answer] = await mutateSms(acknowledgeNotices, { notificationIds: [notificationId] }, [countUnread]);
        if (answer) deck.acknowledged(guid, answer.acks);
      } catch (error) {
        toast.error(failureText(error));
      }
    },
    [deck, failureText],
  );
  return { items, instants, deck, stirred, acknowledge };
}

/**
 * Many messages at once are handled together and in order: the wall renders a few times a second only (readings 211).
 */
function useTogether() {
  const [waiting] = useState<(() => void)[]>(() => []);
  const takeIn = useCallback(() => {
    for (const act of waiting.splice(0)) act();
  }, [waiting]);
  useEffect(() => () => messageBeat.forget(takeIn), [takeIn]);
  return useMemo(
    () => ({
      soon: (act: () => void) => {
        waiting.push(act);
        messageBeat.ask(takeIn);
      },
      /** Handles waiting messages at once. */
      now: () => {
        messageBeat.forget(takeIn);
        takeIn();
      },
    }),
    [waiting, takeIn],
  );
}
