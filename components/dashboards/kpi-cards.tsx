'use client';

import Tooltip from '@mui/material/Tooltip';
import { useFormatter, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StatusKind } from '@/components/kit/ui/status';
import type { Kpi } from '@/lib/features/dashboards/contract';
import { KPI_FIGURES, type KpiKey, type KpiLevel } from '@/lib/features/dashboards/value-sets';
import type { DashboardLinks, ListDays } from './dashboard-links';
import { Sparkline } from './sparkline';
import { useKpiWords } from './use-kpi-words';
import styles from './kpi-cards.module.css';

const LOOKS: Readonly<Record<KpiLevel, StatusKind>> = { good: 'running', watch: 'attention', bad: 'fault' };

interface Props {
  readonly kpis: readonly Kpi[];
  readonly keys: readonly KpiKey[];
  readonly months: readonly string[];
  readonly days: ListDays;
  readonly links: DashboardLinks;
}

/** Value, judgement, change, sample and twelve months of each figure (silent-screens D0). */
export function KpiCards({ kpis, keys, ...rest }: Props) {
  return (
    <ul className={styles.cards}>
      {keys.flatMap((key) => {
        const kpi = kpis.find((one) => one.key === key);
        return kpi ? [<KpiCard key={key} kpi={kpi} {...rest} />] : [];
      })}
    </ul>
  );
}

function KpiCard({ kpi, months, days, links }: Omit<Props, 'kpis' | 'keys'> & { readonly kpi: Kpi }) {
  const t = useTranslations('dashboards.kpi');
  const format = useFormatter();
  const { valueOf, unitOf, changeOf } = useKpiWords();
  const { key, value, previous, level, limits, sampleOf, sample, isSmall } = kpi;
  const sign = limits?.isLess ? '≤' : '≥';
  const sampleHref = {
    callbacks: links.calls(days),
    entrapments: links.trapped(days),
    equipmentCallbacks: links.own(days),
    units: undefined,
    jobs: undefined,
  }[sampleOf];
  const isCount = key === 'entrapments';
  return (
    <li className={styles.card} data-kpi={key}>
      <p className={styles.top}>
        <Meaning kpi={kpi} />
        {level && (
          <StatusPill status={LOOKS[level]} look="plain" size="small">
            {t(`level.${level}`)}
          </StatusPill>
        )}
      </p>
      <p className={styles.middle}>
        <b className={styles.value}>
          <EntryLink href={isCount ? links.trapped(days) : undefined}>{valueOf(kpi, value)}</EntryLink>
          {value !== null && <small>{unitOf(kpi)}</small>}
        </b>
        <Sparkline
          values={kpi.series}
          label={t('series', {
            values: kpi.series.map((one, index) => `${months[index]} ${valueOf(kpi, one)}`).join(', '),
          })}
        />
      </p>
      <p className={styles.bottom}>
        <span>{value !== null && previous !== null ? `${t('previous')} ${changeOf(kpi)}` : t('noPrevious')}</span>
        <span>
          {isSmall && value === null ? (
            <span title={t('small')}>{t(`sample.${sampleOf}`, { count: format.number(sample) })}</span>
          ) : (
            <>
              {limits && <span>{t('limit', { sign, value: valueOf(kpi, limits.good) })} · </span>}
              <EntryLink href={isCount ? undefined : sampleHref}>
                {t(`sample.${sampleOf}`, { count: sample })}
              </EntryLink>
            </>
          )}
        </span>
      </p>
    </li>
  );
}

/** The name; what it means and its limits are told by pointer and by keyboard. */
function Meaning({ kpi }: { readonly kpi: Kpi }) {
  const t = useTranslations('dashboards.kpi');
  const facts = useTranslations('facts.figure');
  const { valueOf } = useKpiWords();
  const { key, limits, isSmall } = kpi;
  const own = key === 'maintenanceCompliance' || key === 'inspectionValidity' || key === 'onlineRate';
  const formula = own ? t(`formula.${key}`) : facts(`${KPI_FIGURES[key]}.formula`);
  const sign = limits?.isLess ? '≤' : '≥';
  return (
    <Tooltip
      describeChild
      title={
        <>
          {formula}
          {limits && <br />}
          {limits && t('limits', { sign, good: valueOf(kpi, limits.good), watch: valueOf(kpi, limits.watch) })}
          {isSmall && <br />}
          {isSmall && t('small')}
        </>
      }
    >
      <button type="button" className={styles.name}>
        {t(`name.${key}`)}
      </button>
    </Tooltip>
  );
}
