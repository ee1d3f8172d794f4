'use client';

import { useEffect, useRef, useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { BellIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { ToolButton } from '@/components/kit/ui/tool-button';
import { browserNotices } from '@/lib/features/notifications/browser-notices';
import { countUnread, listServiceNotices } from '@/lib/features/notifications/contract';
import { useNoticeChannel } from '@/lib/features/notifications/shared/use-notice-channel';
import type { NoticeChannelOptions } from '@/lib/features/notifications/shared/use-notice-channel';
import type { InstantMessage } from '@/lib/live/realtime/shared/notices';
import { refreshSms, useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { useLostSince } from '@/lib/platform/client/page-connection';
import { useOneTab } from '@/lib/platform/client/one-tab';
import { NoticeBatch } from './notice-batch';
import styles from './notice-bell.module.css';

const NoticeDialog = later(async () => (await import('./notice-dialog')).NoticeDialog, ['notifications', 'list']);

const MOST_SHOWN = 99;
const ONLY_INSTANT = ['instant'] as const;

/** Trapped persons, or a missed deadline: a person in charge must not overlook these. */
const isUrgent = ({ subType, gbError }: InstantMessage) =>
  subType === 'sla' || (gbError?.entrapment === true && gbError.objectStatus === 'true');

/** The message between tabs, from the one that listens; null: something was read or acknowledged. */
type BellMessage = InstantMessage | null;

/** Most toasts for deadlines that are missed together; the last toast counts the others. */
const MOST_TOASTS = 3;

/** @param title of the bell, for notices that are only counted */
function hear(news: readonly BellMessage[], title: string): void {
  if (news.some((each) => each === null || each.type === 'service')) void refreshSms([countUnread, listServiceNotices]);
  const clocks = news.filter((each) => each?.subType === 'sla');
  for (const clock of clocks.slice(-MOST_TOASTS))
    if (clock) toast.warning(clock.title, { id: clock.notificationId, text: clock.message, length: 'live' });
  if (clocks.length > MOST_TOASTS)
    toast.warning(`${title} +${clocks.length - MOST_TOASTS}`, { id: 'notices-more', length: 'live' });
}

interface Props {
  readonly username: string;
  readonly holder: Holder;
  /** `notifications.own.title`; the other texts load with the dialog. */
  readonly title: string;
  /** How the page connects to the message channel; default: the portal's own. */
  readonly connection?: NoticeChannelOptions;
}

/**
 * The account's notices on every page: the number of unread ones, incidents as they happen, and the list (readings 70,
 * 80).
 */
export function NoticeBell({ username, holder, title, connection }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useSms(countUnread, {});
  // Without a connection the number is unknown (readings 249).
  const isLost = useLostSince() !== null;
  const count = isLost ? 0 : (data?.service ?? 0);
  const isListening = useOneTab(`notices:${username}`);
  const batch = useRef<NoticeBatch<BellMessage> | null>(null);
  useEffect(() => {
    const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`notices:${username}`);
    if (others) others.onmessage = ({ data: news }: MessageEvent<readonly BellMessage[]>) => hear(news, title);
    const own = new NoticeBatch<BellMessage>((news) => {
      hear(news, title);
      others?.postMessage(news);
    });
    batch.current = own;
    return () => {
      own.end();
      others?.close();
    };
  }, [username, title]);
  return (
    <>
      <ToolButton
        label={count > 0 ? `${title} ${count}` : title}
        hint={title}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <BellIcon />
        <span className={styles.count} data-hidden={count === 0 || undefined}>
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      </ToolButton>
      {isListening && (
        <Ear
          connection={connection}
          onNews={(news) => {
            const urgent = news && isUrgent(news) ? news : undefined;
            batch.current?.add(news, urgent?.gbError?.entrapment === true);
            if (urgent) showOutside(username, urgent);
          }}
        />
      )}
      {isOpen && <NoticeDialog username={username} holder={holder} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function showOutside(username: string, { notificationId, title, message, gbError }: InstantMessage): void {
  const text = gbError ? `${gbError.equipmentName} ${message}`.trim() : message;
  browserNotices.show(username, { title, text, tag: gbError?.guid ?? notificationId });
}

function Ear({
  connection,
  onNews,
}: {
  readonly connection: NoticeChannelOptions | undefined;
  readonly onNews: (news: BellMessage) => void;
}) {
  useNoticeChannel(
    {
      types: ONLY_INSTANT,
      onInstant: (message, isHistory) => {
        if (!isHistory) onNews(message);
      },
      onUnread: () => onNews(null),
      onAcknowledged: () => onNews(null),
    },
    connection,
  );
  return null;
}
