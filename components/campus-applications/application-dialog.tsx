'use client';

import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { useTranslations } from 'next-intl';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { FormDayField } from '@/components/kit/form/form-day-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { handleCampusApply, queryCampusApply, type CampusApplyRow } from '@/lib/features/campus-applications/contract';
import { VALID_DAYS, WALL_TABS, type ApplyAction, type WallTab } from '@/lib/features/campus-applications/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { mutateSms } from '@/lib/platform/client/hooks';

interface Props {
  readonly row: CampusApplyRow;
  readonly action: ApplyAction;
  readonly onDone: () => void;
  readonly onClose: () => void;
}
interface Values {
  validity: 'none' | 'until' | `${(typeof VALID_DAYS)[number]}`;
  validUntil: string;
  tabs: WallTab[];
  comment: string;
}

const DAY_MS = 86_400_000;
const dayAfter = (days: number) => formatDate(Date.now() + days * DAY_MS);
const untilOf = ({ validity, validUntil }: Values) =>
  validity === 'none' ? null : validity === 'until' ? validUntil : dayAfter(Number(validity));

/** One decision on an application: contacted, open the chosen tabs for a time, extend, reject, close. */
export function ApplicationDialog({ row, action, onDone, onClose }: Props) {
  const t = useTranslations('campusApplications');
  const common = useTranslations('common');
  const opens = action === 'enable' || action === 'extend';
  const form = useForm<Values>({
    defaultValues: {
      validity: '90',
      validUntil: '',
      tabs: action === 'enable' ? [...WALL_TABS] : [...row.tabs],
      comment: '',
    },
  });
  const validity = useWatch({ control: form.control, name: 'validity' });
  const rules = {
    contacted: t('dialog.contactedText', { name: row.applyUsername, phone: row.applyPhone }),
    disable: t('dialog.disableText', { name: row.nickName }),
  };

  const submit = async (values: Values): Promise<void | 'stay'> => {
    if (opens && values.validity === 'until' && !values.validUntil) {
      form.setError('validUntil', { message: t('dialog.untilRequired') });
      return 'stay';
    }
    await mutateSms(
      handleCampusApply,
      {
        applyId: row.applyId,
        action,
        comment: values.comment.trim() || undefined,
        ...(opens ? { validUntil: untilOf(values), tabs: values.tabs } : {}),
      },
      [queryCampusApply],
    );
    onDone();
    toast.success(common('success.operation'));
    return undefined;
  };

  return (
    <FormDialog
      isOpen
      title={t(`dialog.${action}`)}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t(`action.${action}`)}
      width="xs"
    >
      <Typography variant="body2" color="text.secondary">
        {action === 'contacted' || action === 'disable'
          ? rules[action]
          : `${t('dialog.applicant')}: ${row.applyUsername} (${row.applyPhone})`}
      </Typography>
      {opens && (
        <>
          <FormSelect
            name="validity"
            label={t('dialog.validUntil')}
            choices={[
              ...VALID_DAYS.map((days) => ({
                value: String(days),
                label: `${t('dialog.days', { days })} (${dayAfter(days)})`,
              })),
              { value: 'until', label: t('dialog.until') },
              { value: 'none', label: t('dialog.none') },
            ]}
          />
          {validity === 'until' && (
            <FormDayField<Values> name="validUntil" label={t('dialog.untilDay')} min={dayAfter(1)} isRequired />
          )}
          <Controller
            control={form.control}
            name="tabs"
            render={({ field }) => (
              <div>
                <FormLabel component="legend">{t('dialog.tabs')}</FormLabel>
                <FormGroup row role="group" aria-label={t('dialog.tabs')}>
                  {WALL_TABS.map((tab) => (
                    <FormControlLabel
                      key={tab}
                      label={t(`tab.${tab}`)}
                      control={
                        <Checkbox
                          size="small"
                          checked={field.value.includes(tab)}
                          onChange={(_, isOn) =>
                            field.onChange(isOn ? [...field.value, tab] : field.value.filter((one) => one !== tab))
                          }
                        />
                      }
                    />
                  ))}
                </FormGroup>
                <Typography variant="caption" color="text.secondary">
                  {t('dialog.tabsHint')}
                </Typography>
              </div>
            )}
          />
        </>
      )}
      <FormTextField
        name="comment"
        label={t(action === 'reject' ? 'dialog.reason' : 'dialog.comment')}
        required={action === 'reject'}
        multiline
        minRows={2}
      />
    </FormDialog>
  );
}
