'use client';

import { useTranslations } from 'next-intl';
import { RankingChart } from '@/components/kit/charts/ranking';
import { EmptyState } from '@/components/kit/ui/states';
import { Block, Content } from './block';
import { BranchesBlock } from './branches-block';
import { BranchChoice, ProjectsChoice } from './choices';
import { DashboardHeader } from './dashboard-header';
import { dashboardLinks } from './dashboard-links';
import { MaintenanceWeek } from './maintenance-week';
import type { DashboardProps } from './ops-dashboard';
import { OpenDiagnoses, SilentUnits } from './waiting-lists';
import { BoardBlock, TopBlock } from './shared-blocks';
import { DistributionChart } from './unit-charts';
import { UnitStates } from './unit-states';
import { useDashboard } from './use-dashboard';
import styles from './dashboard.module.css';

/** Projects that a chart has room for. */
const SHOWN = 12;

/** The engineer of a region: what is on today, what is planned this week, which units misbehave (silent-screens D3). */
export function BranchDashboard({ title, holder, mayChooseLanguage, sessionEnd }: DashboardProps) {
  const t = useTranslations('dashboards');
  const dashboard = useDashboard('kaBranch', holder);
  const { summary, ranking, open, links, choices, units, today } = dashboard;
  const isEmpty = choices.data?.projects.length === 0;
  return (
    <div className={styles.page} data-view="kaBranch" data-far-sight="">
      <DashboardHeader
        title={title}
        dashboard={dashboard}
        mayChooseLanguage={mayChooseLanguage}
        sessionEnd={sessionEnd}
      >
        <BranchChoice dashboard={dashboard} />
        <ProjectsChoice dashboard={dashboard} />
      </DashboardHeader>
      {isEmpty ? (
        <EmptyState title={t('empty.ka')} size="page" />
      ) : (
        <div className={styles.grid}>
          <div className={styles.work}>
            <BoardBlock dashboard={dashboard} />
            <Block name="maintenance" title={t('jobs.title')} answer={open}>
              {(data) => <MaintenanceWeek maintenance={data.maintenance} today={today} links={links} />}
            </Block>
          </div>
          <Block name="states" title={t('states')} answer={summary} className={styles.states}>
            {(data) => <UnitStates data={data} links={links} />}
          </Block>
          <section className={`${styles.wide} ${styles.charts} ${styles.chartGrid}`}>
            <OpenDiagnoses holder={holder} units={units} links={links} />
            <SilentUnits holder={holder} units={units} links={links} />
          </section>
          <section className={`${styles.wide} ${styles.charts}`} data-block="projectCharts">
            <Content answer={ranking}>
              {({ projects, distribution }) => {
                const linksOf = (projectId: string) =>
                  dashboardLinks(holder, { branchCode: '', projectIds: [projectId] });
                return (
                  <div className={styles.chartGrid}>
                    <RankingChart
                      model={{
                        title: t('projectChart.availability'),
                        entries: [...projects]
                          .sort((a, b) => (a.availability ?? 101) - (b.availability ?? 101))
                          .slice(0, SHOWN)
                          .map(({ projectId, projectName, availability }) => ({
                            name: projectName,
                            value: availability,
                            href: linksOf(projectId).units(),
                          })),
                        words: { name: t('project'), value: t('column.availability') },
                      }}
                    />
                    {distribution && <DistributionChart distribution={distribution} />}
                  </div>
                );
              }}
            </Content>
          </section>
          <TopBlock dashboard={dashboard} className={styles.wide} />
          {(ranking.data?.branches.length ?? 0) > 1 && <BranchesBlock dashboard={dashboard} holder={holder} />}
        </div>
      )}
    </div>
  );
}
