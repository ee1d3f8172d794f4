'use client';

import { useTranslations } from 'next-intl';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StatusKind } from '@/components/kit/ui/status';
import type { NoticeItem } from '@/lib/live/realtime/shared/notices';
import rowStyles from '@/components/kit/ui/message-rows.module.css';
import styles from './notice-row.module.css';

const LOOKS: Readonly<Record<string, StatusKind>> = {
  CLSO: 'normal',
  CLSC: 'unknown',
  CLOSED: 'normal',
  EXPIRED: 'unknown',
  INACTIVE: 'unknown',
  OPEN: 'service',
};

/**
 * One call-out or symptom: unit, reason, progress, time. It opens its detail in a new tab when the user has such a
 * page.
 */
export function NoticeRow({ item, href }: { readonly item: NoticeItem; readonly href: string | undefined }) {
  const t = useTranslations('notifications');
  const { type, status, equipmentName, equipmentNo, message, technician, phoneNumber, time } = item;
  const group = type === 'CBK' ? 'callback' : 'symptom';
  const word = t.has(`${group}.${status}`) ? t(`${group}.${status}`) : status;
  const content = (
    <>
      <span className={styles.head}>
        <span className={styles.kind}>{t(`item.${type}`)}</span>
        <StatusPill status={LOOKS[status] ?? (type === 'CBK' ? 'service' : 'attention')} look="plain" size="small">
          {word}
        </StatusPill>
        <time className={rowStyles.time}>{time.slice(5, 16)}</time>
      </span>
      <span className={`${rowStyles.name} ${styles.unit}`} title={`${equipmentName} ${equipmentNo}`}>
        {equipmentName}
      </span>
      {message !== '' && (
        <span className={rowStyles.text} title={message}>
          {message}
        </span>
      )}
      {technician && <span className={rowStyles.text}>{[technician, phoneNumber].filter(Boolean).join(' ')}</span>}
    </>
  );
  return (
    <li className={rowStyles.row} data-notice={item.key} data-status={status}>
      {href ? (
        <a className={rowStyles.link} href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <div className={rowStyles.link}>{content}</div>
      )}
    </li>
  );
}
