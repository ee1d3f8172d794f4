'use client';

import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { centerLevel, centerName } from '@/lib/features/campus/center';
import { speedPercent } from '@/lib/live/units/escalator';
import { Arrow } from '../tiles/arrow';
import { EscalatorPicture } from '../tiles/escalator-picture';
import { EscalatorState } from '../tiles/escalator-tile';
import { useEscalatorTile } from '../tiles/use-tile';
import styles from './center.module.css';

interface Props {
  readonly equipmentNo: string;
  readonly nickName: string;
  /** Address of its live page; undefined when the user may not open one. */
  readonly href: string | undefined;
  readonly onlineStatus: number;
  readonly errorStatus: number;
  readonly entrapmentStatus: number;
}

/** An escalator of the center: name and layer, coloured by its level, with direction and speed (doc3 §2.4). */
export const CenterItem = memo(function CenterItem({ equipmentNo, nickName, href, ...call }: Props) {
  const t = useTranslations('shcenter');
  const tile = useEscalatorTile(equipmentNo, 'ES', call);
  const { name, layer } = centerName(nickName);
  const percent = tile.link === 'online' ? speedPercent(tile.speed) : undefined;
  const level = centerLevel(name);
  const look = {
    className: `${styles.item} ${styles[`Level${level}`]}`,
    'data-unit': equipmentNo,
    'data-level': `Level${level}`,
    'data-state': tile.state,
    'data-held': tile.isHeld || undefined,
  };
  const content = (
    <>
      <span className={styles.name} data-long={name.length > 6 || undefined}>
        <b title={name}>{name}</b>
        {layer !== '' && <span className={styles.layer}>{layer}</span>}
      </span>
      <span className={styles.picture} aria-hidden="true">
        <EscalatorPicture tile={tile} displayType="ES" />
      </span>
      <span className={styles.figure}>
        <span className="visually-hidden">{t('speed')} </span>
        {percent ?? '--'}
        {percent !== undefined && <small>%</small>}
        {tile.isMoving && (tile.state === 'up' || tile.state === 'down') && <Arrow direction={tile.state} />}
      </span>
      <span className={styles.state}>
        <EscalatorState tile={tile} />
      </span>
    </>
  );
  return href === undefined ? (
    <div {...look}>{content}</div>
  ) : (
    <a {...look} href={href} target="_blank" rel="noopener">
      {content}
    </a>
  );
});
