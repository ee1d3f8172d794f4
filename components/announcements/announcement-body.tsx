'use client';

import { useTranslations } from 'next-intl';
import { PinIcon } from '@/components/kit/ui/icons';
import type { AnnouncementRow } from '@/lib/features/announcements/contract';
import { AnnouncementText } from './announcement-text';
import styles from './announcement-body.module.css';

/** Publishing time, category and text. The caller shows the title above. */
export function AnnouncementBody({
  row: { publishDate, createDate, pinned, mustRead, message },
}: {
  readonly row: Pick<AnnouncementRow, 'publishDate' | 'createDate' | 'pinned' | 'mustRead' | 'message'>;
}) {
  const t = useTranslations('announcements');
  return (
    <>
      <p className={styles.meta}>
        <time>{t('detail.publishedAt', { time: publishDate ?? createDate })}</time>
        {pinned && (
          <span className={styles.mark}>
            <PinIcon size={14} />
            {t('pinned')}
          </span>
        )}
        {mustRead && <span className={styles.mark}>{t('mustRead')}</span>}
      </p>
      <AnnouncementText html={message} />
    </>
  );
}
