'use client';

import { useTranslations } from 'next-intl';
import type { FaultStrip } from '@/lib/features/error-inspection/contract';
import { placeOn, stepOf, ticksOn } from '@/lib/platform/charts/time-scale';
import { modeWords } from './error-columns';
import styles from './strip-chart.module.css';

const MINUTE_MS = 60_000;

interface StripSegment {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly value: unknown;
}

/** The values of a key in order, up to the end of the strip. Values that are no longer kept leave a gap. */
function segmentsOf({ entries, untilMs }: FaultStrip, key: string): StripSegment[] {
  const own = entries.filter((entry) => entry.key === key);
  return own
    .map(({ at, value }, index) => ({ fromMs: at, untilMs: own[index + 1]?.at ?? untilMs, value }))
    .filter(({ value }) => value !== null);
}

const STEPS = [1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS);

/** What the unit reported around a fault, one lane a value, in minutes from the start of the fault (readings 60). */
export function StripChart({
  strip,
  durationSec,
}: {
  readonly strip: FaultStrip;
  readonly durationSec: number | null;
}) {
  const t = useTranslations('errorInspection');
  const axis = { from: strip.fromMs, until: strip.untilMs };
  const place = (ms: number) => `${placeOn(axis, ms)}%`;
  const span = (from: number, until: number) => ({
    left: place(from),
    width: `calc(${place(until)} - ${place(from)})`,
  });
  const end = durationSec === null ? strip.untilMs : durationSec * 1000;
  const keys = [...new Set(strip.entries.map(({ key }) => key))];
  const words = (key: string, value: unknown): string => {
    const bare = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
    const text = typeof bare === 'boolean' ? (bare ? 'yes' : 'no') : String(bare);
    if (typeof bare === 'boolean') return t(text);
    if (key === 'mode' || key === 'operationmode') return modeWords(t, text) ?? text;
    return t.has(`value.${key}.${text}`) ? t(`value.${key}.${text}`) : text;
  };
  return (
    <div className={styles.chart}>
      {keys.map((key) => (
        <div className={styles.lane} key={key} role="group" aria-label={t(`strip.${key}`)}>
          <span className={styles.name}>{t(`strip.${key}`)}</span>
          <div className={styles.track}>
            <span className={styles.fault} style={span(0, end)} />
            {segmentsOf(strip, key).map(({ fromMs, untilMs, value }) => (
              <span
                className={styles.segment}
                data-on={value === true || undefined}
                key={fromMs}
                style={span(fromMs, untilMs)}
                title={words(key, value)}
              >
                <span className={styles.word} data-cut="room">
                  {words(key, value)}
                </span>
              </span>
            ))}
          </div>
        </div>
      ))}
      <div className={styles.lane} aria-hidden>
        <span className={styles.name}>{t('strip.minutes')}</span>
        <div className={styles.axis}>
          {ticksOn(axis, stepOf(axis, STEPS, 7)).map((at) => (
            <span key={at} style={{ left: place(at) }}>
              {at > 0 ? `+${at / MINUTE_MS}` : at / MINUTE_MS}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
