'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LaterWait } from '@/components/kit/ui/later-wait';
import { NoticeDialog } from '@/components/kit/ui/notice-dialog';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getCallback } from '@/lib/features/callbacks/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { MoveDialog } from './move-dialog';

interface Props {
  readonly callbackId: string;
  readonly onClose: () => void;
}

/** Chooses the technician of a call-out; says who goes where somebody was faster. */
export function AssignDialog({ callbackId, onClose }: Props) {
  const t = useTranslations('incidents');
  const failureText = useFailureText();
  // Read again: another person may have been faster.
  const { data, error } = useSms(getCallback, { callbackId }, { revalidateOnMount: true, dedupingInterval: 0 });
  const [first, setFirst] = useState(data);
  if (data && !first) setFirst(data);
  if (error && !first) return <NoticeDialog title={t('dispatch')} text={failureText(error)} onClose={onClose} />;
  if (!first) return <LaterWait />;
  if (!first.moves.includes('PAGE'))
    return (
      <NoticeDialog
        title={t('dispatch')}
        text={t('comes', {
          name: first.technicianName ?? callbackId,
          state: t(`state.${first.jobStatus === 'INIT' ? 'opened' : first.jobStatus}`),
        })}
        onClose={onClose}
      />
    );
  return (
    <MoveDialog detail={first} to="PAGE" onMoved={() => undefined} onConflict={() => undefined} onClose={onClose} />
  );
}
