'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { WarningIcon } from '@/components/kit/ui/icons';
import { readBoolean, readTime } from '@/lib/live/units/values';
import { AlarmBand } from './alarm-band';
import type { BandFact } from './alarm-band';
import { LiveDuration } from './live-duration';
import { isSameCode } from './same-code';
import { useShownMoment } from './page-clock';
import type { LiveUnit } from './use-live-unit';
import { useShownIncident } from './use-unit-incident';

/**
 * When this page saw the fault begin. A box that repeats a value updates its time, so a fault that is older than the
 * page gets no start from it.
 */
export function useWitnessed({ live }: Pick<LiveUnit, 'live'>): number | undefined {
  const isFaulty = readBoolean(live.errorstate);
  const at = readTime(live.errorstate?.at);
  const [seen, setSeen] = useState<{ isFaulty: boolean | undefined; since: number | undefined }>({
    isFaulty,
    since: undefined,
  });
  if (seen.isFaulty !== isFaulty)
    setSeen({ isFaulty, since: isFaulty === true && seen.isFaulty === false ? at : undefined });
  return isFaulty === true ? seen.since : undefined;
}

/** The fault that the page names: the controller's current code, else the one listed as open. */
function useFault(unit: LiveUnit, witnessed: number | undefined) {
  const t = useTranslations('live.frame');
  const incident = useShownIncident()?.row;
  const { live, faults } = unit;
  const open = faults.entries.filter(({ error }) => error);
  const reported = readBoolean(live.errorstate) === true ? live.errorstate?.code : undefined;
  const listed = reported === undefined ? open[0] : open.find(({ gbCode }) => isSameCode(gbCode, String(reported)));
  const told = incident?.condition === 'fault' ? incident : undefined;
  const code = listed?.gbCode ?? (reported === undefined ? (told?.code ?? '') : String(reported));
  return {
    code,
    title: listed?.text || told?.title || (code === '' ? t('faultReported') : t('faultCode', { code })),
    since: listed?.at || told?.since || witnessed,
    others: open.length - (listed ? 1 : 0),
  };
}

interface Props {
  readonly unit: LiveUnit;
  /** From `useWitnessed`, which runs before the band appears. */
  readonly witnessed: number | undefined;
  /** Facts of this kind of unit: its floor, its door. */
  readonly facts: readonly BandFact[];
  /** A stable name for tests, when the kind has a cover for it. */
  readonly name?: string;
  /** The first sentence, when the page's readers are not the people who repair. */
  readonly note?: string | undefined;
}

/** A fault of any kind of unit: name, code and duration; one level weaker than trapped persons. */
export function FaultBand({ unit, witnessed, facts, name = 'band-fault', note }: Props) {
  const t = useTranslations('live.fault');
  const { code, title, since, others } = useFault(unit, witnessed);
  const isPast = useShownMoment() !== undefined;
  const words = [code !== '' && t('code', { code }), others > 0 && t('others', { count: others })].filter(Boolean);
  return (
    <AlarmBand
      name={name}
      tone="fault"
      icon={<WarningIcon size={40} />}
      title={title}
      text={[note, isPast ? t('past') : t('now'), ...words].filter(Boolean).join(' · ')}
      isNow={!isPast}
      facts={[{ key: 'since', label: t('since'), value: <LiveDuration since={since} /> }, ...facts]}
    />
  );
}
