'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useJoin } from '@/components/kit/ui/use-join';
import { runOf, stopOf } from './strip-model';
import type { RunUnit, UnitStrip, StripDay } from './strip-model';

/** The strip in words: for its totals, its table, the tip over a day, and for those who cannot see it. */
export function useStripWords(strip: Pick<UnitStrip, 'runUnit'>) {
  const t = useTranslations('equipmentDetail.strip');
  const format = useFormatter();
  const join = useJoin();
  const figure = (value: number, digits = 0) => format.number(value, { maximumFractionDigits: digits });
  /** @param value undefined: not counted, which is not zero (readings 217) */
  const run = (value: number | undefined, unit: RunUnit = strip.runUnit) => {
    if (value === undefined) return t('notCounted');
    return unit === 'trips' ? t('trips', { count: figure(value) }) : t('hours', { count: figure(value, 1) });
  };
  const hours = (value: number) => t('hours', { count: figure(value, 1) });
  /** Lane → what stands there on a day; lanes that say nothing are left out. */
  const ofDay = ({ facts, faults, callbacks, maintenance }: StripDay): (readonly [string, string])[] => {
    const stop = facts && stopOf(facts);
    return [
      ...(facts ? [[t('lane.run'), run(runOf(facts, strip.runUnit))] as const] : []),
      ...(stop ? [[t('lane.stop'), hours(stop)] as const] : []),
      ...(facts && facts.unknownHours > 0 ? [[t('unknown'), hours(facts.unknownHours)] as const] : []),
      ...(faults
        ? [[t('lane.faults'), t('faultsOf', { count: faults.total, texts: join(faults.texts) })] as const]
        : []),
      ...callbacks.map(
        ({ callbackId, jobDescription, personTrapped }) =>
          [
            personTrapped ? t('legend.trapped') : t('lane.callbacks'),
            [callbackId, jobDescription].filter(Boolean).join(' '),
          ] as const,
      ),
      ...maintenance.map(({ jobNo, jobStatus }) => [t(`job.${jobStatus}`), jobNo] as const),
    ];
  };
  return { run, hours, figure, ofDay };
}
