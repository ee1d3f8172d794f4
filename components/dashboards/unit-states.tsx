'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { STATUS_LOOK, type StatusKind } from '@/components/kit/ui/status';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import type { getDashboardSummary } from '@/lib/features/dashboards/contract';
import type { UnitState } from '@/lib/live/units/condition';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { DashboardLinks } from './dashboard-links';
import styles from './unit-states.module.css';

const LOOKS: Readonly<Record<UnitState, StatusKind>> = {
  trapped: 'trapped',
  fault: 'fault',
  disconnected: 'disconnected',
  offline: 'offline',
  unknown: 'unknown',
  notInstalled: 'notInstalled',
  online: 'online',
};
/** Worst first. */
const ORDER: readonly UnitState[] = [
  'trapped',
  'fault',
  'disconnected',
  'offline',
  'unknown',
  'notInstalled',
  'online',
];
const TYPES = ['EV', 'ES', 'WW'] as const;

interface Props {
  readonly data: OutputOf<typeof getDashboardSummary>;
  readonly links: DashboardLinks;
}

/** All units by their gravest state, each once; the parts make up the whole (readings 140). */
export function UnitStates({ data: { counts, showsFaults }, links }: Props) {
  const t = useTranslations('dashboards');
  const format = useFormatter();
  const { states, equipmentTotal, elevatorTotal, escalatorTotal, sidewalkTotal, inContract, unhealthy } = counts;
  const shown = ORDER.filter((state) => showsFaults || state !== 'fault');
  const ofType = { EV: elevatorTotal, ES: escalatorTotal, WW: sidewalkTotal };
  const share = equipmentTotal > 0 ? Math.floor((inContract / equipmentTotal) * 1000) / 1000 : null;
  return (
    <div className={styles.states}>
      <p className={styles.total}>
        <span>{t('total.equipmentTotal')}</span>
        <b data-number="equipmentTotal">
          <EntryLink href={links.units()}>{format.number(equipmentTotal)}</EntryLink>
        </b>
      </p>
      <div className={styles.bar} aria-hidden>
        {shown.map((state) => (
          <i key={state} style={{ flexGrow: states[state], background: STATUS_LOOK[LOOKS[state]].colour }} />
        ))}
      </div>
      <ul className={styles.list} aria-label={t('states')}>
        {shown.map((state) => (
          <li key={state} data-state={state} data-some={states[state] > 0 || undefined}>
            <span
              className={styles.word}
              style={states[state] > 0 ? { color: STATUS_LOOK[LOOKS[state]].word } : undefined}
            >
              <StatusShapeMark status={LOOKS[state]} size={13} />
              {t(`state.${state}`)}
            </span>
            <b data-number={state}>
              <EntryLink href={links.units({ state })}>{format.number(states[state])}</EntryLink>
            </b>
          </li>
        ))}
      </ul>
      <dl className={styles.facts}>
        <div>
          <dt>{t('total.types')}</dt>
          <dd>
            {TYPES.map((displayType, index) => (
              <Fragment key={displayType}>
                {index > 0 && ' / '}
                <EntryLink href={ofType[displayType] > 0 ? links.units({ displayType }) : undefined}>
                  {format.number(ofType[displayType])}
                </EntryLink>
              </Fragment>
            ))}
          </dd>
        </div>
        <div title={t('totalHint.inContract')}>
          <dt>{t('total.inContract')}</dt>
          <dd>
            {share === null ? '-' : format.number(share, { style: 'percent', maximumFractionDigits: 1 })}
            <small>
              <EntryLink href={inContract > 0 ? links.units({ inContract: '1' }) : undefined}>
                {format.number(inContract)}
              </EntryLink>
            </small>
          </dd>
        </div>
        <div title={t('totalHint.unhealthy')}>
          <dt>{t('total.unhealthy')}</dt>
          <dd>
            <EntryLink href={unhealthy > 0 ? links.units({ unhealthy: '1' }) : undefined}>
              {format.number(unhealthy)}
            </EntryLink>
          </dd>
        </div>
      </dl>
    </div>
  );
}
