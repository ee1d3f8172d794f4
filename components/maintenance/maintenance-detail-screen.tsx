'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CreateDialog } from '@/components/callbacks/shared/create-dialog';
import { DetailPage, DetailSection } from '@/components/kit/detail/detail-page';
import { StepBar } from '@/components/kit/detail/step-bar';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { toast } from '@/components/kit/ui/toast';
import { anyCallback, createCallback } from '@/lib/features/callbacks/contract';
import { queryMaintenance } from '@/lib/features/maintenance/contract';
import type { JobMove } from '@/lib/features/maintenance/moves';
import { ABNORMAL } from '@/lib/features/maintenance/value-sets';
import { getMaintenance, lockMaintenance, type MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { AssignDialog } from './assign-dialog';
import { CompleteDialog } from './complete-dialog';
import { UnitTroubles } from './linked-rows';
import { JOB_LOOKS } from './looks';
import { maintenanceHref } from './maintenance-columns';
import { JobFacts, JobHistory, SignedBlock } from './maintenance-facts';
import { RescheduleDialog } from './reschedule-dialog';
import { SignDialog } from './shared/sign-dialog';
import { UnlockDialog } from './unlock-dialog';
import { useItemDrafts } from './use-item-drafts';
import { usePhotoDrafts } from './use-photo-drafts';
import { useTypeWord } from './use-type-word';
import { WorkSection } from './work-section';
import styles from './maintenance-facts.module.css';

/** Read again this often, because other people work on the same job. */
const REFRESH_MS = 30_000;
const STEPS = ['PLAN', 'LOCK', 'DONE', 'CONFIRM'] as const;
/** The most needed action of each state first; items are handled in the page itself. */
const BUTTONS: readonly JobMove[] = ['sign', 'complete', 'lock', 'assign', 'reschedule', 'unlock'];

interface Props {
  readonly first: MaintenanceDetail;
  readonly holder: Holder;
}

/** One maintenance job: its progress, what to check, who signed (silent-screens E1). */
export function MaintenanceDetailScreen({ first, holder }: Props) {
  const t = useTranslations('maintenance');
  const typeWord = useTypeWord();
  const { jobNo } = first;
  const { data, mutate } = useSms(
    getMaintenance,
    { jobNo },
    { fallbackData: first, refreshInterval: REFRESH_MS, revalidateOnMount: true },
  );
  const detail = data ?? first;
  const [open, setOpen] = useState<JobMove | 'call'>();
  const [isLocking, setIsLocking] = useState(false);
  const show = (next: MaintenanceDetail) => void mutate(next, { revalidate: false });
  const isWorking = detail.moves.includes('items');
  const drafts = useItemDrafts(jobNo, detail.items, isWorking, show);
  const photoDrafts = usePhotoDrafts(jobNo, isWorking, show);
  const close = () => setOpen(undefined);

  const lock = async () => {
    setIsLocking(true);
    try {
      show(await mutateSms(lockMaintenance, { jobNo, lock: true }, [queryMaintenance]));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '');
      void mutate();
    } finally {
      setIsLocking(false);
    }
  };
  const begin = async (move: JobMove) => {
    if (move === 'lock') await lock();
    else if (move === 'complete') {
      const missing = detail.items.find(({ no }) => drafts.valueOf(no).result === null);
      if (missing) {
        toast.error(t('need.item', { no: missing.no }));
        document.querySelector(`[data-item="${missing.no}"]`)?.scrollIntoView({ block: 'start' });
      } else if (!(await drafts.flush())) toast.error(t('items.pending', { count: drafts.pending }));
      else if (!(await photoDrafts.flush())) toast.error(t('photos.pending', { count: photoDrafts.pending }));
      else setOpen('complete');
    } else setOpen(move);
  };

  const current = STEPS.indexOf(detail.jobStatus);
  const timeOf = { PLAN: detail.planDate, LOCK: detail.departureDate, DONE: detail.doneDate, CONFIRM: detail.signDate };
  const isAbnormal = detail.items.some(({ no }) => drafts.valueOf(no).result === ABNORMAL);
  const neighbour = (id: string | null, label: string) =>
    id === null ? undefined : { href: maintenanceHref(id), label };
  const buttons = BUTTONS.filter((move) => detail.moves.includes(move));
  return (
    <DetailPage
      title={jobNo}
      subtitle={`${typeWord(detail.maintenanceType)} · ${detail.equipmentName} · ${detail.equipmentNo}`}
      state={
        <>
          {detail.overdueDays !== null && (
            <StatusPill status="attention">{t('overdue', { days: detail.overdueDays })}</StatusPill>
          )}
          <StatusPill status={JOB_LOOKS[detail.jobStatus]}>{t(`jobStatus.${detail.jobStatus}`)}</StatusPill>
        </>
      }
      previous={neighbour(detail.previousJobNo, t('previous'))}
      next={neighbour(detail.nextJobNo, t('next'))}
      actions={
        buttons.length > 0 && (
          <>
            {buttons.map((move, index) => (
              <Button
                key={move}
                variant={index === 0 ? 'contained' : 'outlined'}
                color={index === 0 ? 'primary' : 'inherit'}
                loading={move === 'lock' && isLocking}
                onClick={() => void begin(move)}
              >
                {t(`action.${move}`)}
              </Button>
            ))}
          </>
        )
      }
      side={<JobFacts detail={detail} holder={holder} />}
    >
      <DetailSection title={t('sections.progress')}>
        <StepBar
          label={t('sections.progress')}
          current={current}
          isOver={detail.jobStatus === 'CONFIRM'}
          steps={STEPS.map((step) => ({ key: step, label: t(`progress.${step}`), time: timeOf[step] ?? undefined }))}
        />
      </DetailSection>
      {detail.jobStatus !== 'PLAN' && (
        <WorkSection
          jobNo={detail.jobNo}
          items={detail.items}
          drafts={isWorking ? drafts : undefined}
          photoDrafts={photoDrafts}
          onPhoto={show}
        />
      )}
      {isAbnormal && may(holder, createCallback) && (
        <div>
          <Button variant="outlined" color="inherit" onClick={() => setOpen('call')}>
            {t('action.call')}
          </Button>
        </div>
      )}
      {detail.parts.length > 0 && (
        <DetailSection title={t('sections.parts')}>
          <ul className={styles.parts}>
            {detail.parts.map(({ name, quantity }, index) => (
              <li key={`${index} ${name}`}>
                {name} × {quantity}
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {(detail.jobStatus === 'DONE' || detail.jobStatus === 'CONFIRM') && (
        <SignedBlock detail={detail} holder={holder} />
      )}
      {may(holder, anyCallback) && <UnitTroubles detail={detail} holder={holder} />}
      <JobHistory detail={detail} />
      {open === 'assign' && <AssignDialog job={detail} onDone={show} onClose={close} />}
      {open === 'reschedule' && <RescheduleDialog job={detail} onDone={show} onClose={close} />}
      {open === 'unlock' && <UnlockDialog jobNo={jobNo} onDone={show} onClose={close} />}
      {open === 'complete' && <CompleteDialog job={detail} onDone={show} onClose={close} />}
      {open === 'sign' && <SignDialog job={detail} onSigned={show} onClose={close} />}
      {open === 'call' && (
        <CreateDialog
          holder={holder}
          presets={{
            equipmentNo: detail.equipmentNo,
            equipmentName: detail.equipmentName,
            jobDescription: detail.items
              .filter(({ no }) => drafts.valueOf(no).result === ABNORMAL)
              .map(({ no, item }) => `${item} ${drafts.valueOf(no).remark}`.trim())
              .join('; ')
              .slice(0, 200),
          }}
          onDone={() => void mutate()}
          onClose={close}
        />
      )}
    </DetailPage>
  );
}
