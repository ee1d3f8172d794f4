'use client';

import { useEffect, useRef, useState } from 'react';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import { callSms } from '@/lib/platform/client/client';
import { NOTICE_NAMESPACE } from '@/lib/live/realtime/shared/events';
import { NoticeClient } from '@/lib/live/realtime/browser/notice-client';
import type { NoticeClientOptions } from '@/lib/live/realtime/browser/notice-client';
import { socketOpener } from '@/lib/live/realtime/browser/open-socket';

/** How the page reaches the message channel; absent: the portal's own way. */
export type NoticeChannelOptions = Partial<Pick<NoticeClientOptions, 'getToken' | 'openSocket' | 'random'>>;

type NoticeHandlers = Pick<
  NoticeClientOptions,
  'types' | 'onItem' | 'onInstant' | 'onCounts' | 'onAcknowledged' | 'onUnread'
>;

/**
 * Listens to the message channel as long as the component is mounted (api.md §3.6); the connection ends with the page.
 * `types` are those of the first render.
 */
export function useNoticeChannel(wish: NoticeHandlers, connection: NoticeChannelOptions | undefined): void {
  const latest = useRef(wish);
  useEffect(() => {
    latest.current = wish;
  });
  const [parts] = useState(() => connection);
  useEffect(() => {
    const client = new NoticeClient({
      getToken: () => callSms(getSocketToken, {}),
      openSocket: socketOpener({ namespace: NOTICE_NAMESPACE }),
      ...parts,
      types: latest.current.types,
      onItem: (item, isHistory) => latest.current.onItem?.(item, isHistory),
      onInstant: (message, isHistory) => latest.current.onInstant?.(message, isHistory),
      onCounts: () => latest.current.onCounts?.(),
      onAcknowledged: (news) => latest.current.onAcknowledged?.(news),
      onUnread: () => latest.current.onUnread?.(),
    });
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && client.open();
    const onHide = () => client.close();
    client.open();
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      client.close();
    };
  }, [parts]);
}
