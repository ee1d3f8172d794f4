'use client';

import { useTranslations } from 'next-intl';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StepState } from './use-steps';
import { useStepWords } from './use-step-words';

/** The run icon with its word: error, running or standby, the last one saying in which mode (doc2 §4.5). */
export function StepPill({ state: { icon, condition, mode } }: { readonly state: StepState }) {
  const t = useTranslations('live.steps.run');
  const common = useTranslations('common.status');
  const words = useStepWords();
  const { onlineStatus, link } = condition;
  const isKnownLink = onlineStatus !== undefined && link !== 'online';
  return (
    <span data-testid="run-icon" data-icon={icon}>
      {icon === 'unknown' ? (
        <StatusPill status={isKnownLink ? link : 'unknown'}>
          {isKnownLink ? `${common(link)} · ${common('unknown')}` : common('unknown')}
        </StatusPill>
      ) : icon === 'error' ? (
        <StatusPill status="fault">{t('error')}</StatusPill>
      ) : icon === 'running' ? (
        <StatusPill status={condition.isTrapped ? 'standby' : 'running'}>{t('running')}</StatusPill>
      ) : (
        <StatusPill status={mode === 'Inspection' ? 'inspection' : 'standby'}>
          {words.mode(mode) ?? t('standby')}
        </StatusPill>
      )}
    </span>
  );
}
