'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { CreateDialog } from '@/components/callbacks/shared/create-dialog';
import { MoveDialog } from '@/components/callbacks/shared/move-dialog';
import { LaterWait } from '@/components/kit/ui/later-wait';
import { NoticeDialog } from '@/components/kit/ui/notice-dialog';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getCallback, moveCallback } from '@/lib/features/callbacks/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { useSms } from '@/lib/platform/client/hooks';
import type { DispatchTask } from './use-incident-tasks';

interface Props {
  readonly holder: Holder;
  readonly dispatch: DispatchTask;
  readonly onClose: () => void;
}

/** Sends a technician: creates the call-out first when there is none, then chooses who goes (readings 137). */
export function DispatchDialog({ holder, dispatch: { row, callbackId: given }, onClose }: Props) {
  const [callbackId, setCallbackId] = useState(given);
  const written = useRef<string>(undefined);
  if (callbackId !== null) return <Assign callbackId={callbackId} onClose={onClose} />;
  const goOn = () => (written.current === undefined ? onClose() : setCallbackId(written.current));
  return (
    <CreateDialog
      holder={holder}
      presets={{
        equipmentNo: row.equipmentNo,
        equipmentName: row.equipmentName,
        jobDescription: row.title ?? '',
        personTrapped: row.condition === 'trapped',
      }}
      onDone={(id) => {
        if (may(holder, moveCallback)) written.current = id;
      }}
      onClose={goOn}
    />
  );
}

function Assign({ callbackId, onClose }: { readonly callbackId: string; readonly onClose: () => void }) {
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
