'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { clockText } from '@/lib/platform/i18n/clock-text';
import { CallbackProgress } from '@/components/callbacks/shared/callback-progress';
import { PhoneLink } from '@/components/callbacks/shared/phone-link';
import { useTimeLeft } from '@/components/callbacks/shared/use-time-left';
import type { getDashboardOpen } from '@/lib/features/dashboards/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import { knownCallbackStatus } from '@/lib/features/callbacks/state';
import { Quiet } from './block';
import type { DashboardLinks } from './dashboard-links';
import styles from './sla-queue.module.css';

const SHOWN = 6;

type Progress = OutputOf<typeof getDashboardOpen>['progress'][number];

interface Props {
  readonly duty: { readonly rows: readonly DutyRow[]; readonly total: number } | null;
  readonly readAt: number | undefined;
  readonly links: DashboardLinks;
  /** How far each call-out is; absent: the queue names its state alone. */
  readonly progress?: readonly Progress[] | undefined;
}

/** Trapped persons first, then by the time that is left. */
export const byGravity = (rows: readonly DutyRow[]): DutyRow[] => [
  ...rows.filter(({ personTrapped }) => personTrapped),
  ...rows.filter(({ personTrapped }) => !personTrapped),
];

/** Open call-outs with the one clock that runs now (silent-screens D1). */
export function SlaQueue({ duty, readAt, links, progress }: Props) {
  const t = useTranslations('dashboards');
  if (duty === null) return <Quiet>{t('noRight')}</Quiet>;
  if (duty.rows.length === 0) return <Quiet>{t('queue.empty')}</Quiet>;
  const rows = byGravity(duty.rows).slice(0, SHOWN);
  return (
    <>
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          <QueueRow
            key={row.callbackId ?? row.symptomId}
            row={row}
            readAt={readAt}
            links={links}
            progress={progress?.find(({ callbackId }) => callbackId === row.callbackId)}
            isFirst={index === 0 && row.personTrapped}
          />
        ))}
      </ol>
      {duty.total > rows.length && (
        <p className={styles.more}>{t('queue.more', { count: duty.total - rows.length })}</p>
      )}
    </>
  );
}

interface RowProps extends Pick<Props, 'readAt' | 'links'> {
  readonly row: DutyRow;
  readonly isFirst: boolean;
  readonly progress: Progress | undefined;
}

function QueueRow({ row, readAt, links, isFirst, progress }: RowProps) {
  const t = useTranslations('dashboards.queue');
  const states = useTranslations('callbacks.status');
  const { callbackId, symptomId, equipmentName, title, status, technicianName, technicianPhone, personTrapped } = row;
  const known = knownCallbackStatus(status);
  const href = callbackId !== null ? links.call(callbackId) : symptomId !== null ? links.symptom(symptomId) : undefined;
  return (
    <li
      className={styles.row}
      data-first={isFirst || undefined}
      data-trapped={personTrapped || undefined}
      data-row={callbackId ?? symptomId}
    >
      <span className={styles.state}>
        <StatusPill status={personTrapped ? 'trapped' : row.personInjured ? 'fault' : 'attention'} look="plain">
          {personTrapped ? t('trapped') : row.personInjured ? t('injured') : known ? states(known) : t('symptom')}
        </StatusPill>
      </span>
      <span className={styles.unit}>
        {href ? <Link href={href}>{equipmentName}</Link> : <b>{equipmentName}</b>}
        <small>
          {title}
          {title ? ' · ' : ''}
          {row.branchName}
        </small>
      </span>
      <span className={styles.who}>
        {known && personTrapped ? states(known) : null}
        {progress ? (
          <Technician row={row} progress={progress} />
        ) : (
          <small>{technicianName ? [technicianName, technicianPhone].filter(Boolean).join(' ') : null}</small>
        )}
      </span>
      <Clock row={row} readAt={readAt} />
      {progress && known && (
        <div className={styles.steps}>
          <CallbackProgress
            detail={{ jobStatus: known, statusHistory: progress.statusHistory }}
            timeOf={(moment) => moment.slice(5, 16)}
          />
        </div>
      )}
    </li>
  );
}

/** Who comes, what he said of it, and his number; without one the branch is named. */
function Technician({
  row: { technicianName, technicianPhone, branchName },
  progress: { technician },
}: {
  readonly row: DutyRow;
  readonly progress: Progress;
}) {
  const t = useTranslations('dashboards.queue');
  const { state, at } = technician;
  return (
    <>
      <b className={styles.name}>{technicianName ?? t('nobody', { branch: branchName })}</b>
      {technicianPhone && <PhoneLink phone={technicianPhone} />}
      {state !== 'none' && (
        <small data-technician={state}>
          {t(`technician.${state}`)} {at?.slice(5, 16)}
        </small>
      )}
    </>
  );
}

function Clock({ row: { clock, due, limitSec, remainingSec }, readAt }: Pick<RowProps, 'row' | 'readAt'>) {
  const t = useTranslations('dashboards.queue');
  const { left, isLate } = useTimeLeft({ remainingSec }, readAt);
  if (clock === null) return <span className={styles.clock}>{t('noClock')}</span>;
  const used = left === null || !limitSec ? null : Math.min(1, Math.max(0, (limitSec - left) / limitSec));
  return (
    <span
      className={styles.clock}
      data-late={isLate || undefined}
      data-near={(used !== null && used >= 0.8) || undefined}
    >
      <small>
        {t(`clock.${clock}`)}
        {limitSec !== null && ` · ${t('limit', { length: clockText(limitSec) })}`}
      </small>
      <span className={styles.left} role="timer" aria-label={t(`clock.${clock}`)}>
        {left === null ? (
          due && t('dates', { due })
        ) : (
          <>
            <small>{t(isLate ? 'over' : 'left')}</small> {clockText(Math.abs(left))}
          </>
        )}
      </span>
      {used !== null && (
        <span className={styles.track} aria-hidden>
          <i style={{ width: `${used * 100}%` }} />
        </span>
      )}
    </span>
  );
}
