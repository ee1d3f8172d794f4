'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Age } from '@/components/kit/ui/age';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';
import type { NameWrap } from '@/lib/features/campus/short-names';
import type { UnitTileProps } from './unit-tile-props';
import styles from './tile.module.css';

/** The unit's props that the frame uses unchanged. */
type FrameUnitProps = Pick<UnitTileProps, 'equipmentNo' | 'name' | 'shownName' | 'nameWrap' | 'place' | 'href'>;

interface FrameProps extends FrameUnitProps {
  /** The state, for styles and tests. */
  readonly state: string;
  readonly kind: string;
  /** The values are old: the unit reports nothing now. */
  readonly isHeld: boolean;
  readonly figure: ReactNode;
  readonly picture: ReactNode;
  readonly status: ReactNode;
  /** For a tile in trouble that is two columns wide: its state and since when, beside the name. */
  readonly since?: ReactNode;
}

/**
 * The frame of a tile: name and place, a large value, a picture, one line of state. It opens the unit's live page in a
 * new tab.
 */
export function TileFrame({
  equipmentNo,
  name,
  shownName = name,
  nameWrap,
  place,
  href,
  state,
  kind,
  isHeld,
  figure,
  picture,
  status,
  since,
}: FrameProps) {
  const t = useTranslations('campus.tile');
  const content = (
    <>
      <span className={styles.head}>
        <Name whole={name} shown={shownName} wrap={nameWrap} />
        {since}
        {place !== undefined && (
          <span className={styles.place} title={t('place', { place })} aria-hidden="true">
            {place}
          </span>
        )}
      </span>
      <span className={styles.figure}>{figure}</span>
      <span className={styles.picture} aria-hidden="true">
        {picture}
      </span>
      <span className={styles.status} data-line="status">
        {status}
      </span>
    </>
  );
  const look = {
    className: styles.tile,
    'data-unit': equipmentNo,
    'data-state': state,
    'data-kind': kind,
    'data-held': isHeld || undefined,
    'data-wide': since !== undefined || undefined,
    'data-lines': nameWrap ? 2 : undefined,
  };
  return href ? (
    <a {...look} href={href} target="_blank" rel="noopener">
      {content}
    </a>
  ) : (
    <div {...look}>{content}</div>
  );
}

/** The last characters of a name, which are always shown. */
const TAIL = 4;

/**
 * The name as the wall shortened it. When the font is wider than calculated, the end of the name still stays visible.
 */
function Name({
  whole,
  shown,
  wrap,
}: {
  readonly whole: string;
  readonly shown: string;
  readonly wrap: NameWrap | undefined;
}) {
  const letters = [...shown];
  const isLong = wrap === undefined && letters.length > 2 * TAIL;
  return (
    <span className={styles.name} title={whole} data-line="name" data-wrapped={wrap}>
      <span className="visually-hidden">{whole}</span>
      <span className={styles.start} aria-hidden="true" data-shown={shown}>
        {isLong ? letters.slice(0, -TAIL).join('') : shown}
      </span>
      {isLong && (
        <span className={styles.end} aria-hidden="true">
          {letters.slice(-TAIL).join('')}
        </span>
      )}
    </span>
  );
}

/** The state of the connection in words and, when known, since when. */
export function LinkWord({
  link,
  since,
}: {
  readonly link: 'offline' | 'disconnected' | 'notInstalled';
  readonly since: number | undefined;
}) {
  const t = useTranslations('campus.tile');
  return (
    <>
      <StatusPill status={link} look="plain" size="small">
        {t(`link.${link}`)}
      </StatusPill>
      {link !== 'notInstalled' && since !== undefined && <Since at={since} />}
    </>
  );
}

/** The box lost its connection, or it is silent and the unit's state is unknown: the tile shows old values. */
export function HeldWord({ isOld, since }: { readonly isOld: boolean; readonly since: number | undefined }) {
  const t = useTranslations('campus.tile');
  return (
    <>
      <StatusPill status={isOld ? 'unknown' : 'offline'} look="plain" size="small">
        {isOld ? undefined : t('held')}
      </StatusPill>
      {since !== undefined && <Since at={since} />}
    </>
  );
}

/** Durations use the server's clock, because the browser's may be wrong. */
export function Since({ at }: { readonly at: number }) {
  const topics = useLiveTopics();
  return (
    <span className={styles.since} data-cut="room">
      <Age at={at} clockOffsetMs={topics.serverNow(0)} />
    </span>
  );
}

export function TechnicianMark() {
  const t = useTranslations('campus.tile');
  return (
    <span className={styles.mark} data-mark="technician">
      <StatusPill status="service" look="plain" size="small">
        {t('technician')}
      </StatusPill>
    </span>
  );
}
