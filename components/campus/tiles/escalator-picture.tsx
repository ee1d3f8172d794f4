import type { EscalatorTile } from '@/lib/features/campus/escalator-tile';
import { STEP_FRAMES } from '@/lib/live/units/escalator';
import styles from './picture.module.css';

/**
 * Running steps. They are one strip that only a transform moves, so that the browser repaints nothing; truss and
 * handrail are still pictures behind and in front of it. The landings cover the ends of the strip, because clipping a
 * rotated element would cost an own layer.
 */
export function EscalatorPicture({
  tile,
  displayType,
}: {
  readonly tile: EscalatorTile;
  readonly displayType: 'ES' | 'WW';
}) {
  const { state, isMoving, isSaving, isHeld, hasPerson, frameMs } = tile;
  const isWalk = displayType === 'WW';
  return (
    <span
      className={styles.escalator}
      data-kind={displayType}
      data-state={state}
      data-moving={(isMoving && !isHeld) || undefined}
      data-pace={isSaving ? 'slow' : 'full'}
      data-person={hasPerson || undefined}
    >
      <svg className={styles.still} viewBox="0 0 84 64">
        <path className={styles.truss} d={isWalk ? 'M5 43H79' : 'M4 56H19L65 16H80'} />
      </svg>
      <span className={styles.incline}>
        <span
          className={styles.steps}
          data-belt={frameMs}
          style={{
            animationDuration: `${STEP_FRAMES * frameMs}ms`,
            animationTimingFunction: `steps(${STEP_FRAMES})`,
          }}
        />
      </span>
      <svg className={styles.still} viewBox="0 0 84 64">
        {!isWalk && <path className={styles.truss} d="M4 56H19M65 16H80" />}
        <path className={styles.rail} d={isWalk ? 'M8 29H76' : 'M7 43H14L61 3H78'} />
        {hasPerson && (
          <path
            className={styles.person}
            transform={isWalk ? 'translate(42 15)' : 'translate(42 11)'}
            d="M0 6a3.6 3.6 0 1 1-.01 0zM-5 24c0-10 1.5-16 5-16s5 6 5 16z"
          />
        )}
      </svg>
    </span>
  );
}
