'use client';

import { useTranslations } from 'next-intl';
import { SuccessIcon, WarningIcon } from '@/components/kit/ui/icons';
import { PersonTrappedIcon } from '@/components/kit/ui/lift-icons';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import { isCallbackOver } from '@/lib/features/callbacks/state';
import { clockText } from '@/lib/platform/i18n/clock-text';
import styles from './callback-band.module.css';

/** Persons in danger, over everything else, and that they are free; whom to call when nobody arrives (silent-screens F3). */
export function CallbackBand({ detail }: { readonly detail: CallbackDetail }) {
  const t = useTranslations('callbacks.band');
  const { jobStatus, personTrapped, personInjured, releaseDate, releaseSource, trappedCount, trappedSec, sla } = detail;
  const isTrapped = personTrapped && releaseDate === null;
  if (isCallbackOver(jobStatus) || (!personTrapped && !personInjured)) return null;
  const kind = isTrapped ? 'trapped' : personInjured ? 'injured' : 'freed';
  const arrival = sla.find(({ clock }) => clock === 'arrival');
  const isLate = isTrapped && arrival?.state === 'running' && arrival.breached;
  return (
    <div className={styles.band} data-kind={kind} role={kind === 'freed' ? 'status' : 'alert'}>
      {isTrapped ? (
        <PersonTrappedIcon size={32} />
      ) : kind === 'freed' ? (
        <SuccessIcon size={32} />
      ) : (
        <WarningIcon size={32} />
      )}
      <p className={styles.words}>
        {isTrapped && <span>{trappedCount ? t('trapped', { count: trappedCount }) : t('trappedUnknown')}</span>}
        {personTrapped && releaseDate !== null && (
          <span>
            {t('freed', { time: releaseDate.slice(5) })}
            {trappedSec !== null && t('after', { length: clockText(trappedSec) })}
            {releaseSource !== null && t('by', { source: t(`source.${releaseSource}`) })}
          </span>
        )}
        {personInjured && <span>{t('injured')}</span>}
      </p>
      {isLate && <strong className={styles.escalate}>{t('escalate')}</strong>}
    </div>
  );
}
