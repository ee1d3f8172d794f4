'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { headOf } from '@/lib/features/campus/arrangement';
import type { UnitClass, WallGroup } from '@/lib/features/campus/arrangement';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import { useConnectionState } from '@/lib/live/realtime/browser/store';
import styles from './tile-grid.module.css';

interface Props {
  readonly group: WallGroup<CampusEquipment>;
  readonly classes: ReadonlyMap<string, UnitClass>;
  /** The cells of its units. */
  readonly children: ReactNode;
}

/** The units of a project below its name, with their number and what is wrong with them (readings 122, 146). */
export function TileGroup({ group, classes, children }: Props) {
  const t = useTranslations('campus.group');
  const id = useId();
  const isLive = useConnectionState() === LIVE_STATE.live;
  const { count, onPage, states, isAllNormal } = headOf(group, classes);
  const name = group.project?.projectName ?? t('none');
  return (
    <section className={styles.group} aria-labelledby={id} data-group={group.project?.projectId ?? ''}>
      <header className={styles.heading}>
        <h2 className={styles.project} id={id} title={name}>
          {name}
        </h2>
        <span className={styles.count}>
          {group.project?.total === null
            ? t('onPage', { count: onPage ?? count })
            : onPage === undefined
              ? t('count', { count })
              : t('countOnPage', { count, here: onPage })}
        </span>
        {states
          // Before the first values arrive, no state is known.
          .filter(({ state }) => isLive || state !== 'unknown')
          .map(({ state, count: units }) => (
            <span key={state} className={styles.said} data-said={state} data-count={units}>
              <StatusPill status={state} look="plain">
                {t(state, { count: units })}
              </StatusPill>
            </span>
          ))}
        {isAllNormal && (
          <span className={styles.said} data-said="normal">
            <StatusPill status="normal" look="plain">
              {t('allNormal')}
            </StatusPill>
          </span>
        )}
      </header>
      <ul className={styles.tiles} aria-labelledby={id}>
        {children}
      </ul>
    </section>
  );
}
