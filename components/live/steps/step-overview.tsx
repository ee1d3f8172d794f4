'use client';

import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import { counterHours } from '@/lib/live/units/step-page';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { Counter, Counters } from '../frame/counter';
import { UnitOverview } from '../frame/unit-overview';
import type { StepState } from './use-steps';

const OF_ESCALATOR = ['up', 'down', 'readytostart', 'crawling', 'autostop', 'error', 'passup', 'passdown'] as const;
/** What the older message of a walk counts (api.md §3.4). */
const OF_WALK = ['up', 'down', 'readytostart', 'error'] as const;

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Master data, with the way to the unit's page, and the counters in hours (doc2 §2.6, §2.7, §9). */
export function StepOverview({ state: { equipment, live, kind, holder } }: { readonly state: StepState }) {
  const t = useTranslations('live.steps');
  const format = useFormatter();
  const counters = isFields(live.counters?.value) ? live.counters.value : {};
  const names = kind === 'WW' ? OF_WALK : OF_ESCALATOR;
  const href = holder ? detailHref(holder, equipment.equipmentNo) : undefined;
  const hoursOf = (name: string) => {
    const seconds = counters[name] === null || counters[name] === '' ? Number.NaN : Number(counters[name]);
    return Number.isFinite(seconds) ? format.number(counterHours(seconds)) : undefined;
  };
  return (
    <>
      <UnitOverview
        equipment={equipment}
        aside={
          href && (
            <Link href={href} target="_blank" rel="noopener">
              {t('toDetail')}
            </Link>
          )
        }
      />
      {/* One value holds them all: the head tells its age. */}
      <Counters title={t('sections.counters')} entries={names.map(() => live.counters)}>
        {names.map((name) => (
          <Counter
            key={name}
            name={name}
            label={t(`counters.${name}`)}
            value={hoursOf(name)}
            unit={t('hours')}
            entry={live.counters}
          />
        ))}
      </Counters>
    </>
  );
}
