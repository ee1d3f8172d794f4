'use client';

import Button from '@mui/material/Button';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { CreateDialog } from '@/components/callbacks/shared/create-dialog';
import { DetailPage, DetailSection } from '@/components/kit/detail/detail-page';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { ReplayButton } from '@/components/kit/detail/replay-button';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { getSymptom, handleSymptom, querySymptoms, type SymptomDetail } from '@/lib/features/symptoms/contract';
import type { SymptomAction } from '@/lib/features/symptoms/value-sets';
import { replayHref } from '@/lib/features/equipment/shared/links';
import { useRowsBell } from '@/lib/features/incidents/shared/use-rows-bell';
import { displayTypeOf } from '@/lib/live/units/value-sets';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import { titleFor } from '@/lib/features/symptoms/shared/shown-title';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import type { InputOf } from '@/lib/platform/contract/operation';
import type { Holder } from '@/lib/platform/contract/authorities';
import { HandleDialog } from './handle-dialog';
import { STATE_LOOKS } from './looks';
import { SymptomFacts, SymptomUnit } from './symptom-facts';

/** Read again this often, so that the work of other people appears without a reload. */
const REFRESH_MS = 15_000;

interface Props {
  readonly first: SymptomDetail;
  readonly holder: Holder;
}

/** One symptom: what was seen where, its state, and the possible actions (doc2 §2.11, silent-screens F2). */
export function SymptomDetailScreen({ first, holder }: Props) {
  const t = useTranslations('symptoms');
  const common = useTranslations('common');
  const isEnglish = useLocale() === 'en';
  const failureText = useFailureText();
  const { symptomId } = first;
  const { data, mutate } = useSms(
    getSymptom,
    { symptomId },
    { fallbackData: first, refreshInterval: REFRESH_MS, revalidateOnMount: true },
  );
  useRowsBell('symptom', mutate);
  const detail = data ?? first;
  const title = titleFor(t, holder, isEnglish)(detail);
  const [asked, setAsked] = useState<Exclude<SymptomAction, 'accept'>>();
  const [isAccepting, setIsAccepting] = useState(false);
  const show = (handled: SymptomDetail) => void mutate(handled, { revalidate: false });

  const handle = async (move: Omit<InputOf<typeof handleSymptom>, 'symptomId' | 'from'>) => {
    try {
      show(await mutateSms(handleSymptom, { symptomId, from: detail.symptomState, ...move }, [querySymptoms]));
    } catch (error) {
      // Read again: another person may have been faster.
      void mutate();
      throw error;
    }
  };

  const accept = async () => {
    setIsAccepting(true);
    try {
      await handle({ action: 'accept' });
      toast.success(common('success.operation'));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsAccepting(false);
    }
  };

  const replay = replayHref(holder, {
    equipmentNo: detail.equipmentNo,
    displayType: displayTypeOf(detail.equipmentType),
    at: detail.eventDate ?? detail.createDate,
  });
  return (
    <DetailPage
      title={title}
      subtitle={`${detail.equipmentName} · ${detail.equipmentNo}`}
      state={<StatusPill status={STATE_LOOKS[detail.symptomState]}>{t(`state.${detail.symptomState}`)}</StatusPill>}
      actions={
        (detail.actions.length > 0 || replay) && (
          <>
            {detail.actions.map((action, index) => (
              <Button
                key={action}
                variant={index === 0 ? 'contained' : 'outlined'}
                color={index === 0 ? 'primary' : 'inherit'}
                loading={action === 'accept' && isAccepting}
                onClick={() => (action === 'accept' ? void accept() : setAsked(action))}
              >
                {t(`action.${action}`)}
              </Button>
            ))}
            {replay && <ReplayButton href={replay} />}
          </>
        )
      }
      side={<SymptomUnit detail={detail} holder={holder} />}
    >
      <DetailSection title={t('sections.info')}>
        <SymptomFacts detail={detail} title={title} holder={holder} />
      </DetailSection>
      {asked === 'toCallback' && (
        <CreateDialog
          holder={holder}
          presets={{
            equipmentNo: detail.equipmentNo,
            equipmentName: detail.equipmentName,
            jobDescription: title,
            personTrapped: tellsEntrapment(detail),
            symptomId,
          }}
          onAttach={(callbackId, jobDescription) => handle({ action: 'toCallback', jobDescription, callbackId })}
          onDone={() => void mutate()}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked !== undefined && asked !== 'toCallback' && (
        <HandleDialog
          key={`${asked} ${detail.symptomState}`}
          detail={detail}
          action={asked}
          onHandled={show}
          onConflict={() => void mutate()}
          onClose={() => setAsked(undefined)}
        />
      )}
    </DetailPage>
  );
}
