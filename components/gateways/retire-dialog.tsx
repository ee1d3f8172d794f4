'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { retireCube } from '@/lib/features/cubes/contract';
import { queryCubes } from '@/lib/features/gateways/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  readonly cubeNo: string;
  /** True: retire the box; false: take it back into use. */
  readonly isRetired: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before a box is retired or taken back into use (silent-screens A1). */
export function RetireDialog({ cubeNo, isRetired, onDone, onClose }: Props) {
  const t = useTranslations('gateways');
  const common = useTranslations('common.success');
  const failureText = useFailureText();
  const kind = isRetired ? 'retire' : 'restore';
  const retire = async () => {
    try {
      await mutateSms(retireCube, { cubeNo, retired: isRetired }, [queryCubes]);
      toast.success(common('operation'));
      onDone();
    } catch (error) {
      toast.error(failureText(error));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(`action.${kind}`)}
      text={t(`${kind}Text`, { no: cubeNo })}
      confirmLabel={t(`action.${kind}`)}
      isDangerous={isRetired}
      onConfirm={retire}
      onClose={onClose}
    />
  );
}
