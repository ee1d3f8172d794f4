'use client';

import { useTranslations } from 'next-intl';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StatusKind } from '@/components/kit/ui/status';
import { CENTER_LEVELS, CENTER_STATES, centerLevel, centerName } from '@/lib/features/campus/center';
import type { CenterState } from '@/lib/features/campus/center';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import styles from './center.module.css';

const LOOKS: Readonly<Record<CenterState, StatusKind>> = {
  running: 'running',
  saving: 'running',
  standing: 'standby',
  fault: 'fault',
  disconnected: 'disconnected',
  offline: 'offline',
  notInstalled: 'notInstalled',
  unknown: 'unknown',
};
/** The states that a level reports, besides how many units run. */
const TROUBLE = ['fault', 'disconnected', 'offline', 'unknown'] as const satisfies readonly CenterState[];

interface Props {
  readonly units: readonly CampusEquipment[];
  readonly states: ReadonlyMap<string, CenterState>;
}

/** Between the halves: how many units run and what is wrong, first in total, then by level from the highest down. */
export function CenterLevels({ units, states }: Props) {
  const t = useTranslations('shcenter');
  const countOf = (of: readonly CampusEquipment[], ...wanted: CenterState[]) =>
    of.filter(({ equipmentNo }) => wanted.includes(states.get(equipmentNo) ?? 'unknown')).length;
  const levels = CENTER_LEVELS.map((codes, level) => ({
    level,
    title: codes.length > 0 ? codes.join(' · ') : t('others'),
    units: units.filter(({ equipmentNickName }) => centerLevel(centerName(equipmentNickName).name) === level),
  })).filter((level) => level.units.length > 0);
  return (
    <section className={styles.levels} aria-label={t('summary')}>
      <dl className={styles.sums} data-testid="sums">
        {CENTER_STATES.map((state) => ({ state, count: countOf(units, state) }))
          .filter(({ state, count }) => count > 0 || state === 'running' || state === 'fault')
          .map(({ state, count }) => (
            <div key={state} data-sum={state} data-loud={(count > 0 && state === 'fault') || undefined}>
              <dt>
                <StatusPill status={LOOKS[state]} look="plain" size="small">
                  {t(`state.${state}`)}
                </StatusPill>
              </dt>
              <dd>{count}</dd>
            </div>
          ))}
      </dl>
      <ol className={styles.tower}>
        {levels.map(({ level, title, units: own }) => {
          const moving = countOf(own, 'running', 'saving');
          return (
            <li key={level} className={`${styles.floor} ${styles[`Level${level}`]}`} data-level={`Level${level}`}>
              <span className={styles.floorName}>{title}</span>
              <span className={styles.floorSum}>{t('moving', { moving, all: own.length })}</span>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${(moving / own.length) * 100}%` }} />
              </span>
              <span className={styles.floorTrouble}>
                {TROUBLE.map((state) => ({ state, count: countOf(own, state) }))
                  .filter(({ count }) => count > 0)
                  .map(({ state, count }) => (
                    <StatusPill key={state} status={LOOKS[state]} look="plain" size="small">
                      {t(`state.${state}`)} {count}
                    </StatusPill>
                  ))}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
