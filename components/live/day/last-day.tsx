'use client';

import Button from '@mui/material/Button';
import { useFormatter, useTranslations } from 'next-intl';
import { SectionTitle } from '@/components/kit/ui/section-title';
import type { UnitDay } from '@/lib/features/unit-day/contract';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { HourLane } from './hour-lane';
import { midnightOf, placeOf, ticksOf } from './day-scale';
import { StopLane, StopShades } from './stop-lane';
import type { ShownDay } from './use-unit-day';
import styles from './last-day.module.css';

interface Props {
  readonly day: ShownDay;
  /** An elevator counts trips and doors; escalators and moving walks count running time. */
  readonly lanes: 'trips' | 'running';
}

/** The last 24 hours on one axis: hourly counts, faults and stops. Unknown times are drawn as unknown. */
export function LastDay({ day: { data, hasFailed, reload }, lanes }: Props) {
  const t = useTranslations('live.day');
  const from = data?.from ?? null;
  return (
    <section data-testid="last-day">
      <SectionTitle aside={from !== null && t('since', { time: formatDateTime(from).slice(5, 16) })}>
        {t('title')}
      </SectionTitle>
      {hasFailed && (
        <p className={styles.note} role="alert">
          {t('failed')}
          <Button size="small" onClick={reload}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!data && !hasFailed && <div className={styles.waiting} aria-busy="true" />}
      {data?.withheld.includes('times') && <p className={styles.note}>{t('timesWithheld')}</p>}
      {data && from !== null && data.until !== null && (
        <Lanes data={data} from={from} until={data.until} lanes={lanes} />
      )}
    </section>
  );
}

/** Behind it a word has no room at the right of its line. */
const LAST_PERCENT = 80;

interface LanesProps {
  readonly data: UnitDay;
  readonly from: number;
  readonly until: number;
  readonly lanes: Props['lanes'];
}

function Lanes({ data, from, until, lanes }: LanesProps) {
  const t = useTranslations('live.day');
  const format = useFormatter();
  const midnight = midnightOf(from, until);
  const hasCounters = !data.withheld.includes('live');
  return (
    <div className={styles.lanes}>
      <div className={styles.under} aria-hidden="true">
        <StopShades stops={data.stops} from={from} until={until} />
        {midnight !== undefined && (
          <span
            className={styles.midnight}
            style={{ left: `${midnight}%` }}
            data-at-end={midnight > LAST_PERCENT || undefined}
          >
            {t('today')}
          </span>
        )}
      </div>
      {hasCounters && lanes === 'trips' && (
        <>
          <HourLane data={data} member="trips" kind="trips" />
          <HourLane data={data} member="openings" kind="openings" top="reversals" />
        </>
      )}
      {hasCounters && lanes === 'running' && <HourLane data={data} member="runSec" kind="running" perUnit={60} />}
      {!hasCounters && <p className={styles.note}>{t('countersWithheld')}</p>}
      <StopLane data={data} from={from} until={until} />
      <div className={styles.axis} aria-hidden="true">
        {ticksOf(from, until).map(({ at, left }) => (
          <span key={at} style={{ left: `${left}%` }}>
            {format.dateTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
          </span>
        ))}
        <span className={styles.now} style={{ left: `${placeOf(from, until)}%` }}>
          {t('now')}
        </span>
      </div>
    </div>
  );
}
