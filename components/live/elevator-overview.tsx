'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { tripTime } from '@/lib/live/units/elevator';
import type { LiveEntry } from '@/lib/live/units/live-message';
import { readNumber } from '@/lib/live/units/values';
import { Counter, Counters } from './frame/counter';
import { UnitOverview } from './frame/unit-overview';
import type { LiveElevator } from './use-elevator';

/** Master data and counters (doc2 §2.5). */
export function ElevatorOverview({ state: { equipment, live } }: { readonly state: LiveElevator }) {
  const t = useTranslations('live.elevator');
  const format = useFormatter();
  const trip = readNumber(live.cumulativetriptime);
  const travelled = trip === undefined ? undefined : tripTime(trip);
  const count = (entry: LiveEntry | undefined, digits = 0) => {
    const value = readNumber(entry);
    return value === undefined ? undefined : format.number(value, { maximumFractionDigits: digits });
  };
  return (
    <>
      <UnitOverview equipment={equipment} />
      <Counters
        title={t('sections.counters')}
        entries={[live.trips, live.cumulativetriptime, live.openings, live.energy]}
      >
        <Counter label={t('counters.trips')} value={count(live.trips)} entry={live.trips} />
        <Counter
          label={t('counters.tripTime')}
          value={travelled && format.number(travelled.value)}
          unit={travelled && t(`unit.${travelled.unit}`)}
          entry={live.cumulativetriptime}
        />
        <Counter label={t('counters.openings')} value={count(live.openings)} entry={live.openings} />
        <Counter
          label={t('counters.energy')}
          value={count(live.energy, 1)}
          unit={t('unit.energy')}
          entry={live.energy}
        />
      </Counters>
    </>
  );
}
