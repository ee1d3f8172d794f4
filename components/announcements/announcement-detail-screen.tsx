'use client';

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { ChevronLeftIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import { EmptyState } from '@/components/kit/ui/states';
import type { AnnouncementDetail } from '@/lib/features/announcements/contract';
import { hrefOf } from '@/lib/routes';
import { AnnouncementBody } from './announcement-body';
import styles from './announcement-detail-screen.module.css';

function Back() {
  const t = useTranslations('announcements.detail');
  return (
    <Button
      className={styles.back}
      component={Link}
      href={hrefOf('announcement')}
      color="inherit"
      startIcon={<ChevronLeftIcon size={18} />}
    >
      {t('back')}
    </Button>
  );
}

/** One announcement with its neighbours (doc3 §2.17, silent-screens C). */
export function AnnouncementDetailScreen({ detail }: { readonly detail: AnnouncementDetail }) {
  const t = useTranslations('announcements');
  const { title, previousId, nextId, state } = detail;
  const neighbour = (id: string | null, label: string, icon: typeof ChevronLeftIcon) => {
    const Icon = icon;
    return (
      id !== null && (
        // No prefetch: it would count the announcement as read.
        <IconButton
          component={Link}
          href={hrefOf('announcement', { id })}
          prefetch={false}
          aria-label={label}
          title={label}
        >
          <Icon size={20} />
        </IconButton>
      )
    );
  };
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Back />
        {neighbour(previousId, t('detail.previous'), ChevronLeftIcon)}
        {neighbour(nextId, t('detail.next'), ChevronRightIcon)}
      </div>
      {state !== undefined && state !== 'PUBLISHED' && (
        <Alert severity="info">{t('detail.draft', { state: t(`state.${state}`) })}</Alert>
      )}
      <article className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        <AnnouncementBody row={detail} />
      </article>
    </div>
  );
}

/**
 * The announcement does not exist, is not for the caller, or is no longer published. @param message the server's words
 */
export function AnnouncementGone({ message }: { readonly message: string }) {
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Back />
      </div>
      <EmptyState title={message} size="page" />
    </div>
  );
}
