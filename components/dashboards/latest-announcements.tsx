'use client';

import { useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { searchAnnouncementNotices } from '@/lib/features/announcements/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { Block, Quiet } from './block';
import { useAnswer } from './use-answer';
import styles from './dashboard.module.css';

const SHOWN = 5;

/** What the reader was told last (silent-screens D4). */
export function LatestAnnouncements({ holder }: { readonly holder: Holder }) {
  const t = useTranslations('dashboards.announcements');
  const maySee = may(holder, searchAnnouncementNotices);
  const answer = useAnswer(searchAnnouncementNotices, maySee ? { pageIndex: 1, pageSize: SHOWN } : null);
  if (!maySee) return null;
  const mayRead = mayOpen(holder, routeOf('announcement'));
  return (
    <Block name="announcements" title={t('title')} answer={answer}>
      {({ records }) =>
        records.length === 0 ? (
          <Quiet>{t('empty')}</Quiet>
        ) : (
          <ul className={styles.list}>
            {records.map(({ id, title, publishDate, createDate }) => (
              <li key={id}>
                <span>
                  <EntryLink href={mayRead ? hrefOf('announcement', { id }) : undefined}>{title}</EntryLink>
                </span>
                <small>{(publishDate ?? createDate).slice(0, 10)}</small>
              </li>
            ))}
          </ul>
        )
      }
    </Block>
  );
}
