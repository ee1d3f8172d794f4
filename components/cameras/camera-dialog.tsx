'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { UnitField } from '@/components/equipment/shared/unit-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import type { ListTexts } from '@/components/kit/list/column-kinds';
import { toast } from '@/components/kit/ui/toast';
import { queryCameras, saveCamera, type CameraRow } from '@/lib/features/cameras/contract';
import { PLATFORMS, POSITIONS, SOURCES, type Platform, type CameraSource } from '@/lib/features/cameras/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Values {
  equipmentNo: string | null;
  platform: Platform | '';
  /** '': the server chooses. */
  source: CameraSource | '';
  deviceId: string;
  channelId: string;
  position: CameraRow['position'] | '';
  streamType: string;
  protoType: string;
  encryptMode: string;
  enabled: boolean;
  recorded: boolean;
  remark: string;
}

interface Props {
  readonly holder: Holder;
  /** Absent: a new camera. */
  readonly edited?: CameraRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const valuesOf = (row: CameraRow | undefined): Values => ({
  equipmentNo: row?.equipmentNo ?? null,
  platform: row?.platform ?? '',
  source: row?.source ?? '',
  deviceId: row?.deviceId ?? '',
  channelId: String(row?.channelId ?? 0),
  position: row?.position ?? '',
  streamType: row?.streamType ?? '',
  protoType: row?.protoType ?? '',
  encryptMode: row?.encryptMode ?? '',
  enabled: row?.enabled ?? true,
  recorded: row?.recorded ?? false,
  remark: row?.remark ?? '',
});

/** Adds or changes a camera of a unit (silent-screens A7). */
export function CameraDialog({ holder, edited, onSaved, onClose }: Props) {
  const t = useTranslations('cameras');
  const common = useTranslations('common');
  const form = useForm<Values>({ defaultValues: valuesOf(edited) });
  const submit = async (values: Values): Promise<void | 'stay'> => {
    const { equipmentNo, platform, source, position, channelId } = values;
    const missing = (['equipmentNo', 'platform', 'deviceId', 'position'] as const).filter(
      (name) => !values[name]?.trim(),
    );
    for (const name of missing)
      form.setError(name, {
        message: common(name === 'deviceId' ? 'field.required' : 'field.select', { label: t(`column.${name}`) }),
      });
    const hasChannel = /^\d{1,3}$/.test(channelId.trim());
    if (!hasChannel) form.setError('channelId', { message: t('dialog.channelRule') });
    if (!equipmentNo || platform === '' || position === '' || missing.length > 0 || !hasChannel) return 'stay';
    await mutateSms(
      saveCamera,
      {
        ...values,
        cameraId: edited?.cameraId,
        equipmentNo,
        platform,
        position,
        source: source === '' ? undefined : source,
        channelId: Number(channelId),
      },
      [queryCameras],
    );
    toast.success(common('success.operation'));
    onSaved();
    return undefined;
  };
  const texts: ListTexts = t;
  const words = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: texts(`${group}.${value}`) }));
  // The drawn picture exists for demo data only.
  const sources = SOURCES.filter((source) => source !== 'demo' || edited?.source === 'demo');
  return (
    <FormDialog isOpen title={t(edited ? 'dialog.edit' : 'dialog.add')} form={form} onSubmit={submit} onClose={onClose}>
      <UnitField<Values>
        name="equipmentNo"
        label={t('column.equipmentNo')}
        placeholder={t('dialog.typing')}
        holder={holder}
        known={edited}
      />
      <FormSelect<Values>
        name="platform"
        label={t('column.platform')}
        required
        choices={words('platform', PLATFORMS)}
      />
      <FormSelect<Values>
        name="source"
        label={t('column.source')}
        choices={[...(edited ? [] : [{ value: '', label: t('source.auto') }]), ...words('source', sources)]}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      />
      <FormTextField<Values> name="deviceId" label={t('column.deviceId')} required maxLength={64} />
      <FormTextField<Values>
        name="channelId"
        label={t('column.channelId')}
        required
        maxLength={3}
        helperText={t('dialog.channelRule')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormSelect<Values>
        name="position"
        label={t('column.position')}
        required
        choices={words('position', POSITIONS)}
      />
      <FormTextField<Values> name="streamType" label={t('column.streamType')} maxLength={10} />
      <FormTextField<Values> name="protoType" label={t('column.protoType')} maxLength={10} />
      <FormTextField<Values> name="encryptMode" label={t('column.encryptMode')} maxLength={10} />
      <FormSwitch<Values> name="enabled" label={t('column.enabled')} />
      <FormSwitch<Values> name="recorded" label={t('column.recorded')} helperText={t('dialog.recordedHint')} />
      <FormTextField<Values> name="remark" label={t('column.remark')} maxLength={200} />
    </FormDialog>
  );
}
