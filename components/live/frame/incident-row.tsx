'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useNow } from '@/components/kit/ui/age';
import { clockText } from '@/lib/platform/i18n/clock-text';
import { StepBar } from '@/components/kit/detail/step-bar';
import { PhoneIcon } from '@/components/kit/ui/icons';
import { getCallback } from '@/lib/features/callbacks/contract';
import { isCallbackOver } from '@/lib/features/callbacks/state';
import { progressOf } from '@/lib/features/callbacks/shared/progress';
import { incidentState } from '@/lib/features/incidents/shared/incident-state';
import type { IncidentRow as Incident } from '@/lib/features/incidents/contract';
import { hrefOf } from '@/lib/routes';
import { may } from '@/lib/platform/contract/access';
import { useSms } from '@/lib/platform/client/hooks';
import { TroubleActions } from './trouble-actions';
import { shortMoment } from './short-moment';
import type { LiveUnit } from './use-live-unit';
import { useShownIncident } from './use-unit-incident';
import styles from './incident-row.module.css';

/** The row below the band of any trouble: who is coming, the progress, the time left, and the next actions. */
export function IncidentRow({ unit }: { readonly unit: LiveUnit }) {
  const t = useTranslations('live.incident');
  const incident = useShownIncident();
  if (!incident) return null;
  const { row, hasFailed, reload } = incident;
  const maySee = may(unit.holder, getCallback);
  return (
    <div className={styles.row} role="group" aria-label={t('title')} data-testid="incident">
      <div className={styles.who}>
        {hasFailed && !row && (
          <p className={styles.quiet}>
            {t('failed')}{' '}
            <Button size="small" onClick={() => void reload()}>
              {t('retry')}
            </Button>
          </p>
        )}
        {row && maySee && <Who row={row} readAt={incident.readAt} />}
        {row?.callback && maySee && <Steps key={row.callback.callbackId} row={row} />}
      </div>
      <TroubleActions unit={unit} incident={incident} />
    </div>
  );
}

interface WhoProps {
  readonly row: Incident;
  readonly readAt: number | undefined;
}

function Who({ row, readAt }: WhoProps) {
  const t = useTranslations('live.incident');
  const words = useTranslations('incidents');
  const { callback } = row;
  if (!callback) return <p className={styles.none}>{t('noCallOut')}</p>;
  const { callbackId, technicianName, technicianPhone } = callback;
  return (
    <div className={styles.person}>
      <p>
        <b>{technicianName ?? words(`state.${incidentState(callback, row.acks).word ?? 'opened'}`)}</b>{' '}
        {technicianPhone !== null && (
          <a className={styles.phone} href={`tel:${technicianPhone.replace(/[^\d+]/g, '')}`}>
            <PhoneIcon size={14} />
            {technicianPhone}
          </a>
        )}
      </p>
      <p className={styles.quiet}>
        <a href={hrefOf('callbackDetail', { callbackId })}>{callbackId}</a>
        <Clock row={row} readAt={readAt} />
      </p>
    </div>
  );
}

/** The deadline that comes first, counted down from the moment it was read. */
function Clock({ row: { clock, remainingSec }, readAt }: WhoProps) {
  const t = useTranslations('live.incident');
  const now = useNow();
  if (clock === null || remainingSec === null) return null;
  const passed = now === undefined || readAt === undefined ? 0 : Math.max(0, Math.floor((now - readAt) / 1000));
  const left = remainingSec - passed;
  const isLate = left < 0;
  return (
    <span className={styles.clock} role="timer" data-late={isLate || undefined}>
      {t(isLate ? 'late' : 'left', { clock: t(`clock.${clock}`), time: clockText(Math.abs(left)) })}
    </span>
  );
}

/** The five steps with their times; the call-out is read again with each change of its state. */
function Steps({ row: { callback } }: Pick<WhoProps, 'row'>) {
  const t = useTranslations('live.incident');
  const { data } = useSms(getCallback, callback && { callbackId: callback.callbackId }, { refreshInterval: 15_000 });
  if (!data) return null;
  const { steps, current } = progressOf(data.statusHistory);
  return (
    <div className={styles.steps}>
      <StepBar
        label={t('progress')}
        current={current}
        isOver={isCallbackOver(data.jobStatus)}
        note={data.jobStatus === 'INTR' ? t('interrupted') : undefined}
        steps={steps.map(({ key, time }) => ({
          key,
          label: t(`step.${key}`),
          ...(time === undefined ? {} : { time: shortMoment(time) }),
        }))}
      />
    </div>
  );
}
