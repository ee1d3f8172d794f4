'use client';

import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { PlugIcon, SuccessIcon, WarningIcon } from '@/components/kit/ui/icons';
import { MiddleText } from '@/components/kit/ui/middle-text';
import { PersonTrappedIcon } from '@/components/kit/ui/lift-icons';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { timeOfDay } from '@/lib/platform/i18n/shown-moment';
import { IncidentDuration, lengthParts, lengthUnit } from './incident-duration';
import { ResponseLine, useResponseState } from './response-line';
import styles from './alarm-strip.module.css';

const ICONS = { trapped: PersonTrappedIcon, fault: WarningIcon, freed: SuccessIcon, disconnected: PlugIcon } as const;

/** What is wrong, where, since when, how far it is, and who knows about it. */
export const IncidentWords = memo(function IncidentWords({ row }: { readonly row: IncidentRow }) {
  const t = useTranslations('incidents');
  const { condition, equipmentName, floor, since, release } = row;
  const state = useResponseState()(row);
  const Icon = ICONS[condition];
  return (
    <span className={styles.words}>
      <span className={styles.kind}>
        <Icon size={20} />
        <b>{t(`condition.${condition}`)}</b>
      </span>
      <b className={styles.name} title={equipmentName}>
        <MiddleText>{equipmentName}</MiddleText>
      </b>
      {floor !== null && (
        <span className={styles.fact}>
          {t('floor')} <b>{floor}</b>
        </span>
      )}
      {since !== null && (
        <span className={styles.fact}>
          {condition === 'freed' ? (
            <Freed release={release} />
          ) : (
            <IncidentDuration since={since} condition={condition} />
          )}
        </span>
      )}
      <span className={styles.response}>
        {state !== null && <b className={styles.state}>{state}</b>}
        <span className={styles.told} data-cut="room">
          <ResponseLine row={row} />
        </span>
      </span>
    </span>
  );
});

/** When they were freed, and after how long. */
export function Freed({ release }: Pick<IncidentRow, 'release'>) {
  const t = useTranslations('incidents');
  if (release === null) return null;
  const { trappedSec } = release;
  return (
    <>
      <b>{timeOfDay(release.at)}</b>
      {trappedSec !== null && (
        <> {t('freedAfter', { length: t(`length.${lengthUnit(trappedSec)}`, lengthParts(trappedSec)) })}</>
      )}
    </>
  );
}
