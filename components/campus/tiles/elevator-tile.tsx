'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { ElevatorTile } from '@/lib/features/campus/elevator-tile';
import { ERROR_STATUS } from '@/lib/live/units/value-sets';
import type { ExpressZone } from '@/lib/live/units/floors';
import { modeWord } from '@/lib/live/units/modes';
import { Arrow } from './arrow';
import { ElevatorPicture } from './elevator-picture';
import { HeldWord, LinkWord, Since, TechnicianMark, TileFrame } from './tile-frame';
import { TroubleSince, TroubleWords } from './trouble-words';
import type { UnitTileProps } from './unit-tile-props';
import { useElevatorTile } from './use-tile';
import styles from './tile.module.css';

const MAX_WORDS = 200;
const NO_ZONES: readonly ExpressZone[] = [];

/** An elevator on the wall (doc3 §4.4): floor, direction, door, load, mode. */
export function ElevatorTileView({
  equipmentNo,
  name,
  shownName,
  nameWrap,
  place,
  href,
  isWide = false,
  trouble,
  isCustom = false,
  totalFloors = null,
  expressZones = NO_ZONES,
  watcher,
  ...call
}: UnitTileProps) {
  const t = useTranslations('campus.warn');
  const tile = useElevatorTile(equipmentNo, call, isCustom);
  const { hasError, isSuspected } = tile;
  const isKnown = call.errorStatus !== ERROR_STATUS.unknown;
  useEffect(() => {
    if (isKnown) watcher?.seeError(equipmentNo, hasError);
  }, [watcher, equipmentNo, hasError, isKnown]);
  const warnDesc = isSuspected ? t('suspected', { name }).slice(0, MAX_WORDS) : undefined;
  useEffect(() => watcher?.seeSuspicion(equipmentNo, warnDesc), [watcher, equipmentNo, warnDesc]);
  return (
    <TileFrame
      equipmentNo={equipmentNo}
      name={name}
      shownName={shownName}
      nameWrap={nameWrap}
      place={place}
      href={href}
      kind="EV"
      state={tile.state}
      isHeld={tile.isHeld}
      figure={<Floor tile={tile} />}
      picture={<ElevatorPicture tile={tile} shaft={{ totalFloors, expressZones }} />}
      status={isWide ? <TroubleWords tile={tile} trouble={trouble} /> : <State tile={tile} />}
      since={isWide ? <TroubleSince equipmentNo={equipmentNo} tile={tile} trouble={trouble} /> : undefined}
    />
  );
}

/** The floor, as on the display above the door. A new floor rolls in from the direction of travel. */
function Floor({ tile: { floor, arrow } }: { readonly tile: ElevatorTile }) {
  const t = useTranslations('campus.tile');
  return (
    <>
      <span className="visually-hidden">{t('floor')} </span>
      <span
        className={styles.marquee}
        data-length={Math.min(5, Array.from(floor ?? '--').length)}
        data-floor={floor ?? ''}
      >
        <span key={floor ?? '--'} className={styles.roll} data-direction={arrow}>
          {floor ?? '--'}
        </span>
      </span>
      {arrow && (
        <>
          <Arrow direction={arrow} />
          <span className="visually-hidden"> {t(`direction.${arrow}`)}</span>
        </>
      )}
    </>
  );
}

const DOOR_KEYS = {
  Opening: 'opening',
  Closing: 'closing',
  Opened: 'opened',
  Closed: 'closed',
  Blocked: 'blocked',
  Stopped: 'stopped',
} as const;
const LOAD_KEYS = { Empty: 'empty', Loaded: 'loaded', 'Full Load': 'fullLoad', Overload: 'overload' } as const;

function State({ tile }: { readonly tile: ElevatorTile }) {
  const t = useTranslations('campus.tile');
  const { state, link, door, load, mode, since, isTrapped, isHeld, isOld } = tile;
  const words = useTranslations('common.mode');
  // A mode without a known meaning is shown by its code (readings 112).
  const word = mode === undefined ? undefined : modeWord(mode);
  const modeMark =
    mode === undefined ? undefined : (
      <span
        className={styles.mark}
        data-mark="mode"
        data-mode={mode}
        title={t('modeTooltip', { mode: word ? `${words(word)} ${mode}` : mode })}
      >
        <StatusPill status="inspection" look="plain" size="small">
          {word ? words(word) : mode}
        </StatusPill>
      </span>
    );
  return (
    <>
      {isTrapped && (
        <span className={styles.mark} data-mark="trapped">
          <StatusPill status="trapped" look="plain" size="small">
            {t('trapped')}
          </StatusPill>
        </span>
      )}
      {isTrapped && since !== undefined && link === 'online' && <Since at={since} />}
      {tile.hasError && (
        <span className={styles.mark} data-mark="error">
          <StatusPill status="fault" look="plain" size="small">
            {t('fault')}
          </StatusPill>
        </span>
      )}
      {link !== 'online' ? (
        <LinkWord link={link} since={isTrapped ? undefined : since} />
      ) : isHeld ? (
        <HeldWord isOld={isOld} since={isTrapped ? undefined : since} />
      ) : null}
      {modeMark}
      {state === 'moving' && !isHeld && (
        <StatusPill status="running" look="plain" size="small">
          {t(tile.arrow ? `direction.${tile.arrow}` : 'moving')}
        </StatusPill>
      )}
      {state === 'standing' && !isHeld && (
        <StatusPill status="normal" look="plain" size="small">
          {t('standing')}
        </StatusPill>
      )}
      {tile.hasTechnician && <TechnicianMark />}
      {door !== undefined && (
        <span className={styles.aside} data-cut="room" data-door-word={door}>
          {t(`door.${DOOR_KEYS[door]}`)}
        </span>
      )}
      {load !== undefined && (
        <span className={load === 'Overload' ? styles.warning : 'visually-hidden'} data-load-word={load}>
          {t(`load.${LOAD_KEYS[load]}`)}
        </span>
      )}
    </>
  );
}
