'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { CheckIcon, HistoryIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { createCallback, getCallback, moveCallback } from '@/lib/features/callbacks/contract';
import { detailHref, replayHref } from '@/lib/features/equipment/links';
import { acknowledgeDuty } from '@/lib/features/escalation/contract';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { acknowledgeNotices } from '@/lib/features/notifications/contract';
import { callSms } from '@/lib/platform/client/client';
import { refreshSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import type { LiveUnit } from './use-live-unit';
import type { UnitIncident } from './use-unit-incident';
import styles from './incident-row.module.css';

const AssignDialog = later(async () => (await import('./assign-dialog')).AssignDialog, ['callbacks']);
const CreateDialog = later(
  async () => (await import('@/components/callbacks/create-dialog')).CreateDialog,
  ['callbacks', 'list'],
);

/** The message or the call-out by which the caller acknowledges; undefined: there is nothing to. */
function acknowledgeOf(holder: Holder, { canAcknowledge, notificationId, callback }: IncidentRow) {
  if (!canAcknowledge) return undefined;
  if (notificationId !== null && may(holder, acknowledgeNotices))
    return () => callSms(acknowledgeNotices, { notificationIds: [notificationId] });
  if (callback && may(holder, acknowledgeDuty))
    return () => callSms(acknowledgeDuty, { callbackId: callback.callbackId });
  return undefined;
}

/** What may be done about the trouble; who may not, sees no button. The next step is the filled one. */
export function IncidentActions({ unit, incident }: { readonly unit: LiveUnit; readonly incident: UnitIncident }) {
  const t = useTranslations('live.incident');
  const { equipment, holder } = unit;
  const { row, reload } = incident;
  const [dialog, setDialog] = useState<'assign' | 'create'>();
  if (holder === null) return null;
  const { equipmentNo, equipmentName, displayType } = equipment;
  const detail = detailHref(holder, equipmentNo);
  const replay = row && replayHref(holder, { equipmentNo, displayType, at: row.since });
  const callback = row?.callback ?? undefined;
  const canOpen = callback !== undefined && may(holder, getCallback);
  const canAssign = callback !== undefined && callback.canMove && may(holder, moveCallback);
  // Without the right to see call-outs nobody knows whether there is one.
  const canCreate = row !== undefined && !callback && may(holder, createCallback) && may(holder, getCallback);
  const done = () => {
    void reload();
    void refreshSms([getCallback]);
  };
  return (
    <div className={styles.actions}>
      {row && <AcknowledgeButton row={row} holder={holder} onDone={reload} />}
      {replay && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<HistoryIcon size={16} />}
          component={Link}
          href={replay}
          target="_blank"
          rel="noopener"
        >
          {t('replay')}
        </Button>
      )}
      {detail && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          component={Link}
          href={detail}
          target="_blank"
          rel="noopener"
        >
          {t('detail')}
        </Button>
      )}
      {canOpen && (
        <Button
          size="small"
          variant={canAssign ? 'outlined' : 'contained'}
          color={canAssign ? 'inherit' : 'primary'}
          component={Link}
          href={hrefOf('callbackDetail', { callbackId: callback.callbackId })}
          target="_blank"
          rel="noopener"
        >
          {t('openCallOut')}
        </Button>
      )}
      {canAssign && (
        <Button size="small" variant="contained" color="primary" onClick={() => setDialog('assign')}>
          {t('assign')}
        </Button>
      )}
      {canCreate && (
        <Button size="small" variant="contained" color="primary" onClick={() => setDialog('create')}>
          {t('create')}
        </Button>
      )}
      {dialog === 'assign' && callback && (
        <AssignDialog callbackId={callback.callbackId} onDone={done} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'create' && row && (
        <CreateDialog
          holder={holder}
          presets={{
            equipmentNo,
            equipmentName,
            personTrapped: row.condition === 'trapped',
            ...(row.title === null ? {} : { jobDescription: row.title }),
          }}
          onDone={() => {
            setDialog(undefined);
            done();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}

interface AcknowledgeProps {
  readonly row: IncidentRow;
  readonly holder: Holder;
  readonly onDone: () => Promise<unknown>;
}

/** Its place is taken by the name and the time, which stand in the band (readings 84). */
function AcknowledgeButton({ row, holder, onDone }: AcknowledgeProps) {
  const t = useTranslations('live.incident');
  const failureText = useFailureText();
  const [isSending, setIsSending] = useState(false);
  const acknowledge = acknowledgeOf(holder, row);
  if (!acknowledge) return null;
  const send = async () => {
    setIsSending(true);
    try {
      await acknowledge();
    } catch (error) {
      toast.error(failureText(error));
    }
    await onDone();
    setIsSending(false);
  };
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      disabled={isSending}
      startIcon={<CheckIcon size={16} />}
      onClick={() => void send()}
    >
      {t('acknowledge')}
    </Button>
  );
}
