'use client';

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { SoundIcon } from './icons';
import type { Sound } from './use-sound';
import styles from './sound-button.module.css';

/** Turns the alarm sound on and off; its popup says how to allow it where the browser keeps it back (doc3 §2.1, §8). */
export function SoundButton({ sound }: { readonly sound: Sound }) {
  const t = useTranslations('campus.sound');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const label = t(sound.isOn ? 'turnOff' : 'turnOn');
  return (
    <>
      <Tooltip title={label}>
        <IconButton ref={setAnchor} aria-label={label} aria-pressed={sound.isOn} onClick={() => void sound.turn(!sound.isOn)}><SoundIcon isOn={sound.isOn} /></IconButton>
      </Tooltip>
      <Popover
        open={sound.isBlocked && sound.isOn && anchor !== null} anchorEl={anchor} onClose={sound.closeNotice} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'alertdialog', 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-text`, className: styles.popup } }}
      >
        <p className={styles.title} id={`${id}-title`}>{t('blocked')}</p>
        <p className={styles.text} id={`${id}-text`}>{t('howTo')}</p>
        <div className={styles.actions}>
          <Button size="small" onClick={sound.closeNotice}>{t('later')}</Button>
          <Button size="small" variant="contained" color="primary" autoFocus onClick={sound.allow}>{t('allow')}</Button>
        </div>
      </Popover>
    </>
  );
}
