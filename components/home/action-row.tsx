'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { PhoneLink } from '@/components/callbacks/shared/phone-link';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { MiddleText } from '@/components/kit/ui/middle-text';
import { UnitIcon } from '@/components/kit/ui/unit-icon';
import { getCallback } from '@/lib/features/callbacks/contract';
import { detailHref, liveHref } from '@/lib/features/equipment/shared/links';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { incidentState } from '@/lib/features/incidents/shared/incident-state';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { tellsTime, timeOfDay } from '@/lib/platform/i18n/shown-moment';
import { hrefOf } from '@/lib/routes';
import { ElapsedTime } from './elapsed-time';
import { nextStepOf } from './next-step';
import { SlaLine } from './sla-line';
import { StepMini } from './step-mini';
import styles from './action-block.module.css';

interface Props {
  readonly row: IncidentRow;
  /** When it was read, by this browser's clock (epoch ms). */
  readonly readAt: number | undefined;
  readonly holder: Holder;
  /** In the first row the next step is the only filled button of the page. */
  readonly isFirst: boolean;
  /** The clicked step is running. */
  readonly isBusy: boolean;
  readonly onSend: (row: IncidentRow) => void;
}

/** One unit in trouble: what, where, since when, who is coming, how much time is left, and the next step. */
export function ActionRow({ row, readAt, holder, isFirst, isBusy, onSend }: Props) {
  const t = useTranslations('home.action');
  const { condition, equipmentNo, displayType, address, buildingName, callback } = row;
  const name = row.equipmentName || equipmentNo;
  const href = liveHref(holder, displayType, equipmentNo) ?? detailHref(holder, equipmentNo);
  const maySee = may(holder, getCallback);
  return (
    <tr data-condition={condition} data-incident={equipmentNo}>
      <td className={styles.state}>
        {condition === 'freed' ? (
          <StatusPill status="attention" look="plain">
            {t('freed')}
          </StatusPill>
        ) : (
          <StatusPill status={condition} look="plain" />
        )}
      </td>
      <th scope="row" className={styles.unit}>
        {href ? (
          <a className={styles.name} href={href} target="_blank" rel="noopener" title={name}>
            <MiddleText>{name}</MiddleText>
          </a>
        ) : (
          <span className={styles.name} title={name}>
            <MiddleText>{name}</MiddleText>
          </span>
        )}
        <small className={styles.line}>
          <UnitIcon kind={displayType} size={14} />
          <MiddleText>{[equipmentNo, address || buildingName].filter(Boolean).join(' · ')}</MiddleText>
        </small>
      </th>
      <td className={styles.reason}>
        <Reason row={row} />
      </td>
      <td className={styles.floor}>
        <b>{row.floor ?? '--'}</b>
        <small>
          {displayType === 'EV' && row.floor === null
            ? t('floorUnknown')
            : t(condition === 'disconnected' && row.floor !== null ? 'lastKnown' : `kind.${displayType}`)}
        </small>
      </td>
      <td className={styles.lasting}>
        <ElapsedTime since={row.since} />
        <small>{row.since !== null && tellsTime(row.since) && t('from', { time: shortTime(row.since) })}</small>
      </td>
      <td className={styles.callback}>
        <CallbackCell callback={callback} maySee={maySee} />
      </td>
      <td className={styles.technician}>
        <Technician callback={callback} maySee={maySee} told={row.told} />
      </td>
      <td className={styles.sla}>{maySee && <SlaLine row={row} readAt={readAt} />}</td>
      <td className={styles.act}>
        <NextStepButton {...{ row, isFirst, isBusy, onSend }} href={href} name={name} />
      </td>
    </tr>
  );
}

/** `MM-dd HH:mm`; the duration beside it has the seconds. */
const shortTime = (moment: string) => moment.slice(5, 16);

