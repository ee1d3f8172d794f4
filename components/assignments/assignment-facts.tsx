'use client';

import { useTranslations } from 'next-intl';
import { CallbackProgress } from '@/components/callbacks/shared/callback-progress';
import { clockText } from '@/lib/platform/i18n/clock-text';
import { PhoneLink } from '@/components/callbacks/shared/phone-link';
import { SlaBoard } from '@/components/callbacks/shared/sla-board';
import { useNow } from '@/components/kit/ui/age';
import { PhoneIcon, PinIcon } from '@/components/kit/ui/icons';
import { ElevatorIcon, PersonTrappedIcon } from '@/components/kit/ui/lift-icons';
import type { Assignment } from '@/lib/features/assignments/contract';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { timeOfDay } from '@/lib/platform/i18n/shown-moment';
import styles from './assignment.module.css';

interface Props {
  readonly detail: Assignment;
  /** When it was read, by this browser's clock (epoch ms); undefined: not read yet. */
  readonly readAt: number | undefined;
}

/** `14:32`: work of today needs no date. */

/** What the technician must know. On top: floor, start, persons and address; below: the distance and the time left. */
export function AssignmentFacts({ detail, readAt }: Props) {
  const t = useTranslations('assignments');
  const { contact } = detail;
  const place = [detail.address, detail.buildingName].filter(Boolean).join(' ');
  return (
    <>
      <Band detail={detail} />
      <div className={styles.parts}>
        <CallbackProgress detail={detail} timeOf={timeOfDay} />
        <SlaBoard clocks={detail.sla} readAt={readAt} />
        <ul className={styles.facts}>
          <li>
            <PinIcon size={20} />
            <p>
              {place || t('noAddress')}
              <small>{t('address')}</small>
            </p>
          </li>
          <li>
            <ElevatorIcon size={20} />
            <p>
              {detail.jobDescription || '-'}
              <small>
                {detail.equipmentNo} · {detail.callbackId}
              </small>
            </p>
          </li>
          <li>
            <PhoneIcon size={20} />
            <p>
              {contact.phone ? <PhoneLink phone={contact.phone} /> : t('noPhone')}
              <small>{[contact.branchName, contact.name].filter(Boolean).join(' ')}</small>
            </p>
          </li>
        </ul>
        <History detail={detail} />
      </div>
    </>
  );
}

/** Who is waiting, where and since when. The technician reads it in a second while leaving. */
function Band({ detail }: Pick<Props, 'detail'>) {
  const t = useTranslations('assignments');
  const now = useNow();
  const { isTrapped, personTrapped, personInjured, trappedCount, since, floor } = detail;
  const begin = parseWallTime(since);
  const persons = isTrapped
    ? trappedCount
      ? t('trappedCount', { count: trappedCount })
      : t('trapped')
    : t(personTrapped ? 'freed' : 'calm');
  const lasting =
    isTrapped && begin !== undefined && now !== undefined
      ? t('lasting', { length: clockText(Math.max(0, (now - begin) / 1000)) })
      : detail.releaseDate
        ? t('freedAt', { time: detail.releaseDate.slice(5, 16) })
        : t('since', { time: since.slice(5, 16) });
  return (
    <section className={styles.band} data-trapped={isTrapped} aria-label={persons}>
      {isTrapped && <PersonTrappedIcon size={36} />}
      <div className={styles.bandWords}>
        <h1>{detail.equipmentName}</h1>
        <p>
          {persons} · {lasting}
          {personInjured && ` · ${t('injured')}`}
        </p>
      </div>
      <p className={styles.floor}>
        {floor ? (
          <>
            <b>{floor}</b> {t('floor')}
          </>
        ) : (
          t('noFloor')
        )}
      </p>
    </section>
  );
}

/** What happened after the dispatch, newest first. */
function History({ detail }: Pick<Props, 'detail'>) {
  const t = useTranslations('assignments');
  const moments = (
    [
      ['free', detail.releaseDate],
      ['arrive', detail.arrivedDate],
      ['onWay', detail.onWayDate],
      ['accept', detail.acceptedDate],
      ['told', detail.toldDate],
    ] as const
  )
    .flatMap(([step, at]) => (at === null ? [] : [{ step, at }]))
    .sort((a, b) => b.at.localeCompare(a.at));
  return (
    <section className={styles.history}>
      <h2>{t('history')}</h2>
      <ol>
        {moments.map(({ step, at }) => (
          <li key={step}>
            <time>{at.slice(11)}</time>
            <p>
              {t(`done.${step}`)}
              {step === 'told' && <small>{detail.technicianName}</small>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
