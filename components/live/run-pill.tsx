'use client';

import { useTranslations } from 'next-intl';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { readText } from '@/lib/live/units/values';
import type { LiveElevator } from './use-elevator';
import { useWords } from './use-words';

/**
 * The run icon with its word: fault, running, or stopped with the reason (doc2 §4.4); unknown while the unit does not
 * report (readings 122).
 */
export function RunPill({ state: { icon, condition, live } }: { readonly state: LiveElevator }) {
  const t = useTranslations('live.elevator');
  const common = useTranslations('common.status');
  const words = useWords();
  const mode = readText(live.mode);
  const { onlineStatus, link } = condition;
  if (icon === 'unknown') {
    const isKnownLink = onlineStatus !== undefined && link !== 'online';
    return (
      <span data-testid="run-icon" data-icon="unknown">
        <StatusPill status={isKnownLink ? link : 'unknown'}>
          {isKnownLink ? `${common(link)} · ${common('unknown')}` : common('unknown')}
        </StatusPill>
      </span>
    );
  }
  if (icon !== 'stopped')
    return (
      <span data-testid="run-icon" data-icon={icon}>
        {/* Nothing looks well beside a trapped person. */}
        <StatusPill status={icon === 'running' && condition.isTrapped ? 'standby' : icon}>
          {t(`run.${icon}`)}
        </StatusPill>
      </span>
    );
  return (
    <span data-testid="run-icon" data-icon="stopped">
      <StatusPill status={mode === undefined ? 'standby' : 'inspection'}>
        {words.modeWithCode(mode) ?? t('run.stopped')}
      </StatusPill>
    </span>
  );
}
