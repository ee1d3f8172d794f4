'use client';

import { useTranslations } from 'next-intl';
import { BarsChart } from '@/components/kit/charts/bars';
import { RankingChart } from '@/components/kit/charts/ranking';
import type { getDashboardRanking } from '@/lib/features/dashboards/contract';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { DashboardLinks } from './dashboard-links';

type Ranking = OutputOf<typeof getDashboardRanking>;

/** How many units had no call-out in the window, one, two and so on (silent-screens D3). */
export function DistributionChart({ distribution }: { readonly distribution: readonly number[] }) {
  const t = useTranslations('dashboards.distribution');
  const last = distribution.length - 1;
  return (
    <BarsChart
      model={{
        title: t('title'),
        entries: distribution.map((value, calls) => ({
          name: calls === last ? t('more', { count: calls }) : String(calls),
          value,
        })),
        words: { name: t('name'), value: t('value') },
      }}
      legend={{ value: t('value') }}
    />
  );
}

interface UnitProps {
  readonly data: Ranking;
  readonly links: DashboardLinks;
}

/** Units that a chart has room for. */
const SHOWN = 12;

/** Who in a group runs most, and who was available least (silent-screens D4). */
export function UnitCharts({ data: { unitFigures }, links }: UnitProps) {
  const t = useTranslations('dashboards.unitFigures');
  const entriesOf = (key: 'trips' | 'availability', isUp: boolean) =>
    unitFigures
      .filter((unit) => unit[key] !== null)
      .sort((a, b) => ((a[key] ?? 0) - (b[key] ?? 0)) * (isUp ? 1 : -1))
      .slice(0, SHOWN)
      .map((unit) => ({ name: unit.equipmentName, value: unit[key], href: links.unit(unit.equipmentNo) }));
  return (['trips', 'availability'] as const).map((key) => (
    <RankingChart
      key={key}
      model={{
        title: t(`${key}Title`),
        entries: entriesOf(key, key === 'availability'),
        words: { name: t('name'), value: t(key) },
      }}
      note={unitFigures.length > SHOWN ? t('first', { count: SHOWN }) : undefined}
    />
  ));
}
