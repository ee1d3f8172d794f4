'use client';

import type { ReactNode } from 'react';
import { isHiding, LiveCover } from './live-cover';
import { LiveHeader } from './live-header';
import { StaleNotice } from './stale-notice';
import type { LiveUnit } from './use-live-unit';
import styles from './live-frame.module.css';

interface Props {
  readonly unit: LiveUnit;
  /** What hides the picture: a number of the frame (`frameCover`), or one of the kind's own, which `alarm` or `stage` draws. */
  readonly cover: number;
  /** What the unit does, in a word, beside its name. */
  readonly pill: ReactNode;
  /** A name for that, for tests. */
  readonly run: string;
  /** What is louder than the picture and leaves it in sight. */
  readonly alarm?: ReactNode;
  /** Of a page of the past: what says so, above the picture. */
  readonly past?: ReactNode;
  /** What lies over the picture whatever it shows. */
  readonly veil?: ReactNode;
  readonly stage: ReactNode;
  readonly left: ReactNode;
  readonly right: ReactNode;
}

/**
 * A live page of any kind of unit: header with freshness, alarm, picture with its cover, two panels. What is special about a
 * kind is its picture, its states and its panels.
 */
export function LiveFrame({ unit, cover, pill, run, alarm, past, veil, stage, left, right }: Props) {
  return (
    <div className={styles.page} data-cover={cover} data-run-icon={run} data-past={past ? '' : undefined}>
      <LiveHeader unit={unit}>{pill}</LiveHeader>
      {past && <div className={styles.past}>{past}</div>}
      <div className={styles.stage} data-cover={cover} data-alarm={alarm ? '' : undefined}>
        {alarm}
        <StaleNotice unit={unit} isHidden={isHiding(cover)} />
        {stage}
        <LiveCover unit={unit} cover={cover} />
        {veil}
      </div>
      {/* Where the window is low they scroll, by keyboard too. */}
      <div className={styles.left} role="group" tabIndex={0}>
        {left}
      </div>
      <div className={styles.right} role="group" tabIndex={0}>
        {right}
      </div>
    </div>
  );
}
