'use client';

import { useTranslations } from 'next-intl';
import type { UnitDay, UnitStop } from '@/lib/features/unit-day/contract';
import { formatTime } from '@/lib/platform/i18n/format';
import { useLengthWords } from '../frame/use-length-words';
import { placeOf, stretchOf } from './day-scale';
import styles from './last-day.module.css';

interface Axis {
  readonly from: number;
  readonly until: number;
}

/** The stops, drawn behind all lanes. */
export function StopShades({ stops, from, until }: Axis & { readonly stops: readonly UnitStop[] }) {
  return stops.map(({ kind, from: start, until: end }) => {
    const { left, width } = stretchOf(from, start, end ?? until);
    return (
      <span
        key={`${kind} ${start}`}
        className={styles.stop}
        data-kind={kind}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    );
  });
}

/** Faults as marks and stops as blocks, in one line. */
export function StopLane({ data, from, until }: Axis & { readonly data: UnitDay }) {
  const t = useTranslations('live.day');
  const lengthWords = useLengthWords();
  if (data.withheld.includes('faults')) return <p className={styles.note}>{t('faultsWithheld')}</p>;
  const faults = data.faults.filter(({ at }) => at !== null && at >= from);
  const stopped = data.stops
    .filter(({ kind }) => kind === 'fault')
    .reduce((sum, { from: start, until: end }) => sum + ((end ?? until) - start) / 1000, 0);
  const isSilent = data.silent.length > 0;
  const count = t('faultCount', { count: faults.length });
  const words =
    faults.length === 0 && stopped === 0
      ? t(isSilent ? 'unknownInPart' : 'noFaults')
      : [faults.length > 0 && count, stopped > 0 && t('stopped', { length: lengthWords(stopped) })]
          .filter(Boolean)
          .join(' · ');
  return (
    <div className={styles.lane} data-lane="faults">
      <p className={styles.head}>
        <b>{t('lane.faults')}</b>
        <span className={styles.sum}>{words}</span>
      </p>
      <div className={styles.line} role="img" aria-label={`${t('lane.faults')}: ${words}`}>
        {data.silent.map((part) => {
          const { left, width } = stretchOf(from, part.from, part.until);
          return <span key={part.from} className={styles.unknown} style={{ left: `${left}%`, width: `${width}%` }} />;
        })}
        {data.stops.map(({ kind, from: start, until: end }) => {
          const { left, width } = stretchOf(from, start, end ?? until);
          const span = `${formatTime(Math.max(start, from)).slice(0, 5)}–${end === null ? t('now') : formatTime(end).slice(0, 5)}`;
          return (
            <span
              key={`${kind} ${start}`}
              className={styles.block}
              data-kind={kind}
              style={{ left: `${left}%`, width: `${width}%` }}
              title={`${t(`stop.${kind}`)} ${span}`}
            />
          );
        })}
        {faults.map(({ id, at, code, text }) => (
          <span
            key={id}
            className={styles.mark}
            style={{ left: `${placeOf(from, at ?? from)}%` }}
            title={`${formatTime(at ?? from).slice(0, 5)} ${text || code}`}
            data-code={code}
          />
        ))}
      </div>
    </div>
  );
}
