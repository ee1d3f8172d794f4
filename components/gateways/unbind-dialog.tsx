'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { unbindCube } from '@/lib/features/cubes/contract';
import { queryCubes, type EdgeCubeRow } from '@/lib/features/gateways/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import styles from './cube-dialog.module.css';

interface Props {
  readonly row: EdgeCubeRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Removes a box from its unit and asks for the reason (silent-screens A1). */
export function UnbindDialog({ row: { cubeNo, equipmentNo, equipmentName }, onSaved, onClose }: Props) {
  const t = useTranslations('gateways');
  const common = useTranslations('common.success');
  const schema = useMemo(
    () => z.object({ reason: z.string().trim().min(1, t('unbind.required')).max(200, 'tooLong') }),
    [t],
  );
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { reason: '' } });
  return (
    <FormDialog
      isOpen
      title={t('unbind.title', { no: cubeNo })}
      form={form}
      width="xs"
      onClose={onClose}
      submitLabel={t('action.unbind')}
      onSubmit={async ({ reason }) => {
        await mutateSms(unbindCube, { cubeNo, reason }, [queryCubes]);
        toast.success(common('operation'));
        onSaved();
      }}
    >
      <p className={styles.hint}>
        {t('unbind.text', { name: equipmentName || (equipmentNo ?? ''), no: equipmentNo ?? '' })}
      </p>
      <FormTextField name="reason" label={t('unbind.reason')} required autoFocus multiline minRows={2} />
    </FormDialog>
  );
}
