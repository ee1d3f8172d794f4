'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { CUBE_NO, registerCube, REPLACE_REASONS, replaceCube } from '@/lib/features/cubes/contract';
import { queryCubes, type EdgeCubeRow } from '@/lib/features/gateways/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { BoxField } from './box-field';
import { CubeDialog } from './shared/cube-dialog';
import type { BoxSwap } from './first-data-dialog';
import styles from './cube-dialog.module.css';

interface Props {
  readonly row: EdgeCubeRow;
  readonly holder: Holder;
  readonly onSaved: (swap: BoxSwap) => void;
  readonly onClose: () => void;
}

/**
 * Replaces a unit's box in one step, for a person with a phone in front of the cabinet. A box that is not registered
 * yet is registered here first (silent-screens A1).
 */
export function ReplaceDialog({ row: { cubeNo, equipmentNo, equipmentName }, holder, onSaved, onClose }: Props) {
  const t = useTranslations('gateways');
  const boxes = useTranslations('boxes');
  const [isRegistering, setIsRegistering] = useState(false);
  const schema = useMemo(
    () =>
      z.object({
        newCubeNo: z
          .string()
          .trim()
          .toUpperCase()
          .min(1, boxes('required'))
          .regex(CUBE_NO, boxes('bad'))
          .refine((no) => no !== cubeNo, t('replace.same')),
        reason: z.enum(REPLACE_REASONS),
        remark: z.string().trim().max(180, 'tooLong'),
      }),
    [boxes, cubeNo, t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { newCubeNo: '', reason: 'fault' as const, remark: '' },
  });
  const unit = equipmentNo ?? '';
  return (
    <>
      <FormDialog
        isOpen
        title={t('replace.title', { no: cubeNo })}
        form={form}
        width="xs"
        onClose={onClose}
        submitLabel={t('action.replace')}
        startAction={
          may(holder, registerCube) && <Button onClick={() => setIsRegistering(true)}>{t('replace.register')}</Button>
        }
        onSubmit={async (values) => {
          await mutateSms(replaceCube, { equipmentNo: unit, ...values }, [queryCubes]);
          onSaved({ cubeNo: values.newCubeNo, equipmentNo: unit });
        }}
      >
        <p className={styles.hint}>{t('replace.unit', { name: equipmentName || unit, no: unit })}</p>
        <BoxField name="newCubeNo" label={t('replace.newCubeNo')} />
        <FormSelect
          name="reason"
          label={t('replace.reason')}
          required
          choices={REPLACE_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        />
        <FormTextField name="remark" label={t('column.remark')} maxLength={180} />
      </FormDialog>
      {isRegistering && (
        <CubeDialog
          holder={holder}
          cubeNo={form.getValues('newCubeNo')}
          onSaved={(no) => form.setValue('newCubeNo', no, { shouldDirty: true, shouldValidate: true })}
          onClose={() => setIsRegistering(false)}
        />
      )}
    </>
  );
}
