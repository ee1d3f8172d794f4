'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { MapSource } from '@/components/map/shared/map-picture';
import { ExportButton } from '@/components/kit/list/export-button';
import { EmptyState } from '@/components/kit/ui/states';
import { exportDashboard } from '@/lib/features/dashboards/contract';
import { Block, Content } from './block';
import { CityChoice } from './choices';
import { DashboardHeader } from './dashboard-header';
import { DueLists } from './due-lists';
import { KpiCards } from './kpi-cards';
import { MapBlock } from './map-block';
import type { DashboardProps } from './ops-dashboard';
import { ProjectTable } from './project-table';
import { QueueBlock, TopBlock } from './shared-blocks';
import { TotalCards } from './totals';
import { TrendBlock } from './trend-block';
import { useDashboard } from './use-dashboard';
import styles from './dashboard.module.css';

const KEYS = [
  'availability',
  'entrapments',
  'callbacksPerUnitYear',
  'arrivalRate30',
  'maintenanceCompliance',
  'inspectionValidity',
] as const;

/** A customer with many sites, or the desk for key accounts: sites beside each other (silent-screens D2). */
export function KaDashboard({
  title,
  holder,
  mayChooseLanguage,
  sessionEnd,
  map,
}: DashboardProps & { readonly map: MapSource }) {
  const t = useTranslations('dashboards');
  const format = useFormatter();
  const dashboard = useDashboard('ka', holder);
  const { summary, ranking, links, choices, choice, open } = dashboard;
  const isEmpty = choices.data?.projects.length === 0;
  const next = open.data?.next;
  return (
    <div className={styles.page} data-view="ka" data-far-sight="">
      <DashboardHeader
        title={title}
        dashboard={dashboard}
        mayChooseLanguage={mayChooseLanguage}
        sessionEnd={sessionEnd}
        actions={
          <ExportButton
            operation={exportDashboard}
            input={{ view: 'ka', window: choice.window, ...(choice.city ? { city: choice.city } : {}) }}
          />
        }
      >
        <CityChoice dashboard={dashboard} />
      </DashboardHeader>
      {isEmpty ? (
        <EmptyState title={t('empty.ka')} size="page" />
      ) : (
        <div className={styles.grid}>
          <section className={styles.wide} data-block="totals" aria-label={t('kpis')}>
            <Content answer={summary}>
              {({ counts, kpis, months, ...data }) => (
                <>
                  <TotalCards
                    cards={[
                      {
                        name: 'projectTotal',
                        label: t('total.projectTotal'),
                        value: format.number(counts.projectTotal),
                      },
                      {
                        name: 'equipmentTotal',
                        label: t('total.equipmentTotal'),
                        value: format.number(counts.equipmentTotal),
                        href: links.units(),
                      },
                      {
                        name: 'unhealthy',
                        label: t('total.unhealthy'),
                        value: format.number(counts.unhealthy),
                        href: counts.unhealthy > 0 ? links.units({ unhealthy: '1' }) : undefined,
                      },
                      {
                        name: 'inspection',
                        label: t('project1.nextInspection'),
                        value: next?.inspection ?? '-',
                        isLong: true,
                      },
                      {
                        name: 'contract',
                        label: t('project1.contractEnd'),
                        value: next?.contract ?? '-',
                        isLong: true,
                      },
                    ]}
                  />
                  <KpiCards kpis={kpis} keys={KEYS} months={months} days={data} links={links} />
                </>
              )}
            </Content>
          </section>
          <QueueBlock dashboard={dashboard} className={styles.wide} />
          <MapBlock key={choice.city} dashboard={dashboard} source={map} />
          <Block
            name="projects"
            title={t('projects.title')}
            note={t('projects.worst')}
            answer={ranking}
            className={styles.wide}
          >
            {(data) => <ProjectTable data={data} holder={holder} />}
          </Block>
          <TrendBlock dashboard={dashboard} holder={holder} charts={['months', 'causes', 'hours']} />
          <div className={`${styles.wide} ${styles.charts} ${styles.chartGrid}`}>
            <DueLists dashboard={dashboard} />
          </div>
          <TopBlock dashboard={dashboard} className={styles.wide} />
        </div>
      )}
    </div>
  );
}
