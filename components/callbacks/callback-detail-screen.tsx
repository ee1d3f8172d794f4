'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DetailPage, DetailSection } from '@/components/kit/detail/detail-page';
import { UrlTabs } from '@/components/kit/detail/url-tabs';
import { ReplayButton } from '@/components/kit/detail/replay-button';
import { later } from '@/components/kit/layout/later';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { getCallback, type CallbackDetail } from '@/lib/features/callbacks/contract';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';
import { replayHref } from '@/lib/features/equipment/shared/links';
import { useRowsBell } from '@/lib/features/incidents/shared/use-rows-bell';
import { displayTypeOf } from '@/lib/live/units/value-sets';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { callbackHref } from './shared/callback-columns';
import { CallbackBand } from './callback-band';
import { CallFacts, UnitFacts } from './callback-facts';
import { CallbackFirst } from './callback-first';
import { CallbackHistory } from './callback-history';
import { CallbackProgress } from './shared/callback-progress';
import { CallbackSymptoms, UnitCallbacks } from './callback-tabs';
import { STATUS_LOOKS } from './looks';
import { SlaBoard } from './shared/sla-board';

const MoveDialog = later(async () => (await import('./shared/move-dialog')).MoveDialog, ['callbacks']);

/** Others work on the same call-out: what they did is here without a reload. */
const REFRESH_MS = 15_000;

interface Props {
  readonly first: CallbackDetail;
  readonly holder: Holder;
}

/** One call-out: how far it is, how much time is left, what is known, and what may be done (doc2 §2.9, silent-screens F3). */
export function CallbackDetailScreen({ first, holder }: Props) {
  const t = useTranslations('callbacks');
  const { callbackId } = first;
  const [readAt, setReadAt] = useState<number>();
  const { data, mutate } = useSms(
    getCallback,
    { callbackId },
    {
      fallbackData: first,
      refreshInterval: REFRESH_MS,
      revalidateOnMount: true,
      onSuccess: () => setReadAt(Date.now()),
    },
  );
  useRowsBell('callback', mutate);
  const detail = data ?? first;
  // From the state that was seen when the dialog was opened: whoever is faster meanwhile makes it a conflict, never another move.
  const [move, setMove] = useState<{ readonly to: CallbackStatusCode; readonly from: CallbackStatusCode }>();
  const replay = replayHref(holder, {
    equipmentNo: detail.equipmentNo,
    displayType: displayTypeOf(detail.equipment.equipmentType),
    at: detail.trappedDate ?? detail.createDate,
  });
  return (
    <DetailPage
      title={callbackId}
      subtitle={`${detail.equipmentName} · ${detail.equipmentNo}`}
      state={<StatusPill status={STATUS_LOOKS[detail.jobStatus]}>{t(`status.${detail.jobStatus}`)}</StatusPill>}
      previous={
        detail.previousCallbackId
          ? {
              href: callbackHref(detail.previousCallbackId),
              label: t('previous', { id: detail.previousCallbackId }),
            }
          : undefined
      }
      band={
        <>
          <CallbackBand detail={detail} />
          <CallbackFirst detail={detail} holder={holder} />
        </>
      }
      actions={
        (detail.moves.length > 0 || replay) && (
          <>
            {detail.moves.map((to, index) => (
              <Button
                key={to}
                variant={index === 0 ? 'contained' : 'outlined'}
                color={index === 0 ? 'primary' : 'inherit'}
                onClick={() => setMove({ to, from: detail.jobStatus })}
              >
                {t(`action.${to}`)}
              </Button>
            ))}
            {replay && <ReplayButton href={replay} />}
          </>
        )
      }
      side={
        <>
          <CallFacts detail={detail} />
          <UnitFacts detail={detail} holder={holder} />
        </>
      }
    >
      <DetailSection title={t('sections.progress')}>
        <CallbackProgress detail={detail} />
      </DetailSection>
      <DetailSection title={t('sections.sla')}>
        <SlaBoard clocks={detail.sla} readAt={readAt} />
      </DetailSection>
      <UrlTabs
        label={t('sections.parts')}
        holder={holder}
        tabs={[
          { value: 'history', label: t('tab.history'), content: <CallbackHistory detail={detail} /> },
          {
            value: 'symptoms',
            label: t('tab.symptoms'),
            operation: querySymptoms,
            content: <CallbackSymptoms callbackId={callbackId} holder={holder} />,
          },
          { value: 'unit', label: t('tab.unit'), content: <UnitCallbacks detail={detail} holder={holder} /> },
        ]}
      />
      {move && (
        <MoveDialog
          detail={{ ...detail, jobStatus: move.from }}
          to={move.to}
          onMoved={(moved) => {
            setReadAt(Date.now());
            void mutate(moved, { revalidate: false });
          }}
          onConflict={() => void mutate()}
          onClose={() => setMove(undefined)}
        />
      )}
    </DetailPage>
  );
}
