'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import {
  CampusViewEdit,
  getCampusView,
  pageCampusEquipment,
  queryCampusConfig,
  queryCampusMapping,
  saveCampusView,
} from '@/lib/features/campus/contract';
import { SmsError } from '@/lib/platform/client/client';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { EquipmentChoice } from './equipment-choice';
import { ImageField } from './image-field';
import type { SettingsForm } from './settings-form';
import type { Sound } from '../messages/use-sound';
import styles from './settings-dialog.module.css';

interface Props {
  readonly sound: Sound;
  readonly onClose: () => void;
}

/** Title, pictures, alarm sound, units and their order (doc3 §2.1, §5). */
export function SettingsDialog({ sound, onClose }: Props) {
  const t = useTranslations('campus.settings');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(queryCampusConfig, {}, { revalidateIfStale: true });
  if (data) return <SettingsFields saved={data} sound={sound} onClose={onClose} />;
  return (
    <DetailDialog title={t('title')} width="lg" onClose={onClose}>
      {error ? (
        <ErrorState
          title={t('failed')}
          text={failureText(error)}
          onRetry={() => void mutate()}
          isRetrying={isValidating}
        />
      ) : (
        <LoadingState />
      )}
    </DetailDialog>
  );
}

function SettingsFields({
  saved: { campusView, equipmentList },
  sound,
  onClose,
}: Props & { readonly saved: OutputOf<typeof queryCampusConfig> }) {
  const t = useTranslations('campus');
  const common = useTranslations('common');
  const form = useForm<SettingsForm, unknown, ReturnType<typeof CampusViewEdit.parse>>({
    resolver: zodResolver(CampusViewEdit) as never,
    defaultValues: {
      campusView: { title: campusView.title, logo: campusView.logo, background: campusView.background },
      equipmentList: equipmentList.map(({ equipmentNo, equipmentNickName, equipmentType, companyCode, position }) => ({
        equipmentNo,
        equipmentNickName,
        equipmentType,
        companyCode,
        position,
      })),
    },
  });
  return (
    <FormDialog
      isOpen
      title={t('settings.title')}
      form={form}
      onClose={onClose}
      width="lg"
      onSubmit={async (values) => {
        try {
          await mutateSms(
            saveCampusView,
            { ...values, equipmentList: values.equipmentList.map((unit, position) => ({ ...unit, position })) },
            [getCampusView, pageCampusEquipment, queryCampusConfig, queryCampusMapping],
          );
        } catch (error) {
          if (error instanceof SmsError && error.error === 'access_denied')
            throw new SmsError(error.code, t('message9'), error.error, null);
          throw error;
        }
        toast.success(common('success.updated'));
      }}
    >
      <FormTextField<SettingsForm> name="campusView.title" label={t('settings.name')} required autoFocus />
      <div className={styles.pictures}>
        <ImageField kind="logo" />
        <ImageField kind="background" />
      </div>
      <FormControlLabel
        label={t('settings.sound')}
        control={<Switch checked={sound.isOn} onChange={(_, isOn) => void sound.turn(isOn)} />}
      />
      <EquipmentChoice />
    </FormDialog>
  );
}
