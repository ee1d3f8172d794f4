'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { VideoIcon } from '@/components/kit/ui/icons';
import type { OpenedFrom } from '@/lib/features/cameras/value-sets';
import { hasCamera } from '@/lib/live/units/camera';
import type { Holder } from '@/lib/platform/contract/authorities';
import { useVideo } from './use-video';

interface Props {
  readonly holder: Holder | null;
  /** From the unit's detail. There is no button without a camera, or when the data strategy hides it. */
  readonly unit: {
    readonly equipmentNo: string;
    readonly equipmentName: string;
    readonly video: string;
    readonly dhVideo: string;
  };
  readonly openedFrom: OpenedFrom;
  readonly variant?: 'text' | 'outlined';
  readonly className?: string;
}

/** Opens the live picture of a unit. */
export function VideoButton({ holder, unit, openedFrom, variant = 'outlined', className }: Props) {
  const t = useTranslations('common');
  const { equipmentNo, equipmentName } = unit;
  const { open, dialog } = useVideo(holder, openedFrom);
  if (!open || !hasCamera(unit)) return null;
  return (
    <>
      <Button
        className={className}
        size="small"
        variant={variant}
        color={variant === 'text' ? 'primary' : 'inherit'}
        startIcon={<VideoIcon size={16} />}
        onClick={() => open({ equipmentNo, equipmentName })}
      >
        {t('video')}
      </Button>
      {dialog}
    </>
  );
}
