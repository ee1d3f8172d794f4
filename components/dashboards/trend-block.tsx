'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import type { Holder } from '@/lib/platform/contract/authorities';
import { Content } from './block';
import { CausesChart, EntrapmentHours, EntrapmentMonths, MonthsChart } from './trend-charts';
import type { Dashboard } from './use-dashboard';
import styles from './dashboard.module.css';

const CHARTS = { months: MonthsChart, entrapments: EntrapmentMonths, causes: CausesChart, hours: EntrapmentHours };

interface Props {
  readonly dashboard: Dashboard;
  readonly holder: Holder;
  readonly charts: readonly (keyof typeof CHARTS)[];
}

/** Call-outs by month, reason and hour; the year in full is a report of its own. */
export function TrendBlock({ dashboard: { trend, links }, holder, charts }: Props) {
  const t = useTranslations('dashboards.months');
  const report = routeOf('statisticalReport');
  return (
    <section className={`${styles.wide} ${styles.charts}`} data-block="trend" aria-label={t('title')}>
      <Content answer={trend}>
        {(data) => (
          <>
            <div className={styles.chartGrid}>
              {charts.map((name) => {
                const Chart = CHARTS[name];
                return <Chart key={name} data={data} links={links} />;
              })}
            </div>
            {mayOpen(holder, report) && (
              <p className={styles.beside}>
                <Link href={hrefOf('statisticalReport')}>{t('report')}</Link>
              </p>
            )}
          </>
        )}
      </Content>
    </section>
  );
}