function Reason({ row: { condition, displayType, title, code, acks, floor, callHelp, callback } }: Pick<Props, 'row'>) {
  const t = useTranslations('home.action');
  const words = useTranslations('incidents');
  const [ack] = acks;
  const state = incidentState(callback, acks);
  const isAnswered = ack !== undefined || state.ack === 'nobody' || state.word === 'systemNobody';
  return (
    <>
      <span className={styles.cut} title={title ?? undefined}>
        {title ?? t(condition === 'trapped' && displayType !== 'EV' ? 'reason.trappedUnit' : `reason.${condition}`)}
        {floor !== null && <span className={styles.inlineFloor}> · {t('floorOf', { floor })}</span>}
      </span>
      <small className={styles.cut}>
        {code !== null && t('code', { code })}
        {code !== null && isAnswered && ' · '}
        {ack && t('ackedBy', { name: ack.nickName, time: timeOfDay(ack.ackDate) })}
        {state.ack === 'nobody' && t('notAcked')}
        {state.word === 'systemNobody' && words('state.systemNobody')}
        {callHelp && <strong className={styles.help}> · {t('callHelp')}</strong>}
      </small>
    </>
  );
}

function CallbackCell({ callback, maySee }: Pick<IncidentRow, 'callback'> & { readonly maySee: boolean }) {
  const t = useTranslations('home.action');
  const words = useTranslations('callbacks');
  if (!callback) return <span className={styles.quiet}>{t(maySee ? 'noCallback' : 'callbackHidden')}</span>;
  const word = words(`status.${callback.status}`);
  return (
    <>
      <span className={styles.cut}>
        {word}
        {callback.technicianName !== null && (
          <span className={styles.inlineTechnician}> · {callback.technicianName}</span>
        )}
      </span>
      <small className={styles.line}>
        <StepMini status={callback.status} label={word} />
        <a className={styles.cut} href={hrefOf('callbackDetail', { callbackId: callback.callbackId })}>
          {callback.callbackId}
        </a>
      </small>
    </>
  );
}

function Technician({ callback, maySee, told }: Pick<IncidentRow, 'callback' | 'told'> & { readonly maySee: boolean }) {
  const t = useTranslations('home.action');
  const words = useTranslations('incidents.technician');
  if (callback?.technicianName)
    return (
      <>
        <span className={styles.cut}>{callback.technicianName}</span>
        {callback.technicianPhone && <PhoneLink phone={callback.technicianPhone} />}
        {callback.status === 'PAGE' && callback.technicianState !== 'none' && (
          <small className={styles.cut}>
            {words(callback.technicianState, { phone: callback.technicianPhone ?? '' })}
          </small>
        )}
      </>
    );
  const [last] = told;
  const people = last?.people.map(({ nickName }) => nickName).join(' / ');
  return (
    <>
      <span className={styles.quiet}>{maySee ? t('nobodyYet') : '--'}</span>
      {last && people && (
        <small className={styles.cut}>{t('toldTo', { people, time: timeOfDay(last.createDate) })}</small>
      )}
    </>
  );
}

function NextStepButton({
  row,
  isFirst,
  name,
  href,
  isBusy,
  onSend,
}: Omit<Props, 'readAt' | 'holder'> & { readonly name: string; readonly href: string | undefined }) {
  const t = useTranslations('home.action');
  const step = nextStepOf(row);
  const look = isFirst ? ({ variant: 'contained', color: 'primary' } as const) : ({ variant: 'outlined' } as const);
  const shared = { size: 'small', 'aria-label': t('stepOf', { step: t(`step.${step}`), name }), ...look } as const;
  const label = t(`step.${step}`);
  switch (step) {
    case 'assign':
    case 'create':
      return (
        <Button {...shared} disabled={isBusy} onClick={() => onSend(row)}>
          {label}
        </Button>
      );
    case 'open':
      return (
        <Button {...shared} href={hrefOf('callbackDetail', { callbackId: row.callback?.callbackId })}>
          {label}
        </Button>
      );
    default:
      return (
        href !== undefined && (
          <Button {...shared} href={href} target="_blank" rel="noopener">
            {label}
          </Button>
        )
      );
  }
}
