'use client';

import Typography from '@mui/material/Typography';
import { useTranslations } from 'next-intl';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormMomentField } from '@/components/kit/form/form-moment-field';
import { FormSelect } from '@/components/kit/form/select-field';
import { toast } from '@/components/kit/ui/toast';
import { publishAnnouncement } from '@/lib/features/announcements/contract';
import { callSms } from '@/lib/platform/client/client';

interface Props {
  readonly row: { readonly id: string; readonly title: string; readonly publishDate?: string | null };
  readonly onDone: () => void;
  readonly onClose: () => void;
}
interface Values {
  when: 'now' | 'later';
  publishDate: string;
}

/** Publishes now, or at a time at least five minutes ahead (silent-screens C). */
export function PublishDialog({ row: { id, title, publishDate }, onDone, onClose }: Props) {
  const t = useTranslations('announcements');
  const form = useForm<Values>({
    defaultValues: { when: publishDate ? 'later' : 'now', publishDate: publishDate ?? '' },
  });
  const when = useWatch({ control: form.control, name: 'when' });
  const submit = async (values: Values): Promise<void | 'stay'> => {
    const isLater = values.when === 'later';
    if (isLater && values.publishDate === '') {
      form.setError('publishDate', { message: t('publish.required') });
      return 'stay';
    }
    await callSms(publishAnnouncement, { id, ...(isLater ? { publishDate: values.publishDate } : {}) });
    onDone();
    toast.success(isLater ? t('publish.planned', { time: values.publishDate.slice(0, 16) }) : t('publish.done'));
    return undefined;
  };
  return (
    <FormDialog
      isOpen
      title={t('publish.title')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('action.publish')}
      width="xs"
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>{title}</Typography>
      <Typography variant="body2" color="text.secondary">
        {t('publish.text')}
      </Typography>
      <FormSelect
        name="when"
        label={t('publish.when')}
        choices={(['now', 'later'] as const).map((value) => ({ value, label: t(`publish.${value}`) }))}
      />
      {when === 'later' && (
        <FormMomentField name="publishDate" label={t('publish.at')} helperText={t('publish.atHint')} isRequired />
      )}
    </FormDialog>
  );
}
