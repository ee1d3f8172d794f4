'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { fieldErrorsOf, messageOf } from '@/components/kit/form/server-errors';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import {
  addStepGateway,
  addTlGateway,
  queryStepGateways,
  queryTlGateways,
  THIRD_KINDS,
  type ThirdKind,
} from '@/lib/features/third-gateways/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  readonly onSaved: (kind: ThirdKind) => void;
  readonly onClose: () => void;
}

/** Adding a gateway of another maker (doc3 §5 Add gateway, §8): a refusal of the server is a warning, and the dialog stays. */
export function AddDialog({ onSaved, onClose }: Props) {
  const t = useTranslations('thirdGateways');
  const common = useTranslations('common');
  const schema = useMemo(() => {
    const asked = (message: string) => z.string().trim().min(1, message).max(40, 'tooLong');
    return z
      .object({
        type: z.enum(THIRD_KINDS, { error: t('dialog.typeRequired') }),
        equipmentNo: asked(t('dialog.equipmentNoRequired')),
        stepEquipmentNo: z.string().trim().max(40, 'tooLong'),
        stepCubeId: z.string().trim().max(40, 'tooLong'),
      })
      .superRefine(({ type, stepEquipmentNo, stepCubeId }, context) => {
        if (type !== 'step') return;
        if (stepEquipmentNo === '')
          context.addIssue({ code: 'custom', path: ['stepEquipmentNo'], message: t('dialog.stepEquipmentNoRequired') });
        if (stepCubeId === '')
          context.addIssue({ code: 'custom', path: ['stepCubeId'], message: t('dialog.stepCubeIdRequired') });
      });
  }, [t]);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { type: '' as ThirdKind, equipmentNo: '', stepEquipmentNo: '', stepCubeId: '' },
  });
  const type = useWatch({ control: form.control, name: 'type' });
  return (
    <FormDialog
      isOpen
      title={t('dialog.title')}
      form={form}
      width="xs"
      onClose={onClose}
      onSubmit={async ({ type: kind, equipmentNo, stepEquipmentNo, stepCubeId }) => {
        try {
          if (kind === 'tl') await mutateSms(addTlGateway, { equipmentNo }, [queryTlGateways]);
          else await mutateSms(addStepGateway, { equipmentNo, stepEquipmentNo, stepCubeId }, [queryStepGateways]);
        } catch (error) {
          toast.warning(messageOf(error) ?? common('state.failed'));
          if (Object.keys(fieldErrorsOf(error)).length > 0) throw error;
          return 'stay';
        }
        toast.success(common('success.added'));
        onSaved(kind);
        return undefined;
      }}
    >
      <FormSelect
        name="type"
        label={t('type')}
        required
        choices={THIRD_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <FormTextField name="equipmentNo" label={t('dialog.equipmentNo')} required maxLength={40} />
      {type === 'step' && (
        <>
          <FormTextField name="stepEquipmentNo" label={t('dialog.stepEquipmentNo')} required maxLength={40} />
          <FormTextField name="stepCubeId" label={t('dialog.stepCubeId')} required maxLength={40} />
        </>
      )}
    </FormDialog>
  );
}
