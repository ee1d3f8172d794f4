'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { createCallback, moveCallback } from '@/lib/features/callbacks/contract';
import { acknowledgeDuty } from '@/lib/features/incidents/duty-contract';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { refreshIncidents } from '@/lib/features/incidents/shared/use-incidents';
import { acknowledgeNotices } from '@/lib/features/notifications/contract';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { callSms, conflictId } from '@/lib/platform/client/client';

/** The tasks that an incident's row offers. */

/**
 * `assign`: its call-out waits for a technician; `create`: there is no call-out yet; undefined: the reader may do
 * nothing.
 */
export function dispatchOf({
  callback,
  canCreate,
}: Pick<IncidentRow, 'callback' | 'canCreate'>): 'assign' | 'create' | undefined {
  if (callback) return callback.canMove ? 'assign' : undefined;
  return canCreate ? 'create' : undefined;
}

/** The call-out that gets a technician, or the unit that gets a new call-out. */
export type DispatchTask = { readonly row: IncidentRow; readonly callbackId: string | null };

/** @param onChanged reads the incidents again */
export function useIncidentTasks(holder: Holder, onChanged: () => unknown) {
  const t = useTranslations('incidents');
  const failureText = useFailureText();
  const [busy, setBusy] = useState<string>();
  const [dispatch, setDispatch] = useState<DispatchTask>();
  const changed = () => {
    refreshIncidents();
    return onChanged();
  };

  const run = async (row: IncidentRow, task: () => Promise<void>) => {
    setBusy(row.equipmentNo);
    try {
      await task();
    } catch (error) {
      toast.error(failureText(error));
    }
    await changed();
    setBusy(undefined);
  };

  const acknowledge = (row: IncidentRow) =>
    run(row, async () => {
      if (row.callback) await callSms(acknowledgeDuty, { callbackId: row.callback.callbackId });
      else if (row.notificationId) await callSms(acknowledgeNotices, { notificationIds: [row.notificationId] });
      toast.success(t('acknowledged'), { length: 'brief' });
    });

  /** Opens the call-out of trapped persons without a form (readings 137), or uses the open one. */
  const openCallOut = async ({ equipmentNo }: IncidentRow): Promise<string> => {
    try {
      const input = { equipmentNo, jobDescription: t('trappedCall'), personTrapped: true };
      return (await callSms(createCallback, input)).callbackId;
    } catch (error) {
      const open = conflictId(error, 'callbackId');
      if (open === undefined) throw error;
      return open;
    }
  };

  const send = (row: IncidentRow) => {
    if (row.callback || row.condition !== 'trapped') {
      setDispatch({ row, callbackId: row.callback?.callbackId ?? null });
      return Promise.resolve();
    }
    return run(row, async () => {
      const callbackId = await openCallOut(row);
      if (may(holder, moveCallback)) setDispatch({ row, callbackId });
      else toast.success(t('opened'));
    });
  };

  return {
    /** The unit whose task is running. */
    busy,
    acknowledge,
    send,
    dispatch,
    closeDispatch: () => {
      setDispatch(undefined);
      void changed();
    },
  };
}
export type IncidentTasks = ReturnType<typeof useIncidentTasks>;
