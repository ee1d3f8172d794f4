'use client';

import { useTranslations } from 'next-intl';
import { PersonTrappedIcon, WarningIcon } from '@/components/kit/ui/icons';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import { isFinal } from '@/lib/features/callbacks/latest-status';
import styles from './callback-band.module.css';

/** Persons in danger, over everything else; whom to call when nobody arrives (silent-screens F3). */
export function CallbackBand({ detail }: { readonly detail: CallbackDetail }) {
  const t = useTranslations('callbacks.band');
  const { jobStatus, personTrapped, personInjured, releaseDate, trappedCount, sla } = detail;
  const isTrapped = personTrapped && releaseDate === null;
  if (isFinal(jobStatus) || (!isTrapped && !personInjured)) return null;
  const arrival = sla.find(({ clock }) => clock === 'arrival');
  const isLate = isTrapped && arrival?.state === 'running' && arrival.breached;
  return (
    <div className={styles.band} data-kind={isTrapped ? 'trapped' : 'injured'} role="alert">
      {isTrapped ? <PersonTrappedIcon size={32} /> : <WarningIcon size={32} />}
      <p className={styles.words}>
        {isTrapped && <span>{trappedCount ? t('trapped', { count: trappedCount }) : t('trappedUnknown')}</span>}
        {personInjured && <span>{t('injured')}</span>}
      </p>
      {isLate && <strong className={styles.escalate}>{t('escalate')}</strong>}
    </div>
  );
}
