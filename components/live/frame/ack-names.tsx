'use client';

import { useTranslations } from 'next-intl';
import { CheckIcon } from '@/components/kit/ui/icons';
import { shortMoment } from './short-moment';
import { useShownIncident } from './use-unit-incident';
import styles from './alarm-band.module.css';

/** Who has acknowledged, and when; persons in charge first. */
export function AckNames() {
  const t = useTranslations('live.incident');
  const acks = useShownIncident()?.row?.acks ?? [];
  if (acks.length === 0) return null;
  const ordered = [...acks].sort((one, other) => Number(other.inCharge) - Number(one.inCharge));
  return (
    <p className={styles.acks} data-testid="acks">
      <CheckIcon size={16} />
      {ordered.map(({ nickName, ackDate }) => (
        <span key={`${nickName} ${ackDate}`}>
          {t('acknowledgedBy', { name: nickName, time: shortMoment(ackDate) })}
        </span>
      ))}
    </p>
  );
}
