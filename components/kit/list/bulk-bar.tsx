'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { RowSelection } from './use-row-selection';
import styles from './bulk-bar.module.css';

interface Props<Row> {
  readonly selection: RowSelection<Row>;
  /** Buttons: what may be done with the chosen rows. */
  readonly children: ReactNode;
}

/** How many rows are chosen, and what may be done with all of them. It stands where the tools of the table do. */
export function BulkBar<Row>({ selection: { rows, max, clear }, children }: Props<Row>) {
  const t = useTranslations('list.selection');
  return (
    <div className={styles.bar} role="group" aria-label={t('label')}>
      <span role="status">
        {t('count', { count: rows.length })}
        {max !== undefined && rows.length >= max && <span className={styles.full}> {t('full', { max })}</span>}
      </span>
      <Button size="small" variant="text" onClick={clear}>
        {t('clear')}
      </Button>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
