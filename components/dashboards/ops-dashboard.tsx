'use client';

import { useTranslations } from 'next-intl';
import type { MapSource } from '@/components/map/shared/map-picture';
import type { Holder } from '@/lib/platform/contract/authorities';
import { saveSetting } from '@/lib/features/settings/contract';
import { may } from '@/lib/platform/contract/access';
import { Block, Content } from './block';
import { BranchesBlock } from './branches-block';
import { BranchChoice } from './choices';
import { DashboardHeader } from './dashboard-header';
import { KpiCards } from './kpi-cards';
import { MapBlock } from './map-block';
import { RecentBlock } from './recent-list';
import { SettingsButton } from './settings-button';
import { TrendBlock } from './trend-block';
import { UnitStates } from './unit-states';
import { BoardBlock, QueueBlock, WeekBlock, TopBlock } from './shared-blocks';
import { useDashboard } from './use-dashboard';
import styles from './dashboard.module.css';

const KEYS = [
  'availability',
  'callbacksPerUnitYear',
  'responseRate3',
  'arrivalRate30',
  'firstTimeFix',
  'maintenanceCompliance',
] as const;

export interface DashboardProps {
  readonly title: string;
  readonly holder: Holder;
  readonly mayChooseLanguage: boolean;
  /** When the session ends, epoch ms. */
  readonly sessionEnd: number;
}

/** The control room: who is trapped, who is late, which ten units eat the week (silent-screens D1). */
export function OpsDashboard({
  title,
  holder,
  mayChooseLanguage,
  sessionEnd,
  map,
}: DashboardProps & { readonly map: MapSource }) {
  const t = useTranslations('dashboards');
  const dashboard = useDashboard('ops', holder);
  const { summary, links } = dashboard;
  return (
    <div className={styles.page} data-view="ops" data-far-sight="">
      <DashboardHeader
        title={title}
        dashboard={dashboard}
        mayChooseLanguage={mayChooseLanguage}
        sessionEnd={sessionEnd}
        actions={may(holder, saveSetting) && <SettingsButton />}
      >
        <BranchChoice dashboard={dashboard} />
      </DashboardHeader>
      <div className={styles.ops}>
        <QueueBlock dashboard={dashboard} className={styles.queue} />
        <Block name="states" title={t('states')} answer={summary} className={styles.states}>
          {(data) => <UnitStates data={data} links={links} />}
        </Block>
        <section className={styles.wide} data-block="kpis" aria-label={t('kpis')}>
          <Content answer={summary}>
            {(data) => <KpiCards kpis={data.kpis} keys={KEYS} months={data.months} days={data} links={links} />}
          </Content>
        </section>
        <div className={styles.work}>
          <BoardBlock dashboard={dashboard} />
          <WeekBlock dashboard={dashboard} />
        </div>
        <div className={styles.top}>
          <TopBlock dashboard={dashboard} />
          <RecentBlock dashboard={dashboard} />
        </div>
        <MapBlock key={dashboard.choice.branchCode} dashboard={dashboard} source={map} />
        <TrendBlock dashboard={dashboard} holder={holder} charts={['months', 'entrapments', 'causes', 'hours']} />
        <BranchesBlock dashboard={dashboard} holder={holder} />
        {summary.data?.historyMonths !== undefined && (
          <p className={styles.cut}>{t('cut', { months: summary.data.historyMonths })}</p>
        )}
      </div>
    </div>
  );
}
