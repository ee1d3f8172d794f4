'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { Cover } from '@/components/kit/ui/cover';
import { RefreshIcon, ScreenIcon } from '@/components/kit/ui/icons';
import { EquipmentIcon } from '@/components/kit/ui/lift-icons';
import type { WallStatus } from '@/lib/features/campus/wall-status';
import { ApplyCover } from './apply-cover';

interface Props {
  readonly status: WallStatus;
  readonly onRetry: () => void;
}

/** What covers the wall while it is not live (doc3 §4.1). */
export function WallCover({ status, onRetry }: Props) {
  const t = useTranslations('campus.cover');
  switch (status) {
    case 0:
      return null;
    case 1:
      return <Cover name="campus-1" icon={<EquipmentIcon size={40} />} title={t('1.title')} text={t('1.text')} />;
    case 2:
      return (
        <Cover
          name="campus-2"
          tone="warning"
          icon={<RefreshIcon size={40} />}
          title={t('2.title')}
          text={t('2.text')}
          action={
            <Button variant="contained" color="primary" onClick={onRetry}>
              {t('2.action')}
            </Button>
          }
        />
      );
    case 3:
      return (
        <Cover name="campus-3" icon={<ScreenIcon size={40} />} title={t('3.title')} text={t('3.text')} place="fill" />
      );
    case 4:
      return <ApplyCover />;
  }
}
