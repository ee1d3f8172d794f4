'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { PropertyList } from '@/components/kit/ui/property-list';
import { SectionTitle } from '@/components/kit/ui/section-title';
import { tripTime } from '@/lib/live/units/elevator';
import { groupAge } from '@/lib/live/units/group-age';
import { readNumber, readTime } from '@/lib/live/units/values';
import type { LiveEntry } from '@/lib/live/units/live-message';
import { AgedGroup, ValueAge } from './frame/group-age';
import { LiveAge } from './frame/live-age';
import type { ElevatorState } from './use-elevator';
import styles from './elevator-overview.module.css';

/** Master data and counters (doc2 §2.5). */
export function ElevatorOverview({ state: { equipment, live } }: { readonly state: ElevatorState }) {
  const t = useTranslations('live.elevator');
  const format = useFormatter();
  const trip = readNumber(live.cumulativetriptime);
  const travelled = trip === undefined ? undefined : tripTime(trip);
  const count = (entry: LiveEntry | undefined, digits = 0) => {
    const value = readNumber(entry);
    return value === undefined ? undefined : format.number(value, { maximumFractionDigits: digits });
  };
  const commonAt = groupAge([live.trips, live.cumulativetriptime, live.openings, live.energy]);
  const street = [equipment.street, equipment.house_no].filter(Boolean).join(' ');
  return (
    <>
      <section>
        <SectionTitle>{t('sections.overview')}</SectionTitle>
        <PropertyList
          items={[
            { key: 'name', label: t('overview.name'), value: equipment.equipmentName },
            {
              key: 'city',
              label: t('overview.city'),
              value: [...new Set([equipment.city, equipment.district])].filter(Boolean).join(' '),
            },
            { key: 'street', label: t('overview.street'), value: street },
            { key: 'building', label: t('overview.building'), value: equipment.buildingName },
            { key: 'contractStart', label: t('overview.contractStart'), value: equipment.contractStartDate },
            { key: 'contractEnd', label: t('overview.contractEnd'), value: equipment.contractEndDate },
            {
              key: 'rated',
              label: t('overview.ratedSpeed'),
              value: equipment.ratedSpeed === null ? null : `${equipment.ratedSpeed.toFixed(2)} ${t('unit.speed')}`,
            },
          ]}
        />
      </section>
      <section>
        <SectionTitle aside={commonAt !== undefined && <LiveAge at={commonAt} />}>
          {t('sections.counters')}
        </SectionTitle>
        <AgedGroup at={commonAt}>
          <div className={styles.counters}>
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
          </div>
        </AgedGroup>
      </section>
    </>
  );
}

interface CounterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly unit?: string;
  readonly entry: LiveEntry | undefined;
}

function Counter({ label, value, unit, entry }: CounterProps) {
  return (
    <div className={styles.counter}>
      <div className={styles.value}>
        {value ?? '--'}
        {value !== undefined && unit !== undefined && <small>{unit}</small>}
      </div>
      <div className={styles.label}>{label}</div>
      {value !== undefined && (
        <div className={styles.age}>
          <ValueAge at={readTime(entry?.at)} />
        </div>
      )}
    </div>
  );
}
