'use client';

import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { ChevronLeftIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import styles from './pager.module.css';

/** Back and forward through a list, with the current position. */
export function Pager({
  page,
  pages,
  total,
  onChange,
}: {
  readonly page: number;
  readonly pages: number;
  readonly total: string;
  readonly onChange: (page: number) => void;
}) {
  const t = useTranslations('home.units');
  return (
    <nav className={styles.pager} aria-label={t('page', { page, pages })}>
      <span className={styles.total}>{total}</span>
      <IconButton
        size="small"
        aria-label={t('previous')}
        disabled={page <= 1}
        onClick={() => onChange(Math.min(page, pages + 1) - 1)}
      >
        <ChevronLeftIcon />
      </IconButton>
      <span aria-live="polite">{t('page', { page, pages })}</span>
      <IconButton size="small" aria-label={t('next')} disabled={page >= pages} onClick={() => onChange(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </nav>
  );
}
