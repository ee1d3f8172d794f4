'use client';

import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { ChevronLeftIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import { PAGE_SIZES } from './list-query';
import styles from './pager.module.css';

interface Props {
  /** 1-based. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** Sizes to choose from, those of the tables when absent. */
  readonly sizes?: readonly number[];
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** How many rows there are, which part of them is shown, and the way to the others. */
export function Pager({ page, size, total, sizes = PAGE_SIZES, onPage, onSize }: Props) {
  const t = useTranslations('list');
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(page, pages);
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <span className={styles.total}>{t('total', { count: total })}</span>
      <TextField
        select
        fullWidth={false}
        className={styles.size}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
        slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('pager.size') } } }}
      >
        {sizes.map((value) => (
          <MenuItem key={value} value={value}>
            {t('pager.sizeOf', { size: value })}
          </MenuItem>
        ))}
      </TextField>
      <div className={styles.pages}>
        <IconButton size="small" aria-label={t('pager.first')} disabled={current <= 1} onClick={() => onPage(1)}>
          <span className={styles.bar}>
            <ChevronLeftIcon size={18} />
          </span>
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('pager.previous')}
          disabled={current <= 1}
          onClick={() => onPage(current - 1)}
        >
          <ChevronLeftIcon size={18} />
        </IconButton>
        <span className={styles.where} aria-live="polite">
          {t('pager.page', { page: current, pages })}
        </span>
        <IconButton
          size="small"
          aria-label={t('pager.next')}
          disabled={current >= pages}
          onClick={() => onPage(current + 1)}
        >
          <ChevronRightIcon size={18} />
        </IconButton>
        <IconButton size="small" aria-label={t('pager.last')} disabled={current >= pages} onClick={() => onPage(pages)}>
          <span className={styles.endBar}>
            <ChevronRightIcon size={18} />
          </span>
        </IconButton>
      </div>
    </nav>
  );
}
