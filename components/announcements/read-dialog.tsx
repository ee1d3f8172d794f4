'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'next-intl';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getAnnouncement } from '@/lib/features/announcements/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { AnnouncementBody } from './announcement-body';

interface Props {
  readonly id: string;
  /** Buttons beside the close button. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** Shows one announcement over the page. Opening marks it as read. */
export function ReadDialog({ id, actions, onClose }: Props) {
  const t = useTranslations('announcements');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(getAnnouncement, { id });
  return (
    <DetailDialog title={data?.title ?? t('table')} width="md" actions={actions} onClose={onClose}>
      {data ? (
        <AnnouncementBody row={data} />
      ) : error ? (
        <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} size="row" />
      ) : (
        <LoadingState size="row" />
      )}
    </DetailDialog>
  );
}
