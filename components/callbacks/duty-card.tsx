'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { STATUS_LOOKS } from './looks';
import { FIRST_NEWS, type DutyStep } from '@/lib/features/escalation/shared/duty-step';
import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { incidentState } from '@/lib/features/incidents/shared/incident-state';
import { knownCallbackStatus } from '@/lib/features/callbacks/state';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { callbackHref } from './shared/callback-columns';
import { clockText } from '@/lib/platform/i18n/clock-text';
import { PhoneLink } from './shared/phone-link';
import { useTimeLeft } from './shared/use-time-left';
import { useRecipientsText } from './recipients-text';
import time from '@/components/kit/ui/time-left.module.css';
import styles from './duty-board.module.css';

interface Props {
  readonly row: DutyRow;
  /** When it was read, by this browser's clock (epoch ms); undefined: not yet. */
  readonly readAt: number | undefined;
  readonly holder: Holder;
  /** The first one that waits: its button alone is filled. */
  readonly isFirst: boolean;
  readonly onAcknowledge: () => Promise<void>;
  /** Chooses its technician; absent: there is nothing to choose, or not for this reader. */
  readonly onDispatch?: () => void;
}

/** One incident: the clock that ends first, how far it is, whom the portal has told and who has answered. */
export function DutyCard({ row, readAt, holder, isFirst, onAcknowledge, onDispatch }: Props) {
  const t = useTranslations('callbacks');
  const words = useTranslations('incidents');
  const { callbackId, symptomId, equipmentNo, equipmentName, personTrapped, personInjured, status } = row;
  const [isSending, setIsSending] = useState(false);
  const acknowledge = async () => {
    setIsSending(true);
    await onAcknowledge();
    setIsSending(false);
  };
  const known = knownCallbackStatus(status);
  const { openedBy } = row;
  const state = incidentState(known && openedBy ? { status: known, openedBy } : null, row.acks);
  const id = callbackId ?? symptomId ?? '';
  const maySeeSymptom = mayOpen(holder, routeOf('symptomDetail'));
  const href =
    callbackId !== null ? callbackHref(id) : maySeeSymptom ? hrefOf('symptomDetail', { symptomId: id }) : undefined;
  const unitHref = detailHref(holder, equipmentNo);
  return (
    <li className={styles.row} data-incident={id} data-trapped={personTrapped || undefined}>
      <Clock row={row} readAt={readAt} />
      <div className={styles.what}>
        <p className={styles.head}>
          {personTrapped && <StatusPill status="trapped">{t('duty.trapped')}</StatusPill>}
          {personInjured && <StatusPill status="fault">{t('duty.injured')}</StatusPill>}
          {known && <StatusPill status={STATUS_LOOKS[known]}>{t(`status.${known}`)}</StatusPill>}
          {state.word !== null && known === 'INIT' && <span>{words(`state.${state.word}`)}</span>}
          {href ? <a href={href}>{id}</a> : id}
        </p>
        <p className={styles.unit}>
          {unitHref ? <a href={unitHref}>{equipmentName}</a> : equipmentName}
          <span className={`${time.quiet} ${styles.quiet}`}>
            {equipmentNo} · {row.branchName}
          </span>
        </p>
        {row.title !== '' && <p className={`${time.quiet} ${styles.quiet}`}>{row.title}</p>}
        <p className={`${time.quiet} ${styles.quiet}`}>
          {row.technicianName === null ? t('duty.nobodyYet') : t('duty.technician', { name: row.technicianName })}{' '}
          {row.technicianPhone !== null && <PhoneLink phone={row.technicianPhone} />}
        </p>
        {row.callHelp && <strong className={styles.help}>{t('duty.help')}</strong>}
      </div>
      <div className={styles.told}>
        <h3 className={styles.title}>{t('duty.told')}</h3>
        {row.told.length === 0 ? (
          <p className={`${time.quiet} ${styles.quiet}`}>{t('duty.notTold')}</p>
        ) : (
          <ol className={styles.steps}>
            {row.told.map((step) => (
              <Step key={`${step.clock ?? ''} ${step.level} ${step.createDate}`} step={step} />
            ))}
          </ol>
        )}
      </div>
      <div className={styles.acks}>
        <h3 className={styles.title}>{t('duty.acks')}</h3>
        {state.ack === 'nobody' && <p className={`${time.quiet} ${styles.quiet}`}>{t('duty.noAcks')}</p>}
        {row.acks.length > 0 &&
          row.acks.map(({ nickName, ackDate }) => (
            <p key={`${nickName} ${ackDate}`} className={`${time.quiet} ${styles.quiet}`}>
              {nickName} <time>{ackDate.slice(5)}</time>
            </p>
          ))}
        {row.canAcknowledge && (
          <Button
            variant={isFirst ? 'contained' : 'outlined'}
            color={personTrapped ? 'error' : 'primary'}
            size="small"
            disabled={isSending}
            aria-label={t('duty.acknowledgeOf', { name: equipmentName })}
            onClick={() => void acknowledge()}
          >
            {t('duty.acknowledge')}
          </Button>
        )}
        {onDispatch && (
          <Button
            className={styles.dispatch}
            variant="outlined"
            size="small"
            aria-label={words('dispatchOf', { name: equipmentName })}
            onClick={onDispatch}
          >
            {words('dispatch')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Clock({ row: { clock, due, remainingSec }, readAt }: Pick<Props, 'row' | 'readAt'>) {
  const t = useTranslations('callbacks');
  const { left, isLate } = useTimeLeft({ remainingSec }, readAt);
  if (clock === null) return <div className={styles.clock}>{t('duty.noClock')}</div>;
  return (
    <div className={styles.clock} data-late={isLate || undefined}>
      <span>{t(`sla.${clock}`)}</span>
      {left !== null && (
        <span className={`${time.left} ${styles.left}`} role="timer" aria-label={t(`sla.${clock}`)}>
          <small>{t(isLate ? 'sla.over' : 'sla.left')}</small> {clockText(Math.abs(left))}
        </span>
      )}
      {due !== null && <span className={`${time.quiet} ${styles.quiet}`}>{t('sla.due', { time: due.slice(5) })}</span>}
    </div>
  );
}

function Step({ step: { level, clock, outcome, createDate, people } }: { readonly step: DutyStep }) {
  const t = useTranslations('callbacks');
  const toldWords = useRecipientsText();
  const what =
    level === FIRST_NEWS
      ? t('duty.step.news')
      : clock === null
        ? t('duty.step.unacknowledged')
        : t('duty.step.mark', { clock: t(`sla.${clock}`), level });
  return (
    <li className={`${time.quiet} ${styles.quiet}`}>
      <time>{createDate.slice(5, 16)}</time> <b>{what}</b>{' '}
      {outcome === 'told' ? toldWords(people) : t(`duty.step.${outcome}`)}
    </li>
  );
}
