'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listScreenHistory, queryScreens, withdrawNotice, type ScreenNotice } from '@/lib/features/screens/contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';

interface Props {
  readonly screenNo: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}
interface Values {
  notices: { noticeId: string; isChosen: boolean }[];
}

function WithdrawForm({ screenNo, notices, onDone, onClose }: Props & { readonly notices: readonly ScreenNotice[] }) {
  const t = useTranslations('screens.withdraw');
  const common = useTranslations('common.success');
  const form = useForm<Values>({
    defaultValues: { notices: notices.map(({ noticeId }) => ({ noticeId, isChosen: notices.length === 1 })) },
  });
  return (
    <FormDialog
      isOpen
      title={t('title', { name: screenNo })}
      form={form}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={async (values) => {
        const noticeIds = values.notices.flatMap(({ noticeId, isChosen }) => (isChosen ? [noticeId] : []));
        if (noticeIds.length === 0) {
          form.setError('notices.0.isChosen', { message: t('nothing') });
          return 'stay';
        }
        await mutateSms(withdrawNotice, { noticeIds }, [queryScreens, listScreenHistory]);
        toast.success(common('operation'));
        onDone();
        return undefined;
      }}
    >
      {notices.map(({ noticeId, text, startTime, endTime }, index) => (
        <FormSwitch<Values>
          key={noticeId}
          name={`notices.${index}.isChosen`}
          label={text}
          helperText={t('span', { from: startTime, to: endTime })}
        />
      ))}
    </FormDialog>
  );
}

/** Takes active notices off a screen (silent-screens A9). */
export function WithdrawDialog(props: Props) {
  const { screenNo, onClose } = props;
  const t = useTranslations('screens.withdraw');
  const failureText = useFailureText();
  const { data, error, isLoading, refresh } = useHeldSms(listScreenHistory, { screenNo, active: 1 });
  if (data && data.records.length > 0) return <WithdrawForm {...props} notices={data.records} />;
  return (
    <DetailDialog title={t('title', { name: screenNo })} width="sm" onClose={onClose}>
      {error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />
      ) : data ? (
        <EmptyState size="row" title={t('none')} />
      ) : (
        <LoadingState size="row" />
      )}
    </DetailDialog>
  );
}
