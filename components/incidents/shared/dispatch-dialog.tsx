'use client';

import { useRef, useState } from 'react';
import { AssignDialog } from '@/components/callbacks/shared/assign-dialog';
import { CreateDialog } from '@/components/callbacks/shared/create-dialog';
import { moveCallback } from '@/lib/features/callbacks/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
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
  if (callbackId !== null) return <AssignDialog callbackId={callbackId} onClose={onClose} />;
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
