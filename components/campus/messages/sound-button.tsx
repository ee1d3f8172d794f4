'use client';

import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslations } from 'next-intl';
import { SoundIcon } from '@/components/kit/ui/sound-icon';
import type { Sound } from './use-sound';

/** Turns the alarm sound on and off (doc3 §2.1). */
export function SoundButton({ sound }: { readonly sound: Sound }) {
  const t = useTranslations('campus.sound');
  const label = t(sound.isOn ? 'turnOff' : 'turnOn');
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} aria-pressed={sound.isOn} onClick={() => void sound.turn(!sound.isOn)}>
        <SoundIcon isOn={sound.isOn} />
      </IconButton>
    </Tooltip>
  );
}
