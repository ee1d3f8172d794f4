'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import {
  batchEquipmentStatus,
  EquipmentEdit,
  queryEquipment,
  saveEquipment,
  type EquipmentRow,
} from '@/lib/features/equipment/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

type EditedUnit = Pick<EquipmentRow, 'equipmentNo' | 'equipmentName' | 'cubeNo' | 'buildingName'>;

/** Editing a unit (doc2 §2.2): the number is fixed, everything else optional. Only what was changed is sent. */
export function EquipmentDialog({
  unit,
  onSaved,
  onClose,
}: {
  readonly unit: EditedUnit;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('equipment.edit');
  const common = useTranslations('common');
  const form = useForm({
    resolver: zodResolver(EquipmentEdit),
    defaultValues: {
      equipmentNo: unit.equipmentNo,
      equipmentName: unit.equipmentName || undefined,
      cubeNo: unit.cubeNo ?? '',
      buildingName: unit.buildingName ?? '',
    },
  });
  return (
    <FormDialog
      isOpen
      title={t('title')}
      form={form}
      onClose={onClose}
      onSubmit={async (values) => {
        // Sent untouched, an old box number would undo what somebody else did meanwhile.
        const { equipmentName, cubeNo, buildingName } = form.formState.dirtyFields;
        await mutateSms(
          saveEquipment,
          {
            equipmentNo: unit.equipmentNo,
            ...(equipmentName ? { equipmentName: values.equipmentName } : {}),
            ...(cubeNo ? { cubeNo: values.cubeNo } : {}),
            ...(buildingName ? { buildingName: values.buildingName } : {}),
          },
          [queryEquipment, batchEquipmentStatus],
        );
        onSaved();
        toast.success(common('success.operation'));
      }}
    >
      <FormTextField
        name="equipmentNo"
        label={t('equipmentNo')}
        required
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <FormTextField name="equipmentName" label={t('equipmentName')} autoFocus />
      <FormTextField
        name="cubeNo"
        label={t('cubeNo')}
        maxLength={40}
        helperText={t('cubeHint')}
        slotProps={{ htmlInput: { style: { textTransform: 'uppercase' } } }}
      />
      <FormTextField name="buildingName" label={t('buildingName')} />
    </FormDialog>
  );
}
