'use client';

import { useTranslations } from 'next-intl';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import { detailHref, liveHref } from '@/lib/features/equipment/shared/links';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { dispatchOf, type IncidentTasks } from './shared/use-incident-tasks';
import styles from './alarm-strip.module.css';

interface Props {
  readonly row: IncidentRow;
  readonly holder: Holder;
  readonly tasks: IncidentTasks;
  /** Opens the live picture; absent when the user may not see it. */
  readonly onVideo?: (unit: VideoUnit) => void;
}

/** Open, acknowledge, dispatch: one click each, and only those that this user may do. */
export function IncidentActions({ row, holder, tasks, onVideo }: Props) {
  const t = useTranslations('incidents');
  const { equipmentNo, equipmentName: name, displayType, canAcknowledge, camera } = row;
  const href = liveHref(holder, displayType, equipmentNo) ?? detailHref(holder, equipmentNo);
  const isBusy = tasks.busy === equipmentNo;
  return (
    <span className={styles.actions}>
      {href && (
        <a className={styles.action} href={href} aria-label={t('openOf', { name })}>
          {t('open')}
        </a>
      )}
      {camera === 1 && onVideo && (
        <button
          type="button"
          className={styles.action}
          aria-label={t('videoOf', { name })}
          onClick={() => onVideo({ equipmentNo, equipmentName: name })}
        >
          {t('video')}
        </button>
      )}
      {canAcknowledge && (
        <button
          type="button"
          className={styles.action}
          disabled={isBusy}
          aria-label={t('acknowledgeOf', { name })}
          onClick={() => void tasks.acknowledge(row)}
        >
          {t('acknowledge')}
        </button>
      )}
      {dispatchOf(row) && (
        <button
          type="button"
          className={styles.action}
          data-main
          disabled={isBusy}
          aria-label={t('dispatchOf', { name })}
          onClick={() => void tasks.send(row)}
        >
          {t('dispatch')}
        </button>
      )}
    </span>
  );
}
