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
  /**
   * What hides the picture: a number of the frame (`frameCover`), or one of the kind's own covers, which `alarm` or
   * `stage` draws.
   */
  readonly cover: number;
  /** The unit's state in a word, beside its name. */
  readonly pill: ReactNode;
  /** A name of that state, for tests. */
  readonly run: string;
  /** An alarm above the visible picture; without one, a fault has the default band. */
  readonly alarm?: ReactNode;
  /** A message above the picture that is no alarm. */
  readonly notice?: ReactNode;
  /** The name of the fault's band when it is one of the kind's covers, and its extra text. */
  readonly fault?: { readonly name: string; readonly note: string | undefined };
  /** Facts for the band of a fault: floor and door. */
  readonly facts?: readonly BandFact[];
  /** On a page of the past: the band above the picture that says so. */
  readonly past?: ReactNode;
  /** A layer over the picture, whatever it shows. */
  readonly veil?: ReactNode;
  readonly stage: ReactNode;
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** Below everything. */
  readonly footer?: ReactNode;
}

/**
 * A live page of any kind of unit: header with freshness, alarm, picture with its cover, two panels. Each kind adds its
 * own picture, states and panels.
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
