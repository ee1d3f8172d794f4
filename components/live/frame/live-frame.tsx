'use client';

import type { ReactNode } from 'react';
import type { BandFact } from './alarm-band';
import { FaultBand, useWitnessed } from './fault-band';
import { IncidentRow } from './incident-row';
import { isHiding, LiveCover } from './live-cover';
import { LiveHeader } from './live-header';
import { StaleNotice } from './stale-notice';
import type { LiveUnit } from './use-live-unit';
import { useTabTitle } from './use-tab-title';
import { hasFault, hasTrouble, UnitIncidentContext, useUnitIncident } from './use-unit-incident';
import styles from './live-frame.module.css';

interface Props {
  readonly unit: LiveUnit;
  /** What hides the picture: a number of the frame (`frameCover`), or one of the kind's own, which `alarm` or `stage` draws. */
  readonly cover: number;
  /** What the unit does, in a word, beside its name. */
  readonly pill: ReactNode;
  /** A name for that, for tests. */
  readonly run: string;
  /** What is louder than the picture and leaves it in sight; without one a fault has the band of every kind. */
  readonly alarm?: ReactNode;
  /** What has to be said above the picture and is no alarm. */
  readonly notice?: ReactNode;
  /** How the band of a fault is called where it is one of the kind's covers, and what it says besides. */
  readonly fault?: { readonly name: string; readonly note: string | undefined };
  /** What the band of a fault says of this kind of unit: where it stands, its door. */
  readonly facts?: readonly BandFact[];
  /** Of a page of the past: what says so, above the picture. */
  readonly past?: ReactNode;
  /** What lies over the picture whatever it shows. */
  readonly veil?: ReactNode;
  readonly stage: ReactNode;
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** Below everything. */
  readonly footer?: ReactNode;
}

/**
 * A live page of any kind of unit: header with freshness, alarm, picture with its cover, two panels. What is special about a
 * kind is its picture, its states and its panels.
 */
export function LiveFrame({
  unit,
  cover,
  pill,
  run,
  alarm,
  notice,
  fault,
  facts = [],
  past,
  veil,
  stage,
  left,
  right,
  footer,
}: Props) {
  useTabTitle(unit);
  const incident = useUnitIncident(unit, !past);
  const witnessed = useWitnessed(unit);
  const trouble = alarm || (hasFault(unit) && <FaultBand unit={unit} witnessed={witnessed} facts={facts} {...fault} />);
  const band = notice || trouble;
  return (
    <UnitIncidentContext value={incident}>
      <div
        className={styles.page}
        data-cover={cover}
        data-run-icon={run}
        data-past={past ? '' : undefined}
        data-band={band ? '' : undefined}
      >
        <LiveHeader unit={unit}>{pill}</LiveHeader>
        {past && <div className={styles.past}>{past}</div>}
        <div className={styles.stage} data-cover={cover} data-alarm={alarm ? '' : undefined}>
          {band && (
            <div className={styles.band}>
              {notice}
              {trouble}
              {hasTrouble(unit) && <IncidentRow unit={unit} />}
            </div>
          )}
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
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </UnitIncidentContext>
  );
}
