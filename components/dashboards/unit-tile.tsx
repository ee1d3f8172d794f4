'use client';

import { useTranslations } from 'next-intl';
import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { EquipmentRow, StatusEntry } from '@/lib/features/equipment/contract';
import { liveHref } from '@/lib/features/equipment/shared/links';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import { STATE_TOPIC } from '@/lib/live/realtime/browser/live-topics';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';
import { conditionOf, hasTechnician, unitState, UNIT_STATES } from '@/lib/live/units/condition';
import { stepRun } from '@/lib/live/units/escalator';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { modeWord } from '@/lib/live/units/modes';
import { readText } from '@/lib/live/units/values';
import type { DisplayType } from '@/lib/live/units/value-sets';
import type { Holder } from '@/lib/platform/contract/authorities';
import styles from './unit-grid.module.css';

type Call = Pick<StatusEntry, 'onlineStatus' | 'errorStatus'> & Partial<StatusEntry>;

interface Props {
  readonly unit: EquipmentRow;
  readonly call: Call;
  readonly holder: Holder;
}

/** What a tile shows, as one text: it is drawn again only when that changes. */
function shownOf(displayType: DisplayType, call: Call, live: LiveStatus, isStreaming: boolean): string {
  const condition = conditionOf({ entrapmentStatus: 0, ...call }, live, isStreaming);
  const state = unitState(condition);
  const isOnline = condition.link === 'online';
  const floor = isOnline && displayType === 'EV' ? (readText(live.position) ?? '') : '';
  const run =
    isOnline && (displayType === 'ES' || displayType === 'WW')
      ? stepRun(live, displayType, condition.hasError).state
      : readText(live.drive) === 'Moving'
        ? (readText(live.direction) ?? '').toLowerCase()
        : '';
  const mode = isOnline ? (readText(live.mode) ?? '') : '';
  return [state, floor, run, mode, hasTechnician(condition, live) ? 'technician' : ''].join('\u0000');
}

/** Checks by itself, since silence is a state, too, ms. */
const LOOK_MS = 5000;

export const UnitTile = memo(function UnitTile({ unit, call, holder }: Props) {
  const t = useTranslations('dashboards.grid');
  const modes = useTranslations('common.mode');
  const topics = useLiveTopics();
  const { equipmentNo, equipmentName, displayType } = unit;
  const { onlineStatus, errorStatus, entrapmentStatus, isLive } = call;
  const known = useMemo(
    () => ({
      onlineStatus,
      errorStatus,
      ...(entrapmentStatus === undefined ? {} : { entrapmentStatus }),
      ...(isLive === undefined ? {} : { isLive }),
    }),
    [onlineStatus, errorStatus, entrapmentStatus, isLive],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [topics.listen(`${equipmentNo}/*`, listener), topics.listen(STATE_TOPIC, listener)];
      const timer = setInterval(listener, LOOK_MS);
      return () => {
        clearInterval(timer);
        stops.forEach((stop) => stop());
      };
    },
    [topics, equipmentNo],
  );
  const shown = useSyncExternalStore(
    subscribe,
    () => shownOf(displayType, known, topics.status(equipmentNo), topics.state === LIVE_STATE.live),
    () => shownOf(displayType, known, {}, false),
  );
  const [stateText = '', floor = '', run = '', mode = '', technician = ''] = shown.split('\u0000');
  const state = UNIT_STATES.find((one) => one === stateText) ?? 'unknown';
  const word = mode === '' ? undefined : modeWord(mode);
  const href = liveHref(holder, displayType, equipmentNo);
  const arrow = run === 'up' ? '▲' : run === 'down' ? '▼' : '';
  const content = (
    <>
      <span className={styles.name}>{equipmentName}</span>
      <span className={styles.figure}>
        {floor !== '' && (
          <b>
            <span className="visually-hidden">{t('floor')} </span>
            {floor}
          </b>
        )}
        {arrow && <i aria-hidden>{arrow}</i>}
      </span>
      <span className={styles.marks}>
        <StatusPill status={state} look="plain" size="small" />
        {word && word !== 'N' && <em>{modes(word)}</em>}
        {technician && <em>{t('technician')}</em>}
      </span>
    </>
  );
  return (
    <li className={styles.tile} data-unit={equipmentNo} data-state={state}>
      {href ? (
        <a href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <div>{content}</div>
      )}
    </li>
  );
});
