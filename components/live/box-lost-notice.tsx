'use client';

import { useTranslations } from 'next-intl';
import { PlugIcon } from '@/components/ui/icons';
import { readTime } from '@/lib/live/values';
import { LiveAge } from './live-age';
import type { ElevatorState } from './use-elevator';
import styles from './box-lost-notice.module.css';

/** The box has no link (`connection: offline`): the unit still counts as online for 72 h, but nothing we show is of now. */
export function BoxLostNotice({ state: { isBoxLost, cover, live } }: { readonly state: ElevatorState }) {
  const t = useTranslations('live.elevator');
  if (!isBoxLost || (cover !== 0 && cover !== 5)) return null;
  return (
    <p className={styles.notice} role="status" data-testid="box-lost">
      <PlugIcon size={18} />
      <span>{t('boxLost')}</span>
      <span className={styles.since}><LiveAge at={readTime(live.connection?.at)} /></span>
    </p>
  );
}
