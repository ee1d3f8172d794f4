'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Cover } from '@/components/kit/ui/cover';
import { UnitIcon } from '@/components/kit/ui/unit-icon';
import { WARNINGS } from '@/lib/live/units/step-page';
import { memberOf } from '@/lib/live/units/elevator';
import { readText } from '@/lib/live/units/values';
import { Segments } from '../segments';
import { useReducedMotion, useTabVisible } from '../use-environment';
import { LowPowerMark } from './low-power-mark';
import { useStepMotion } from './step-motion';
import { StepSection } from './step-section';
import { useStepWords } from './use-step-words';
import type { StepState } from './use-steps';
import styles from './step-stage.module.css';

interface Props {
  readonly state: StepState;
  /** Who may try the picture out. */
  readonly tests: ReactNode;
}

/** Speed, direction and warning in large, beside the steps that run. */
export function StepStage({ state, tests }: Props) {
  const t = useTranslations('live.steps');
  const words = useStepWords();
  const { equipment, live, condition, kind, belt, percent, lowPower, shown, hit, tried, cover } = state;
  const isOnline = condition.link === 'online';
  const isStale = !condition.isFresh && tried === undefined;
  const isVisible = useTabVisible();
  const isReduced = useReducedMotion();
  const isAnimated = isVisible && !isReduced && !isStale;
  const motion = useStepMotion({ ...shown, mode: isAnimated ? 'move' : 'hold', isHard: condition.hasError });
  const direction = isOnline ? readText(live.direction) : undefined;
  const heading = (percent ?? 0) > 0 && (direction === 'Up' || direction === 'Down') ? direction : undefined;
  // Old values are never called normal (readings 242).
  const said = isOnline ? readText(live.warning) : undefined;
  const warning = said === 'None' && !condition.isFresh ? undefined : said;
  const hitLabel = hit && t(`switch.${hit}`);
  const speed = isOnline ? belt.speed : undefined;
  return (
    <section
      className={styles.stage}
      aria-label={t('stage')}
      data-kind={kind}
      data-stale={isStale || undefined}
      data-way={shown.way}
      data-animated={isAnimated || undefined}
    >
      <div className={styles.now}>
        <div className={styles.hero}>
          <span className={styles.label}>{t('speed')}</span>
          <span className={styles.percent} data-testid="percent">
            {percent ?? '--'}
            {percent !== undefined && <small>%</small>}
          </span>
        </div>
        <div className={styles.motion} data-way={heading}>
          {heading && <WayArrow heading={heading} isWalk={kind === 'WW'} />}
          <span data-testid="way">
            {percent === undefined ? '--' : percent === 0 ? t('way.stop') : (words.way(direction) ?? '--')}
          </span>
          <span className={styles.speed}>
            {speed === undefined ? '--' : (speed / 100).toFixed(2)}
            <small>m/s</small>
          </span>
        </div>
        {lowPower && (condition.isFresh || lowPower === 'cut') && <LowPowerMark kind={lowPower} />}
      </div>
      <div className={styles.picture}>
        <StepSection
          kind={kind}
          motion={motion}
          {...shown}
          tone={condition.hasError ? 'fault' : shown.way === 'stop' ? 'calm' : 'moving'}
          hit={hit}
          hitLabel={hitLabel}
          isStale={isStale}
          label={[
            t('picture.label', { name: equipment.equipmentName }),
            t(`picture.${shown.way}`),
            hitLabel === undefined ? '' : t('picture.hit', { device: hitLabel }),
          ]
            .filter(Boolean)
            .join('. ')}
        />
      </div>
      <div className={styles.signs}>
        <Segments
          title={t('warning.title')}
          name="warning"
          current={warning}
          word={words.warning}
          options={
            warning !== undefined && memberOf(WARNINGS, warning) === undefined ? [...WARNINGS, warning] : WARNINGS
          }
          tone={warning === 'Lubrication' || warning === 'Overheat' ? 'warning' : 'plain'}
        />
        {hitLabel !== undefined && (
          <p className={styles.hit} data-testid="hit">
            <span>{t('switch.title')}</span> {hitLabel}
          </p>
        )}
        {tests}
      </div>
      {cover === 3 && !condition.hasError && (
        <Cover
          name="cover-3"
          icon={<UnitIcon kind={kind} size={40} />}
          title={t('noData.title')}
          text={t('noData.text')}
        />
      )}
    </section>
  );
}

/** Up and down for an escalator, forward and back for a moving walk. */
function WayArrow({ heading, isWalk }: { readonly heading: 'Up' | 'Down'; readonly isWalk: boolean }) {
  const turn = heading === 'Up' ? (isWalk ? 90 : 45) : isWalk ? 270 : 225;
  return (
    <svg width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true" data-testid="way-arrow" data-way={heading}>
      <path transform={`rotate(${turn})`} d="M0-12 11 6H4V13H-4V6H-11z" fill="currentColor" />
    </svg>
  );
}
