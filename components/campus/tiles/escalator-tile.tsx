'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { EscalatorTile } from '@/lib/features/campus/escalator-tile';
import { ERROR_STATUS } from '@/lib/live/units/value-sets';
import { Arrow } from './arrow';
import { EscalatorPicture } from './escalator-picture';
import { HeldWord, LinkWord, TechnicianMark, TileFrame } from './tile-frame';
import { TroubleSince, TroubleWords } from './trouble-words';
import type { UnitTileProps } from './unit-tile-props';
import { useEscalatorTile } from './use-tile';
import styles from './tile.module.css';

/** An escalator or moving walk on the wall (doc3 §4.3): direction, speed, energy saving. */
export function EscalatorTileView({
  equipmentNo,
  name,
  shownName,
  nameWrap,
  place,
  href,
  isWide = false,
  trouble,
  displayType,
  watcher,
  ...call
}: UnitTileProps & { readonly displayType: 'ES' | 'WW' }) {
  const tile = useEscalatorTile(equipmentNo, displayType, call);
  const hasError = tile.state === 'error';
  const isKnown = call.errorStatus !== ERROR_STATUS.unknown;
  useEffect(() => {
    if (isKnown) watcher?.seeError(equipmentNo, hasError);
  }, [watcher, equipmentNo, hasError, isKnown]);
  return (
    <TileFrame
      equipmentNo={equipmentNo}
      name={name}
      shownName={shownName}
      nameWrap={nameWrap}
      place={place}
      href={href}
      kind={displayType}
      state={tile.isTrapped ? 'trapped' : tile.state}
      isHeld={tile.isHeld}
      figure={<Speed tile={tile} />}
      picture={<EscalatorPicture tile={tile} displayType={displayType} />}
      status={isWide ? <TroubleWords tile={tile} trouble={trouble} /> : <EscalatorState tile={tile} />}
      since={isWide ? <TroubleSince equipmentNo={equipmentNo} tile={tile} trouble={trouble} /> : undefined}
    />
  );
}

/** m/s, the unit that elevators use; the box reports cm/s. */
function Speed({ tile: { speed, state } }: { readonly tile: EscalatorTile }) {
  const t = useTranslations('campus.tile');
  return (
    <>
      <span className="visually-hidden">{t('speed')} </span>
      <span className={styles.speed} data-speed={speed ?? ''}>
        {speed === undefined ? '--' : (speed / 100).toFixed(2)}
        {speed !== undefined && <small>m/s</small>}
      </span>
      {(state === 'up' || state === 'down') && <Arrow direction={state} />}
    </>
  );
}

/** Its direction and state, in words and marks. */
export function EscalatorState({ tile }: { readonly tile: EscalatorTile }) {
  const t = useTranslations('campus.tile');
  const words = useTranslations('common.mode');
  const { state, since, isHeld, isOld, isMoving, isTrapped, mode } = tile;
  const trapped = isTrapped && (
    <span data-mark="trapped">
      <StatusPill status="trapped" look="plain" size="small">
        {t('trapped')}
      </StatusPill>
    </span>
  );
  if (state === 'offline' || state === 'disconnected' || state === 'notInstalled')
    return (
      <>
        {trapped}
        <LinkWord link={state} since={since} />
      </>
    );
  const word =
    state === 'error' ? (
      <span data-mark="error">
        <StatusPill status="fault" look="plain" size="small">
          {t('fault')}
        </StatusPill>
      </span>
    ) : isHeld ? (
      <HeldWord isOld={isOld} since={since} />
    ) : mode === 'Inspection' ? (
      <StatusPill status="inspection" look="plain" size="small">
        {words('INS')}
      </StatusPill>
    ) : isMoving && (state === 'up' || state === 'down') ? (
      <StatusPill status={isTrapped ? 'standby' : 'running'} look="plain" size="small">
        {t(`direction.${state}`)}
      </StatusPill>
    ) : (
      <StatusPill status="standby" look="plain" size="small">
        {t(mode === 'ReadyToStart' ? 'ready' : 'stopped')}
      </StatusPill>
    );
  return (
    <>
      {trapped}
      {word}
      {tile.hasTechnician && <TechnicianMark />}
      {tile.isSaving && !isOld && (
        <span className={styles.saving} data-cut="room" data-mark="saving">
          <LowBattery />
          {t('saving')}
        </span>
      )}
      {tile.hasPerson && (
        <span className="visually-hidden" data-mark="person">
          {t('person')}
        </span>
      )}
    </>
  );
}

function LowBattery() {
  return (
    <svg width="15" height="9" viewBox="0 0 15 9" aria-hidden="true">
      <rect x=".6" y=".6" width="11.8" height="7.8" rx="1.6" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <rect x="2.2" y="2.2" width="2.6" height="4.6" fill="currentColor" />
      <path d="M14 3v3" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
    </svg>
  );
}
