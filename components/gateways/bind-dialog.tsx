'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { bindCube } from '@/lib/features/cubes/contract';
import { queryCubes } from '@/lib/features/gateways/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { BoxSwap } from './first-data-dialog';
import { UnitField } from './unit-field';

interface Props {
  readonly cubeNo: string;
  readonly onSaved: (swap: BoxSwap) => void;
  readonly onClose: () => void;
}

/** Binds this box to a unit without a box (silent-screens A1). */
export function BindDialog({ cubeNo, onSaved, onClose }: Props) {
  const t = useTranslations('gateways');
  const schema = useMemo(
    () => z.object({ equipmentNo: z.string().trim().min(1, t('bind.required')).max(40, 'tooLong') }),
    [t],
  );
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { equipmentNo: '' } });
  return (
    <FormDialog
      isOpen
      title={t('bind.title', { no: cubeNo })}
      form={form}
      width="xs"
      onClose={onClose}
      submitLabel={t('action.bind')}
      onSubmit={async ({ equipmentNo }) => {
        await mutateSms(bindCube, { cubeNo, equipmentNo }, [queryCubes]);
        onSaved({ cubeNo, equipmentNo });
      }}
    >
      <UnitField name="equipmentNo" label={t('column.equipmentNo')} />
    </FormDialog>
  );
}
