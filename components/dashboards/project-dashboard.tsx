'use client';

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { useQueryStates } from 'nuqs';
import { useEffect } from 'react';
import { EmptyState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { listDashboardChoices } from '@/lib/features/dashboards/contract';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { Content } from './block';
import { ProjectChoice } from './choices';
import { DashboardHeader } from './dashboard-header';
import { DASHBOARD_PARAMS } from './dashboard-query';
import { monthRange } from './dashboard-links';
import { KpiCards } from './kpi-cards';
import { LatestAnnouncements } from './latest-announcements';
import type { DashboardProps } from './ops-dashboard';
import { QueueBlock, TopBlock } from './shared-blocks';
import { storedProject, storeProject } from './stored-project';
import { TotalCards } from './totals';
import { TrendBlock } from './trend-block';
import { UnitCharts } from './unit-charts';
import { UnitGrid } from './unit-grid';
import { useAnswer } from './use-answer';
import { useDashboard } from './use-dashboard';
import styles from './dashboard.module.css';

const KEYS = ['availability', 'callbacksPerUnitYear', 'arrivalTime', 'maintenanceCompliance'] as const;
/** Pages that hold papers about the project. */
const PAPERS = [
  { key: 'healthProjectList', text: 'health' },
  { key: 'maintenanceReport', text: 'maintenance' },
  { key: 'operationReportReport', text: 'runs' },
  { key: 'announcement', text: 'announcements' },
] as const;

/** The project of the address, else the stored one, else the first; one that left the scope is cleared (silent-screens D4). */
function useProject() {
  const t = useTranslations('dashboards.project1');
  const [{ projectIds }, choose] = useQueryStates(DASHBOARD_PARAMS);
  const { data, error, isLoading, retry } = useAnswer(listDashboardChoices, { view: 'kaProject' });
  const projects = data?.projects;
  const asked = projectIds[0];
  const isThere = (projectId: string | null | undefined) =>
    projects?.some((project) => project.projectId === projectId) ?? false;
  const current = isThere(asked) ? asked : undefined;
  useEffect(() => {
    if (projects === undefined || current !== undefined) return;
    const has = (projectId: string | null) => projects.some((project) => project.projectId === projectId);
    const stored = storedProject();
    const isLost = (asked !== undefined && !has(asked)) || (stored !== null && !has(stored));
    if (isLost) {
      storeProject(null);
      toast.warning(t('lost'));
    }
    const next = stored !== null && has(stored) ? stored : projects[0]?.projectId;
    void choose({ projectIds: next === undefined ? null : [next] }, { history: 'replace' });
  }, [projects, current, asked, choose, t]);
  return {
    projectId: current,
    isEmpty: projects?.length === 0,
    answer: { data, error, isLoading, readAt: undefined, retry },
    choose: (projectId: string) => {
      storeProject(projectId);
      void choose({ projectIds: [projectId] });
    },
  };
}

/** One project for who looks after the building: what runs, who comes, what is planned (silent-screens D4). */
export function ProjectDashboard({ title, holder, mayChooseLanguage, sessionEnd }: DashboardProps) {
  const t = useTranslations('dashboards');
  const format = useFormatter();
  const project = useProject();
  const dashboard = useDashboard('kaProject', holder, project.projectId);
  const { summary, trend, ranking, open, links } = dashboard;
  const next = open.data?.next;
  /** The list in which the next day of something stands first. */
  const dateHref = (kind: 'maintenance' | 'inspection' | 'contract', day: string) =>
    kind === 'maintenance'
      ? links.jobs(day, 'PLAN')
      : links.list(kind === 'inspection' ? 'anualInspection' : 'saptdContract');
  const month = trend.data?.months[11];
  const year = month?.slice(0, 4);
  const ofYear = (trend.data?.months ?? []).reduce(
    (sum, one, index) => (one.slice(0, 4) === year ? sum + (trend.data?.entrapments[index] ?? 0) : sum),
    0,
  );
  const papers = PAPERS.filter(({ key }) => routeOf(key).isBuilt && mayOpen(holder, routeOf(key)));
  return (
    <div className={styles.page} data-view="kaProject" data-far-sight="">
      <DashboardHeader
        title={title}
        dashboard={dashboard}
        mayChooseLanguage={mayChooseLanguage}
        sessionEnd={sessionEnd}
      >
        <ProjectChoice dashboard={dashboard} onChoose={project.choose} />
      </DashboardHeader>
      {project.isEmpty ? (
        <EmptyState title={t('empty.units')} size="page" />
      ) : (
        <div className={styles.grid}>
          <section className={styles.wide} data-block="totals" aria-label={t('kpis')}>
            <Content answer={summary}>
              {({ counts, kpis, months, showsFaults, ...data }) => (
                <>
                  <TotalCards
                    cards={[
                      {
                        name: 'available',
                        label: t('project1.available'),
                        value: showsFaults
                          ? `${format.number(counts.states.online)}/${format.number(counts.equipmentTotal)}`
                          : '-',
                        href: links.units({ state: 'online' }),
                      },
                      {
                        name: 'callbacksMonth',
                        label: t('project1.callbacksMonth'),
                        value: trend.data ? format.number(trend.data.callbacks[11] ?? 0) : '-',
                        href: month ? links.calls(monthRange(month)) : undefined,
                      },
                      {
                        name: 'entrapmentsYear',
                        label: t('project1.entrapmentsYear'),
                        value: trend.data ? format.number(ofYear) : '-',
                        href: year ? links.trapped({ from: `${year}-01-01`, until: `${year}-12-31` }) : undefined,
                      },
                      ...(['maintenance', 'inspection', 'contract'] as const).map((kind) => ({
                        name: kind,
                        label: t(
                          `project1.${kind === 'maintenance' ? 'nextMaintenance' : kind === 'inspection' ? 'nextInspection' : 'contractEnd'}`,
                        ),
                        value: next?.[kind] ?? '-',
                        href: next?.[kind] ? dateHref(kind, next[kind]) : undefined,
                        isLong: true,
                      })),
                    ]}
                  />
                  <KpiCards kpis={kpis} keys={KEYS} months={months} days={data} links={links} />
                </>
              )}
            </Content>
          </section>
          <QueueBlock dashboard={dashboard} className={styles.wide} />
          <div className={styles.wide}>
            {project.projectId !== undefined && <UnitGrid holder={holder} projectId={project.projectId} />}
          </div>
          <TrendBlock dashboard={dashboard} holder={holder} charts={['months', 'causes']} />
          <section
            className={`${styles.wide} ${styles.charts}`}
            data-block="unitFigures"
            aria-label={t('unitFigures.title')}
          >
            <Content answer={ranking}>
              {(data) => (
                <div className={styles.chartGrid}>
                  <UnitCharts data={data} links={links} />
                </div>
              )}
            </Content>
          </section>
          <TopBlock dashboard={dashboard} className={styles.wide} />
          <div className={styles.wide}>
            <LatestAnnouncements holder={holder} />
          </div>
          {papers.length > 0 && (
            <section className={styles.wide} aria-labelledby="papers">
              <h2 id="papers">{t('documents.title')}</h2>
              <p className={styles.documents}>
                {papers.map(({ key, text }) => (
                  <Link key={key} href={hrefOf(key, { projectId: project.projectId })}>
                    {t(`documents.${text}`)}
                  </Link>
                ))}
              </p>
            </section>
          )}
        </div>
      )}
    </div>
  );
}
