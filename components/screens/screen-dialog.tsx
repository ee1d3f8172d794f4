'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { UnitField } from '@/components/equipment/shared/unit-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { listScreenHistory, queryScreens, saveScreen, type SmartScreenRow } from '@/lib/features/screens/contract';
import { MAX_LEVEL, SCREEN_PLACES } from '@/lib/features/screens/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { CLOCK_TIME } from '@/lib/platform/contract/schemas';

interface Props {
  readonly holder: Holder;
  /** Absent: a new screen. */
  readonly edited?: SmartScreenRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

interface ScreenErrors {
  readonly screenNo: string;
  readonly equipmentNo: string;
  readonly level: string;
  readonly time: string;
  readonly both: string;
}

function screenSchema(errors: ScreenErrors) {
  const level = z
    .string()
    .trim()
    .refine((text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) <= MAX_LEVEL), errors.level);
  const hour = z
    .string()
    .trim()
    .refine((text) => text === '' || CLOCK_TIME.test(text), errors.time);
  return z
    .object({
      screenNo: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_.-]{1,40}$/, errors.screenNo),
      equipmentNo: z.string({ error: errors.equipmentNo }).trim().min(1, errors.equipmentNo),
      place: z.enum(SCREEN_PLACES),
      resolution: z.string().trim(),
      volume: level,
      brightness: level,
      powerOn: hour,
      powerOff: hour,
      remark: z.string().trim(),
    })
    .superRefine(({ powerOn, powerOff }, context) => {
      if ((powerOn === '') === (powerOff === '')) return;
      context.addIssue({ code: 'custom', path: [powerOn === '' ? 'powerOn' : 'powerOff'], message: errors.both });
    });
}
type Values = z.input<ReturnType<typeof screenSchema>>;

const valuesOf = (row: SmartScreenRow | undefined): Values => ({
  screenNo: row?.screenNo ?? '',
  equipmentNo: row?.equipmentNo ?? '',
  place: row?.place ?? 'car',
  resolution: row?.resolution ?? '',
  volume: String(row?.volume ?? ''),
  brightness: String(row?.brightness ?? ''),
  powerOn: row?.powerOn ?? '',
  powerOff: row?.powerOff ?? '',
  remark: row?.remark ?? '',
});

const levelOf = (text: string) => (text === '' ? null : Number(text));

/** A screen: where it hangs, how loud and bright it is, and when it is on (silent-screens A9). */
export function ScreenDialog({ holder, edited, onSaved, onClose }: Props) {
  const t = useTranslations('screens');
  const common = useTranslations('common');
  const schema = useMemo(
    () =>
      screenSchema({
        screenNo: t('dialog.numberRule'),
        equipmentNo: common('field.select', { label: t('column.equipmentNo') }),
        level: t('dialog.levelRule'),
        time: t('dialog.badTime'),
        both: t('dialog.hoursTogether'),
      }),
    [common, t],
  );
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: valuesOf(edited) });
  return (
    <FormDialog
      isOpen
      title={edited ? t('dialog.edit', { name: edited.screenNo }) : t('dialog.add')}
      form={form}
      onClose={onClose}
      onSubmit={async ({ volume, brightness, ...values }) => {
        await mutateSms(
          saveScreen,
          { ...values, volume: levelOf(volume), brightness: levelOf(brightness), isNew: edited === undefined },
          [queryScreens, listScreenHistory],
        );
        toast.success(common('success.operation'));
        onSaved();
      }}
    >
      <FormTextField<Values>
        name="screenNo"
        label={t('column.screenNo')}
        required
        maxLength={40}
        disabled={edited !== undefined}
      />
      <UnitField<Values>
        name="equipmentNo"
        label={t('column.equipmentNo')}
        placeholder={t('dialog.typing')}
        holder={holder}
        known={edited}
      />
      <FormSelect<Values>
        name="place"
        label={t('column.place')}
        required
        choices={SCREEN_PLACES.map((value) => ({ value, label: t(`place.${value}`) }))}
      />
      <FormTextField<Values> name="resolution" label={t('column.resolution')} maxLength={20} placeholder="1080x1920" />
      {(['volume', 'brightness'] as const).map((name) => (
        <FormTextField<Values>
          key={name}
          name={name}
          label={t(`column.${name}`)}
          maxLength={3}
          helperText={t('dialog.levelRule')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      ))}
      {(['powerOn', 'powerOff'] as const).map((name) => (
        <FormTextField<Values>
          key={name}
          name={name}
          label={t(`dialog.${name}`)}
          maxLength={5}
          placeholder="HH:mm"
          helperText={name === 'powerOff' ? t('dialog.hoursHint') : undefined}
        />
      ))}
      <FormTextField<Values> name="remark" label={t('column.remark')} />
    </FormDialog>
  );
}
