'use client';

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { applyServerErrors, messageOf } from '@/components/kit/form/server-errors';
import { FormTextField } from '@/components/kit/form/text-field';
import { useLeaveGuard } from '@/components/kit/form/use-leave-guard';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getFeedback, queryFeedback, saveFeedback, type FeedbackRow } from '@/lib/features/feedback/contract';
import { MAX_CONTENT } from '@/lib/features/feedback/value-sets';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import { FeedbackThread } from './feedback-thread';
import styles from './feedback-thread.module.css';

const OWN_SHOWN = 50;

/** The user's own feedback, newest first. An opened entry shows its answers and accepts another message. */
export function OwnFeedback() {
  const t = useTranslations('feedback');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(queryFeedback, { pageIndex: 1, pageSize: OWN_SHOWN, own: true });
  const [opened, setOpened] = useState<string>();
  const row = data?.records.find(({ feedbackId }) => feedbackId === opened);
  if (row) return <OwnThread row={row} onBack={() => setOpened(undefined)} />;
  if (error && !data)
    return <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} size="row" />;
  if (!data) return <LoadingState size="row" />;
  if (data.records.length === 0) return <EmptyState title={t('own.empty')} size="row" />;
  return (
    <ul className={styles.own}>
      {data.records.map(({ feedbackId, content, state, createDate }) => (
        <li key={feedbackId}>
          <button
            type="button"
            className={styles.item}
            aria-label={t('own.open', { content })}
            onClick={() => setOpened(feedbackId)}
          >
            <span className={styles.words}>{content}</span>
            <span>{t(`state.${state}`)}</span>
            <time>{createDate.slice(0, 10)}</time>
          </button>
        </li>
      ))}
    </ul>
  );
}

function OwnThread({
  row: { feedbackId, type, state },
  onBack,
}: {
  readonly row: FeedbackRow;
  readonly onBack: () => void;
}) {
  const t = useTranslations('feedback.own');
  const common = useTranslations('common.state');
  const form = useForm({ defaultValues: { content: '' } });
  useLeaveGuard(form.formState.isDirty);
  const send = async ({ content }: { content: string }) => {
    try {
      await mutateSms(saveFeedback, { feedbackId, type, content }, [getFeedback, queryFeedback]);
      form.reset();
    } catch (error) {
      if (!applyServerErrors(form, error).isComplete) toast.error(messageOf(error) ?? common('failed'));
    }
  };
  return (
    <Stack spacing={2}>
      <div>
        <Button size="small" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
      <div>
        <FeedbackThread feedbackId={feedbackId} />
      </div>
      {state === 'CLOSED' ? (
        <p className={styles.meta}>{t('closed')}</p>
      ) : (
        <FormProvider {...form}>
          <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
            <Stack spacing={1}>
              <FormTextField
                name="content"
                label={t('answer')}
                multiline
                minRows={2}
                maxLength={MAX_CONTENT}
                helperText={t('contentHint')}
              />
              <div>
                <Button type="submit" variant="contained" color="primary" loading={form.formState.isSubmitting}>
                  {t('send')}
                </Button>
              </div>
            </Stack>
          </form>
        </FormProvider>
      )}
    </Stack>
  );
}
