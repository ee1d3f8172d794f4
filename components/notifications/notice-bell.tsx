'use client';

import { useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { BellIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { ToolButton } from '@/components/kit/ui/tool-button';
import { browserNotices } from '@/lib/features/notifications/browser-notices';
import { countUnread, listServiceNotices } from '@/lib/features/notifications/contract';
import { useNoticeChannel } from '@/lib/features/notifications/use-notice-channel';
import type { NoticeConnection } from '@/lib/features/notifications/use-notice-channel';
import type { InstantMessage } from '@/lib/live/realtime/shared/notices';
import { refreshSms, useSms } from '@/lib/platform/client/hooks';
import styles from './notice-bell.module.css';

const NoticeDialog = later(async () => (await import('./notice-dialog')).NoticeDialog, ['notifications', 'list']);

const MOST_SHOWN = 99;
const ONLY_INSTANT = ['instant'] as const;

/** Persons are trapped, or a clock ran out: what a person in charge must not miss. */
const isUrgent = ({ subType, gbError }: InstantMessage) =>
  subType === 'sla' || (gbError?.entrapment === true && gbError.objectStatus === 'true');

interface Props {
  readonly username: string;
  /** `notifications.own.title`: the rest of these texts comes with the dialog. */
  readonly title: string;
  /** How the page reaches the message channel; the portal's own way when absent. */
  readonly connection?: NoticeConnection;
}

/** Messages to the account on every page: how many are unread, incidents as they come, and the list (readings 70, 80). */
export function NoticeBell({ username, title, connection }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useSms(countUnread, {});
  const count = data?.service ?? 0;
  const look = () => void refreshSms([countUnread, listServiceNotices]);
  useNoticeChannel(
    {
      types: ONLY_INSTANT,
      onInstant: (message, isHistory) => {
        if (isHistory) return;
        if (message.type === 'service') look();
        if (!isUrgent(message)) return;
        const { notificationId, title: head, message: text, gbError } = message;
        const words = gbError ? `${gbError.equipmentName} ${text}`.trim() : text;
        browserNotices.show(username, { title: head, text: words, tag: gbError?.guid ?? notificationId });
        if (message.subType === 'sla') toast.warning(head, { id: notificationId, text: words, length: 'live' });
      },
      onUnread: look,
      onAcknowledged: look,
    },
    connection,
  );
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
      {isOpen && <NoticeDialog username={username} onClose={() => setIsOpen(false)} />}
    </>
  );
}
