'use client';

import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { AdjustIcon } from '@/components/kit/ui/icons';

const SettingsDialog = later(
  async () => (await import('@/components/settings/shared/settings-dialog')).SettingsDialog,
  ['settings'],
);

/** Opens the settings of the installation, the limits of colours among them. */
export function SettingsButton() {
  const t = useTranslations('dashboards');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Tooltip title={t('settings')}>
        <IconButton aria-label={t('settings')} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <AdjustIcon />
        </IconButton>
      </Tooltip>
      {isOpen && <SettingsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
