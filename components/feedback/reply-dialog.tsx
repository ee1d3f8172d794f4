'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSelect } from '@/components/kit/form/select-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { getFeedback, queryFeedback, replyFeedback, type FeedbackRow } from '@/lib/features/feedback/contract';
import { REPLY_STATES, type FeedbackReplyState } from '@/lib/features/feedback/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';
import { FeedbackThread } from './feedback-thread';

interface Props {
  readonly row: FeedbackRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Answers a feedback: 1-200 characters, the next state, and the person in charge (silent-screens B1). */
export function ReplyDialog({ row, onDone, onClose }: Props) {
  const t = useTranslations('feedback');
  const errors = useTranslations('feedback.dialog');
  const common = useTranslations('common');
  const form = useForm({
    defaultValues: {
      feedbackId: row.feedbackId,
      text: '',
      state: 'REPLIED' as FeedbackReplyState,
      assignee: row.assignee ?? '',
    },
  });
  return (
    <FormDialog
      isOpen
      title={t('dialog.reply')}
      form={form}
      onClose={onClose}
      submitLabel={t('action.reply')}
      onSubmit={async (values) => {
        await mutateSms(replyFeedback, values, [queryFeedback, getFeedback]);
        onDone();
        toast.success(common('success.operation'));
      }}
    >
      <FeedbackThread feedbackId={row.feedbackId} />
      <FormTextField name="text" label={errors('text')} required multiline minRows={3} autoFocus />
      <FormSelect
        name="state"
        label={errors('state')}
        choices={REPLY_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <FormTextField name="assignee" label={errors('assignee')} maxLength={64} helperText={errors('assigneeHint')} />
    </FormDialog>
  );
}
