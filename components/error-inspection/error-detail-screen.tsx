'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CreateDialog } from '@/components/callbacks/shared/create-dialog';
import { DetailPage, DetailSection } from '@/components/kit/detail/detail-page';
import { EmptyState } from '@/components/kit/ui/states';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { ReplayButton } from '@/components/kit/detail/replay-button';
import { callbackOfError } from '@/lib/features/callbacks/contract';
import { getErrorInspection, type ErrorInspectionDetail } from '@/lib/features/error-inspection/contract';
import { replayHref } from '@/lib/features/equipment/shared/links';
import { displayTypeOf } from '@/lib/live/units/value-sets';
import { useSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import { ErrorFacts, ErrorHistory } from './error-facts';
import { InspectDialog } from './inspect-dialog';
import { RESULT_LOOKS } from './looks';
import { StripChart } from './strip-chart';

/** Read again this often: a running fault grows, and other people judge it too. */
const REFRESH_MS = 30_000;

interface Props {
  readonly first: ErrorInspectionDetail;
  readonly holder: Holder;
}

/** One fault episode: what the unit did around it, how it was judged, and what may be done (silent-screens A3). */
export function ErrorDetailScreen({ first, holder }: Props) {
  const t = useTranslations('errorInspection');
  const { errorId } = first;
  const { data, mutate } = useSms(
    getErrorInspection,
    { errorId },
    { fallbackData: first, refreshInterval: REFRESH_MS, revalidateOnMount: true },
  );
  const detail = data ?? first;
  const [isInspecting, setIsInspecting] = useState(false);
  const [isCalling, setIsCalling] = useState(false);
  const name = [detail.gbCode, detail.text].filter(Boolean).join(' ');
  // A fault that already has a call-out gets no second one.
  const mayCall = detail.callbackId === null && may(holder, callbackOfError);
  const neighbour = (id: string | null, label: string) =>
    id === null ? undefined : { href: hrefOf('errorInspectionDetail', { errorId: id }), label };
  const replay = replayHref(holder, {
    equipmentNo: detail.equipmentNo,
    displayType: displayTypeOf(detail.equipmentType),
    at: detail.startDate,
  });
  return (
    <DetailPage
      title={name}
      subtitle={`${detail.equipmentName} · ${detail.equipmentNo} · ${detail.startDate}`}
      state={
        <>
          {detail.recoverDate === null && <StatusPill status="fault">{t('lasting')}</StatusPill>}
          {detail.trapped && <StatusPill status="trapped">{t('column.trapped')}</StatusPill>}
          <StatusPill status={RESULT_LOOKS[detail.result]}>{t(`result.${detail.result}`)}</StatusPill>
        </>
      }
      previous={neighbour(detail.previousId, t('previous'))}
      next={neighbour(detail.nextId, t('next'))}
      actions={
        (detail.canInspect || mayCall || replay) && (
          <>
            {detail.canInspect && (
              <Button variant="contained" color="primary" onClick={() => setIsInspecting(true)}>
                {t('action.inspect')}
              </Button>
            )}
            {replay && <ReplayButton href={replay} />}
            {mayCall && <Button onClick={() => setIsCalling(true)}>{t('action.call')}</Button>}
          </>
        )
      }
      side={<ErrorFacts detail={detail} holder={holder} />}
    >
      <DetailSection
        title={t('sections.strip')}
        aside={detail.proposedResult && <StatusPill status="inspection">{t('proposed')}</StatusPill>}
      >
        {detail.strip ? (
          <StripChart strip={detail.strip} durationSec={detail.durationSec} />
        ) : (
          <EmptyState size="row" title={t('noStrip')} />
        )}
      </DetailSection>
      <DetailSection title={t('sections.history')}>
        <ErrorHistory detail={detail} />
      </DetailSection>
      {isCalling && (
        <CreateDialog
          holder={holder}
          presets={{
            equipmentNo: detail.equipmentNo,
            equipmentName: detail.equipmentName,
            jobDescription: name.slice(0, 200),
            personTrapped: detail.trapped && detail.recoverDate === null,
            errorId,
          }}
          onDone={() => void mutate()}
          onClose={() => setIsCalling(false)}
        />
      )}
      {isInspecting && (
        <InspectDialog
          rows={[detail]}
          holder={holder}
          onDone={() => void mutate()}
          onClose={() => setIsInspecting(false)}
        />
      )}
    </DetailPage>
  );
}
