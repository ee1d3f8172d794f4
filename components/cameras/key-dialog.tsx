'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { CopyText } from '@/components/kit/ui/copy-text';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { PropertyList } from '@/components/kit/ui/property-list';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { resetCameraKey, type CameraRow } from '@/lib/features/cameras/contract';
import { callSms } from '@/lib/platform/client/client';
import type { OutputOf } from '@/lib/platform/contract/operation';

interface Props {
  readonly camera: CameraRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Gives a camera a new publishing key. The key is shown once, and the old key stops working. */
export function KeyDialog({ camera, onDone, onClose }: Props) {
  const t = useTranslations('cameras.key');
  const failureText = useFailureText();
  const [told, setTold] = useState<OutputOf<typeof resetCameraKey>>();
  if (!told)
    return (
      <ConfirmDialog
        isOpen
        title={t('title')}
        text={t(camera.hasKey ? 'replaces' : 'first', { name: camera.equipmentName })}
        isDangerous={camera.hasKey}
        onConfirm={async () => {
          try {
            setTold(await callSms(resetCameraKey, { cameraId: camera.cameraId }));
            onDone();
          } catch (error) {
            toast.error(failureText(error));
            onClose();
          }
        }}
        onClose={onClose}
      />
    );
  return (
    <DetailDialog title={t('title')} width="sm" onClose={onClose}>
      <p>{t('once')}</p>
      <PropertyList
        isLined
        items={[
          { key: 'publishUrl', label: t('publishUrl'), value: <CopyText text={told.publishUrl} /> },
          { key: 'server', label: t('server'), value: <CopyText text={told.server} /> },
          { key: 'streamKey', label: t('streamKey'), value: <CopyText text={told.streamKey} /> },
        ]}
      />
    </DetailDialog>
  );
}
