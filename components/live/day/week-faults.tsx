'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import { getCallback } from '@/lib/features/callbacks/contract';
import type { UnitDay, UnitFault } from '@/lib/features/unit-day/contract';
import { formatDateTime, parseWallTime } from '@/lib/platform/i18n/format';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import { LiveDuration } from '../frame/live-duration';
import { shortMoment } from '../frame/short-moment';
import { useLengthWords } from '../frame/use-length-words';
import type { ShownDay } from './use-unit-day';
import styles from './week-faults.module.css';

const SHOWN = 4;

/** Faults of the last seven days: how many a day, and the latest with duration and outcome. */
export function WeekFaults({ day: { data }, holder }: { readonly day: ShownDay; readonly holder: Holder | null }) {
  const t = useTranslations('live.week');
  const lengthWords = useLengthWords();
  if (!data) return null;
  const { days, faults, faultTotal, stopSec } = data;
  if (faultTotal === null)
    return (
      <section data-testid="week">
        <SectionTitle>{t('title')}</SectionTitle>
        <p className={styles.note}>{t('withheld')}</p>
      </section>
    );
  const isKnown = days.every((one) => one.faults !== null);
  const words = [
    faultTotal > 0 || isKnown ? t('total', { count: faultTotal }) : undefined,
    stopSec ? t('stopped', { length: lengthWords(stopSec) }) : undefined,
  ].filter(Boolean);
  return (
    <section data-testid="week">
      <SectionTitle aside={words.join(t('separator'))}>{t('title')}</SectionTitle>
      <Days days={days} />
      {faults.length > 0 && (
        <ul className={styles.list}>
          {faults.slice(0, SHOWN).map((fault) => (
            <Fault key={fault.id} fault={fault} mayOpen={holder !== null && may(holder, getCallback)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Days({ days }: Pick<UnitDay, 'days'>) {
  const t = useTranslations('live.week');
  const format = useFormatter();
  return (
    <ol className={styles.days}>
      {days.map(({ day, faults }, index) => {
        const isToday = index === days.length - 1;
        const noon = (parseWallTime(day) ?? 0) + 12 * 3_600_000;
        return (
          <li key={day} data-day={day} data-today={isToday || undefined} data-faults={faults ?? 'unknown'}>
            <span>{isToday ? t('today') : format.dateTime(noon, { weekday: 'short' })}</span>
            <b>
              {faults !== null && faults > 0 && <StatusShapeMark status="fault" size={10} />}
              {faults === null ? <span title={t('unknownHint')}>{t('unknown')}</span> : format.number(faults)}
            </b>
            <span>{day.slice(5)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Fault({ fault, mayOpen }: { readonly fault: UnitFault; readonly mayOpen: boolean }) {
  const t = useTranslations('live.week');
  const lengthWords = useLengthWords();
  const { code, text, at, until, day, lasts, callback } = fault;
  const length = at !== null && until !== null ? lengthWords((until - at) / 1000) : undefined;
  const end = callback?.state === 'open' || lasts ? undefined : callback ? undefined : t('over');
  return (
    <li className={styles.fault} data-code={code} data-lasts={lasts || undefined}>
      <span className={styles.mark}>
        <StatusShapeMark status="fault" size={12} />
      </span>
      <span className={styles.title}>{text || t('code', { code })}</span>
      <span className={styles.code}>{code}</span>
      <span className={styles.note}>
        {lasts ? (
          <>
            {t('lasts')} {at !== null && <LiveDuration since={at} />}
          </>
        ) : (
          [length, end].filter(Boolean).join(t('separator'))
        )}
        {callback && (
          <>
            {(length !== undefined || lasts) && t('separator')}
            {mayOpen ? (
              <a href={hrefOf('callbackDetail', { callbackId: callback.callbackId })}>
                {t('callOut', { id: callback.callbackId })}
              </a>
            ) : (
              t('callOut', { id: callback.callbackId })
            )}{' '}
            {t(`state.${callback.state}`)}
          </>
        )}
      </span>
      <time className={styles.when}>{at === null ? day : shortMoment(formatDateTime(at))}</time>
    </li>
  );
}
