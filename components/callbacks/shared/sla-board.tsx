'use client';

import { useTranslations } from 'next-intl';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StatusKind } from '@/components/kit/ui/status';
import type { SlaClock } from '@/lib/features/callbacks/contract';
import { clockText } from '@/lib/platform/i18n/clock-text';
import { usePassedSec } from './use-time-left';
import time from '@/components/kit/ui/time-left.module.css';
import styles from '../sla-board.module.css';

interface Props {
  readonly clocks: readonly SlaClock[];
  /** When they were read, by this browser's clock (epoch ms); undefined: not yet. */
  readonly readAt: number | undefined;
}

type SlaWord = SlaClock['state'] | 'late';
const LOOKS: Readonly<Record<SlaWord, StatusKind>> = {
  waiting: 'unknown',
  running: 'service',
  paused: 'inspection',
  stopped: 'normal',
  late: 'fault',
  cancelled: 'offline',
  unknown: 'unknown',
};
const wordOf = ({ state, breached }: SlaClock): SlaWord => (state === 'stopped' && breached ? 'late' : state);

/** The clock that matters now is large, the others are small beside it (silent-screens F3). */
export function SlaBoard({ clocks, readAt }: Props) {
  const t = useTranslations('callbacks.sla');
  const passed = usePassedSec(readAt);
  const main = clocks.find(({ state }) => state === 'running') ?? clocks.find(({ state }) => state === 'paused');
  const leftOf = ({ state, remainingSec }: SlaClock) =>
    remainingSec === null ? null : remainingSec - (state === 'running' ? passed : 0);
  const left = main ? leftOf(main) : null;
  const isLate = left === null ? main?.breached === true : left < 0;
  return (
    <div className={styles.board}>
      {main && (
        <div className={styles.main} data-clock={main.clock} data-late={isLate || undefined}>
          <div className={styles.head}>
            <span className={styles.name}>{t(main.clock)}</span>
            <span className={time.quiet}>
              {t('limit', { length: clockText(main.limitSec) })}
              {main.due && ` · ${t('due', { time: main.due })}`}
            </span>
            <span className={`${time.left} ${styles.left}`} role="timer" aria-label={t(main.clock)}>
              {left === null ? (
                t(`state.${isLate ? 'late' : main.state}`)
              ) : (
                <>
                  <small>{t(isLate ? 'over' : main.state === 'paused' ? 'state.paused' : 'left')}</small>{' '}
                  {clockText(Math.abs(left))}
                </>
              )}
            </span>
          </div>
          {left !== null && (
            <progress
              className={styles.bar}
              max={main.limitSec}
              value={Math.min(main.limitSec, main.limitSec - left)}
              aria-label={t(main.clock)}
            />
          )}
        </div>
      )}
      <ul className={styles.others}>
        {clocks
          .filter((clock) => clock !== main)
          .map((clock) => {
            const rest = leftOf(clock);
            const word = wordOf(clock);
            return (
              <li key={clock.clock} className={styles.other} data-clock={clock.clock}>
                <span className={styles.small}>{t(clock.clock)}</span>
                <span className={styles.value}>
                  {clock.elapsedSec !== null && clock.state !== 'running'
                    ? clockText(clock.elapsedSec)
                    : rest === null
                      ? '--'
                      : clockText(Math.abs(rest))}
                </span>
                <StatusPill status={LOOKS[rest !== null && rest < 0 ? 'late' : word]} look="plain" size="small">
                  {t(`state.${rest !== null && rest < 0 ? 'late' : word}`)}
                </StatusPill>
                <span className={time.quiet}>{t('limit', { length: clockText(clock.limitSec) })}</span>
              </li>
            );
          })}
      </ul>
    </div>
  );
}
