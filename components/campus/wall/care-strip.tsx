'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/kit/ui/states';
import type { Wall } from './use-wall';
import styles from './care-strip.module.css';

/** Says that nobody chose these units, and offers the choice to users who may choose (readings 124). */
export function CareStrip({ onChoose }: { readonly onChoose: (() => void) | undefined }) {
  const t = useTranslations('campus.care');
  return (
    <p className={styles.strip} data-testid="care-strip">
      <span>{t('arranged')}</span>
      {onChoose && (
        <Button size="small" onClick={onChoose}>
          {t('choose')}
        </Button>
      )}
    </p>
  );
}

/**
 * No unit needs care. The sentence covers only units that are online; when none is online it is not shown (readings
 * 122).
 */
export function NobodyInNeed({ connections }: Pick<Wall, 'connections'>) {
  const t = useTranslations('campus.care');
  const counts = typeof connections === 'object' ? connections : undefined;
  if (counts && counts.onlineCount > 0)
    return (
      <EmptyState
        size="page"
        title={t('nobody')}
        text={t('nobodyText', { online: counts.onlineCount, others: counts.unregisteredCount })}
      />
    );
  return <EmptyState size="page" title={t('unseen')} text={counts && t('unseenText')} />;
}
