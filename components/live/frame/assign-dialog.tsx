'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { MoveDialog } from '@/components/callbacks/move-dialog';
import { LaterWait } from '@/components/kit/ui/later-wait';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getCallback } from '@/lib/features/callbacks/contract';
import { useSms } from '@/lib/platform/client/hooks';

interface Props {
  readonly callbackId: string;
  /** Somebody was sent, by us or by whoever was faster. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Gives an open call-out to a technician, as it stands now. */
export function AssignDialog({ callbackId, onDone, onClose }: Props) {
  const t = useTranslations('callbacks');
  const failureText = useFailureText();
  const { data, error } = useSms(getCallback, { callbackId }, { revalidateOnMount: true });
  const isOver = data !== undefined && !data.moves.includes('PAGE');
  const leave = useEffectEvent(() => {
    if (error) toast.error(failureText(error));
    else toast.success(t(`status.${data?.jobStatus ?? 'PAGE'}`));
    onDone();
    onClose();
  });
  const isLeaving = error !== undefined || isOver;
  useEffect(() => {
    if (isLeaving) leave();
  }, [isLeaving]);
  if (!data || isLeaving) return <LaterWait />;
  return <MoveDialog detail={data} to="PAGE" onMoved={onDone} onConflict={onDone} onClose={onClose} />;
}
