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
  /** Somebody was sent, or somebody else was faster: what is shown is read anew. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Gives a call-out to a technician, from wherever it is named: the move of its own page. */
export function AssignDialog({ callbackId, onChanged, onClose }: Props) {
  const t = useTranslations('home.action');
  const failureText = useFailureText();
  const { data, error } = useSms(getCallback, { callbackId }, { revalidateOnMount: true, dedupingInterval: 0 });
  const isTaken = data !== undefined && !data.moves.includes('PAGE');
  const leave = useEffectEvent(() => {
    if (error) toast.error(failureText(error));
    else toast.info(t('taken'));
    onChanged();
    onClose();
  });
  useEffect(() => {
    if (error || isTaken) leave();
  }, [error, isTaken]);
  if (!data || isTaken) return <LaterWait />;
  return (
    <MoveDialog
      detail={data}
      to="PAGE"
      onMoved={({ technicianName }) => {
        toast.success(t('assigned', { name: technicianName ?? '' }));
        onChanged();
        onClose();
      }}
      onConflict={() => {
        onChanged();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
