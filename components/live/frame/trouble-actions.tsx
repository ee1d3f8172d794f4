'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { dispatchOf, useIncidentTasks } from '@/components/incidents/shared/use-incident-tasks';
import { later } from '@/components/kit/layout/later';
import { CheckIcon, HistoryIcon } from '@/components/kit/ui/icons';
import { VideoButton } from '@/components/video/shared/video-button';
import { getCallback } from '@/lib/features/callbacks/contract';
import { detailHref, replayHref } from '@/lib/features/equipment/shared/links';
import { refreshSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import type { LiveUnit } from './use-live-unit';
import type { UnitIncident } from './use-unit-incident';
import styles from './incident-row.module.css';

const DispatchDialog = later(
  async () => (await import('@/components/incidents/shared/dispatch-dialog')).DispatchDialog,
  ['callbacks', 'incidents'],
);

interface Props {
  readonly unit: LiveUnit;
  readonly incident: UnitIncident;
}

/** The actions for the trouble; a user without rights sees no button. The next step is the filled button. */
export function TroubleActions({ unit, incident }: Props) {
  return unit.holder === null ? null : <Actions unit={unit} incident={incident} holder={unit.holder} />;
}

function Actions({ unit, incident: { row, reload }, holder }: Props & { readonly holder: Holder }) {
  const t = useTranslations('live.incident');
  const { equipmentNo, displayType } = unit.equipment;
  const tasks = useIncidentTasks(holder, () => Promise.all([reload(), refreshSms([getCallback])]));
  const detail = detailHref(holder, equipmentNo);
  const replay = row && replayHref(holder, { equipmentNo, displayType, at: row.since });
  const callback = row?.callback ?? undefined;
  const canOpen = callback !== undefined && may(holder, getCallback);
  const next = row && dispatchOf(row);
  const isBusy = tasks.busy !== undefined;
  return (
    <div className={styles.actions}>
      {row?.canAcknowledge && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={isBusy}
          startIcon={<CheckIcon size={16} />}
          onClick={() => void tasks.acknowledge(row)}
        >
          {t('acknowledge')}
        </Button>
      )}
      <VideoButton holder={holder} unit={unit.equipment} openedFrom="incident" />
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
          variant={next ? 'outlined' : 'contained'}
          color={next ? 'inherit' : 'primary'}
          component={Link}
          href={hrefOf('callbackDetail', { callbackId: callback.callbackId })}
          target="_blank"
          rel="noopener"
        >
          {t('openCallOut')}
        </Button>
      )}
      {row && next && (
        <Button size="small" variant="contained" color="primary" disabled={isBusy} onClick={() => void tasks.send(row)}>
          {t(next === 'create' && row.condition !== 'trapped' ? 'create' : 'assign')}
        </Button>
      )}
      {tasks.dispatch && <DispatchDialog holder={holder} dispatch={tasks.dispatch} onClose={tasks.closeDispatch} />}
    </div>
  );
}
