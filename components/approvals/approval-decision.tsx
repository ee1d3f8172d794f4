'use client';

import Typography from '@mui/material/Typography';
import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { useSeedWords } from '@/components/kit/ui/use-seed-words';
import { useJoin } from '@/components/kit/ui/use-join';
import {
  approveApproval,
  queryApprovals,
  rejectApproval,
  withdrawApproval,
  type ApprovalRow,
} from '@/lib/features/approvals/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

export type Decision = 'approve' | 'reject' | 'withdraw';

interface Props {
  readonly row: ApprovalRow;
  readonly decision: Decision;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Approves, rejects with a reason, or withdraws. */
export function ApprovalDecision({ row: { approvalId, username, roleNames }, decision, onDone, onClose }: Props) {
  const t = useTranslations('approvals');
  const common = useTranslations('common');
  const join = useJoin();
  const { ofRole } = useSeedWords();
  const form = useForm({ defaultValues: { comment: '' } });
  const send = ({ comment }: { comment: string }) => {
    const text = comment.trim();
    if (decision === 'withdraw') return mutateSms(withdrawApproval, { approvalId }, [queryApprovals]);
    return decision === 'approve'
      ? mutateSms(approveApproval, { approvalId, comment: text }, [queryApprovals])
      : mutateSms(rejectApproval, { approvalId, comment: text }, [queryApprovals]);
  };
  return (
    <FormDialog
      isOpen
      title={t(`dialog.${decision}`)}
      form={form}
      onClose={onClose}
      submitLabel={t(`action.${decision}`)}
      width="xs"
      onSubmit={async (values) => {
        await send(values);
        onDone();
        toast.success(common('success.operation'));
      }}
    >
      <Typography variant="body2">
        {decision === 'approve'
          ? t('dialog.approveText', { name: username, roles: join(roleNames.map(ofRole)) })
          : t(`dialog.${decision}Text`, { name: username })}
      </Typography>
      {decision !== 'withdraw' && (
        <FormTextField
          name="comment"
          label={t(decision === 'reject' ? 'dialog.reason' : 'dialog.comment')}
          required={decision === 'reject'}
          multiline
          minRows={2}
        />
      )}
    </FormDialog>
  );
}
