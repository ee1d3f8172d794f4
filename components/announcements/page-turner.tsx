'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import styles from './page-turner.module.css';

interface Props {
  readonly current: number;
  readonly pages: number;
  readonly onPage: (pageIndex: number) => void;
}

/** Page buttons of a short list; renders nothing when there is one page only. */
export function PageTurner({ current, pages, onPage }: Props) {
  const t = useTranslations('announcements.list');
  if (pages <= 1) return null;
  return (
    <div className={styles.pager}>
      <Button size="small" disabled={current <= 1} onClick={() => onPage(current - 1)}>
        {t('less')}
      </Button>
      <span>{t('page', { page: current, pages })}</span>
      <Button size="small" disabled={current >= pages} onClick={() => onPage(current + 1)}>
        {t('more')}
      </Button>
    </div>
  );
}
