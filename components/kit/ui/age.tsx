'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { formatDateTime, relativeTime } from '@/lib/platform/i18n/format';
import styles from './age.module.css';

/** One clock for every age on the page; it stands still in a hidden tab and while nothing listens. */
const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function onVisibility() {
  if (document.hidden) {
    clearInterval(timer);
    timer = undefined;
  } else {
    tick();
    timer ??= setInterval(tick, 1000);
  }
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now();
    document.addEventListener('visibilitychange', onVisibility);
    if (!document.hidden) timer = setInterval(tick, 1000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

/** The time of the shared clock (epoch ms, one step a second); undefined before hydration. */
export function useNow(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => now || (now = Date.now()),
    () => undefined,
  );
}

interface Props {
  /** Instant of the value, epoch ms; undefined: never. */
  readonly at: number | undefined;
  /** From this age (ms) on the value counts as stale. */
  readonly staleAfterMs?: number;
  /** Counts single seconds below a minute (live pages) instead of "just now". */
  readonly isPrecise?: boolean;
  /** How far the clock that set `at` is ahead of this browser's, ms. */
  readonly clockOffsetMs?: number;
  /** Measured from this moment (epoch ms) instead of from now. */
  readonly now?: number | undefined;
  /** Sentence around the age, for example `common.age.updated`. */
  readonly wrap?: (age: string) => string;
}

/** How old a value is, in words that keep themselves true; the full time stands in the tooltip (doc1 §9). */
export function Age({
  at,
  staleAfterMs,
  isPrecise = false,
  clockOffsetMs = 0,
  now: moment,
  wrap = (age) => age,
}: Props) {
  const t = useTranslations('common');
  const clock = useNow();
  const current = moment ?? (clock === undefined ? undefined : clock + clockOffsetMs);
  if (at === undefined) return <span className={styles.unknown}>{t('age.unknown')}</span>;
  const full = formatDateTime(at);
  if (current === undefined)
    return (
      <time className={styles.age} dateTime={new Date(at).toISOString()}>
        {full}
      </time>
    );
  const relative = relativeTime(at, current);
  const isStale = staleAfterMs !== undefined && current - at >= staleAfterMs;
  const words =
    relative.unit === 'date'
      ? relative.date
      : relative.unit === 'now'
        ? isPrecise
          ? t('age.seconds', { count: Math.max(0, Math.floor((current - at) / 1000)) })
          : t('relative.now')
        : t(`relative.${relative.unit}`, { count: relative.count });
  return (
    <time className={styles.age} data-stale={isStale || undefined} dateTime={new Date(at).toISOString()} title={full}>
      {wrap(words)}
      {isStale && <span className={styles.staleWord}>{t('age.stale')}</span>}
    </time>
  );
}
