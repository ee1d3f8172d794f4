'use client';

import { useEffect, useEffectEvent } from 'react';
import { forgetContent, type ScreenLink } from '@/lib/features/screens/player/kept-screen';
import type { PlayerTexts } from '@/lib/features/screens/player/texts';
import { BothWords } from './both-words';
import { LinkForm } from './link-form';
import { PictureView } from './picture-view';
import { useGong } from './use-gong';
import { usePlayer } from './use-player';
import styles from './player.module.css';

interface Props {
  readonly link: ScreenLink;
  readonly texts: PlayerTexts;
  readonly onLinked: (link: ScreenLink) => void;
  /** The key was refused for hours. */
  readonly onEnded: () => void;
}

/**
 * A screen that has a key: the picture of now, and a small word where the link is lost. Where the key is refused it asks for
 * a code, until it gets one or the key is taken again.
 */
export function LinkedScreen({ link, texts, onLinked, onEnded }: Props) {
  const { picture, content, now, isLinkLost, isRefused, hasEnded, drawn } = usePlayer(link);
  const ended = useEffectEvent(onEnded);
  useEffect(() => {
    if (isRefused) forgetContent();
  }, [isRefused]);
  useEffect(() => {
    if (hasEnded) ended();
  }, [hasEnded]);
  useEffect(() => {
    if (picture) drawn(picture);
  }, [picture, drawn]);
  useGong(picture, content);
  if (isRefused) return <LinkForm texts={texts} endedNo={link.screenNo} onLinked={onLinked} />;
  // The text for trapped persons stands alone, in full light; a screen outside its hours is black.
  const saysLost = isLinkLost && picture?.kind !== 'comfort' && picture?.kind !== 'off';
  const brightness = picture?.kind === 'comfort' ? null : (content?.brightness ?? null);
  return (
    <div className={styles.light} style={brightness === null ? undefined : { filter: `brightness(${brightness}%)` }}>
      {picture && content && (
        <PictureView picture={picture} comfortTexts={content.comfortTexts} now={now} urgent={texts.urgent} />
      )}
      {saysLost && (
        <p className={styles.lost} role="status">
          <BothWords of={texts.lost} /> · {link.screenNo}
        </p>
      )}
    </div>
  );
}
