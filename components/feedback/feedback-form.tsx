'use client';

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslations } from 'next-intl';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { FormSelect } from '@/components/kit/form/select-field';
import { applyServerErrors, messageOf } from '@/components/kit/form/server-errors';
import { FormTextField } from '@/components/kit/form/text-field';
import { useLeaveGuard } from '@/components/kit/form/use-leave-guard';
import { toast } from '@/components/kit/ui/toast';
import { queryFeedback, saveFeedback } from '@/lib/features/feedback/contract';
import { FEEDBACK_TYPES, MAX_CONTENT, type FeedbackType } from '@/lib/features/feedback/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';
import { ImagePicker } from './image-picker';

interface Values {
  type: FeedbackType | '';
  content: string;
  phone: string;
  images: string[];
}

/** A new feedback: kind, 5-200 characters, optionally pictures and phone. */
export function FeedbackForm({ phone, onSent }: { readonly phone: string | null; readonly onSent: () => void }) {
  const t = useTranslations('feedback');
  const common = useTranslations('common.state');
  const form = useForm<Values>({ defaultValues: { type: '', content: '', phone: phone ?? '', images: [] } });
  const { isSubmitting, isDirty } = form.formState;
  useLeaveGuard(isDirty);
  const images = useWatch({ control: form.control, name: 'images' });
  const send = async ({ type, ...values }: Values) => {
    try {
      await mutateSms(saveFeedback, { ...values, type: type as FeedbackType }, [queryFeedback]);
    } catch (error) {
      const { isComplete, first } = applyServerErrors(form, error);
      if (!isComplete) toast.error(messageOf(error) ?? common('failed'));
      if (first) setTimeout(() => form.setFocus(first));
      return;
    }
    toast.success(t('own.sent'));
    onSent();
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <Stack spacing={2}>
          <FormSelect
            name="type"
            label={t('own.type')}
            required
            choices={FEEDBACK_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          <FormTextField
            name="content"
            label={t('own.content')}
            required
            multiline
            minRows={4}
            maxLength={MAX_CONTENT}
            helperText={t('own.contentHint')}
          />
          <FormTextField name="phone" label={t('own.phone')} maxLength={11} />
          <ImagePicker paths={images} onChange={(next) => form.setValue('images', next, { shouldDirty: true })} />
          <Button type="submit" variant="contained" color="primary" loading={isSubmitting}>
            {t('own.submit')}
          </Button>
        </Stack>
      </form>
    </FormProvider>
  );
}
