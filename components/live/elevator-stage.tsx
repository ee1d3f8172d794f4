'use client';

import { useTranslations } from 'next-intl';
import { LOADS, memberOf, travelOf } from '@/lib/live/units/elevator';
import { readText } from '@/lib/live/units/values';
import type { CarHeading } from '@/lib/live/units/travel';
import { BuildingRuler } from './shaft/building-ruler';
import type { CarTone } from './shaft/car';
import { useCarMotion } from './shaft/car-motion';
import { ElevatorShaft } from './shaft/elevator-shaft';
import { Segments } from './segments';
import { usePace, useShownMoment } from './frame/page-clock';
import type { LiveElevator } from './use-elevator';
import { useReducedMotion, useTabVisible } from './use-environment';
import { useSpeed } from './use-speed';
import { useWords } from './use-words';
import styles from './elevator-stage.module.css';

/** Roughly the most landings that fit the window; in taller buildings the ruler shows the window's position. */
const RULER_FROM = 5;
/** The car's speed when none is known, m/s. */
const FALLBACK_SPEED = 1;

/** Floor, direction, speed, load and door in large, beside the moving picture. */
export function ElevatorStage({ state }: { readonly state: LiveElevator }) {
  const t = useTranslations('live.elevator');
  const words = useWords();
  const { equipment, live, condition, travel, floors, current, floorLabel } = state;
  const { isFresh } = condition;
  const isOnline = condition.link === 'online';
  const speed = useSpeed(live.speed, travel, equipment.ratedSpeed);
  const isVisible = useTabVisible();
  const isReduced = useReducedMotion();
  const door = readText(live.door);
  const load = readText(live.load);
  const heading: CarHeading = travel === 'up' ? 1 : travel === 'down' ? -1 : 0;
  const shown = isOnline ? current : undefined;
  // The car must not move beyond the last landing.
  const isAtEnd = (heading === 1 && shown === floors.length - 1) || (heading === -1 && shown === 0);
  const pace = usePace();
  const isPast = useShownMoment() !== undefined;
  const isAnimated = isFresh && isVisible && !isReduced && pace > 0;
  const motion = useCarMotion(
    shown === undefined
      ? undefined
      : {
          index: shown,
          heading,
          speed: heading === 0 || isAtEnd ? 0 : (speed.value ?? FALLBACK_SPEED),
          isMeasured: !speed.isEstimated && !isAtEnd,
          // A paused replay puts the car where it is at that moment.
          mode: !isFresh ? 'hold' : isAnimated ? 'move' : 'jump',
        },
    pace,
  );
  const tone: CarTone = condition.isTrapped
    ? 'trapped'
    : condition.hasError
      ? 'fault'
      : heading === 0
        ? 'calm'
        : 'moving';
  // The last reported values, also when old: the words are dimmed and the picture stops.
  const said = travelOf({
    direction: readText(live.direction),
    drive: readText(live.drive),
    onlineStatus: condition.onlineStatus,
    isFresh: true,
  });
  const saidHeading: CarHeading = said === 'up' ? 1 : said === 'down' ? -1 : 0;
  const directionWord = t(`direction.${said === 'up' || said === 'down' ? said : 'standing'}`);
  const picture =
    shown === undefined || floorLabel === undefined
      ? t('picture.noCar')
      : t('picture.car', {
          floor: floorLabel,
          door: words.door(door) ?? '--',
          load: words.load(load) ?? '--',
          motion: directionWord,
        });
  const isStale = !isFresh;

  return (
    <section
      className={styles.stage}
      aria-label={t(isPast ? 'sections.pastStage' : 'sections.stage')}
      data-stale={isStale || undefined}
      data-travel={travel}
    >
      <div className={styles.now}>
        <div className={styles.position}>
          <span className={styles.label}>{t('floor')}</span>
          <span
            className={styles.floor}
            data-length={Math.min(6, Array.from(floorLabel ?? '--').length)}
            data-testid="floor"
          >
            {(isOnline ? floorLabel : undefined) ?? '--'}
          </span>
        </div>
        <div className={styles.motion} data-travel={said}>
          {saidHeading !== 0 && <DirectionArrow heading={saidHeading} />}
          <span>{isOnline && live.drive !== undefined ? directionWord : '--'}</span>
          <span className={styles.speed}>
            {isOnline && speed.value !== undefined ? speed.value.toFixed(2) : '--'}
            <small>{t('unit.speed')}</small>
          </span>
          {isOnline && speed.isEstimated && travel !== 'none' && speed.value !== undefined && (
            <abbr className={styles.estimated} title={t('speedEstimatedHint')}>
              {t('speedEstimated')}
            </abbr>
          )}
        </div>
        <Segments
          title={t('load.title')}
          name="load"
          current={isOnline ? load : undefined}
          word={words.load}
          options={LOADS}
          tone={load === 'Overload' ? 'alarm' : 'plain'}
        />
        <Segments
          title={t('door.title')}
          name="door"
          current={isOnline ? door : undefined}
          word={words.door}
          options={
            door !== undefined && memberOf(PLAIN_DOORS, door) === undefined ? [...PLAIN_DOORS, door] : PLAIN_DOORS
          }
          tone={door === 'Blocked' ? 'warning' : 'plain'}
        />
      </div>
      <div className={styles.picture}>
        <ElevatorShaft
          floors={floors}
          current={shown}
          motion={motion}
          isAnimated={isAnimated}
          pace={pace || 1}
          isStale={isStale}
          label={`${t(isPast ? 'picture.pastLabel' : 'picture.label', { name: equipment.equipmentName })}. ${picture}`}
          look={{ door, load, travel, tone, floorLabel, isTrapped: condition.isTrapped }}
        />
      </div>
      {floors.length >= RULER_FROM && (
        <div className={styles.ruler}>
          <BuildingRuler floors={floors} current={shown} motion={motion} tone={tone} isStale={isStale} />
        </div>
      )}
    </section>
  );
}

/** The cycle of a door; other values are added while they apply. */
const PLAIN_DOORS = ['Closed', 'Opening', 'Opened', 'Closing'] as const;

function DirectionArrow({ heading }: { readonly heading: CarHeading }) {
  return (
    <svg
      className={styles.arrow}
      width="30"
      height="26"
      viewBox="0 0 30 26"
      aria-hidden="true"
      data-testid="direction-arrow"
      data-direction={heading === 1 ? 'up' : 'down'}
    >
      <path d={heading === 1 ? 'M15 2 29 24H1z' : 'M15 24 29 2H1z'} fill="currentColor" />
    </svg>
  );
}
