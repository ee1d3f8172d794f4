'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { SoundIcon } from '@/components/kit/ui/sound-icon';
import type { Sound } from './use-sound';
import styles from './sound-strip.module.css';

/**
 * Explains how to allow the alarm sound when the browser blocks it (doc3 §8). It is a row between head and tiles: it
 * covers nothing and takes no focus, because an alarm may be below it.
 */
export function SoundStrip({ sound }: { readonly sound: Sound }) {
  const t = useTranslations('campus.sound');
  const id = useId();
  if (!sound.isBlocked || !sound.isOn) return null;
  return (
    <section className={styles.strip} role="alert" aria-labelledby={id} data-testid="sound-strip">
      <span className={styles.icon}>
        <SoundIcon isOn={false} />
      </span>
      <p className={styles.text}>
        <strong id={id}>{t('blocked')}</strong> <span>{t('howTo')}</span>
      </p>
      <span className={styles.actions}>
        <Button size="small" onClick={sound.closeNotice}>
          {t('later')}
        </Button>
        <Button size="small" variant="contained" color="primary" onClick={sound.allow}>
          {t('allow')}
        </Button>
      </span>
    </section>
  );
}
