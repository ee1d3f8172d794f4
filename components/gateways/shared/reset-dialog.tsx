'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { resetCubeSecret } from '@/lib/features/cubes/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { SecretDialog, type BoxSecret } from './secret-dialog';

/** Asks, then gives a box or a pro gateway a new secret, which is shown once (api.md §2.19 resetCubeSecret). */
export function ResetDialog({ cubeNo, onClose }: { readonly cubeNo: string; readonly onClose: () => void }) {
  const t = useTranslations('boxes');
  const failureText = useFailureText();
  const [told, setTold] = useState<BoxSecret>();
  if (told) return <SecretDialog told={told} onClose={onClose} />;
  const reset = async () => {
    try {
      setTold({ cubeNo, ...(await mutateSms(resetCubeSecret, { cubeNo })) });
    } catch (error) {
      toast.error(failureText(error));
      onClose();
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('resetTitle')}
      text={t('resetText', { no: cubeNo })}
      confirmLabel={t('reset')}
      isDangerous
      onConfirm={reset}
      onClose={onClose}
    />
  );
}
