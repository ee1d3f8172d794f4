'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { UrlTabs } from '@/components/kit/detail/url-tabs';
import { LoadingState } from '@/components/kit/ui/states';
import type { Holder } from '@/lib/platform/contract/authorities';
import { ActivityTab } from './activity-tab';
import type { TabProps } from './tab-props';
import { ROWS_ID, TAB_OPERATIONS, UNIT_TABS, type UnitTab } from './tabs';
import { TAB_PARAMS } from './unit-lists';
import styles from './tabs.module.css';

// The first tab comes with the page; the others, their filters and calendars, when they are chosen.
const loading = () => <LoadingState size="row" />;
const CallbacksTab = dynamic<TabProps>(async () => (await import('./callbacks-tab')).CallbacksTab, { loading });
const SymptomsTab = dynamic<TabProps>(async () => (await import('./symptoms-tab')).SymptomsTab, { loading });
const MaintenanceTab = dynamic<TabProps>(async () => (await import('./maintenance-tab')).MaintenanceTab, { loading });
const LogTab = dynamic<TabProps>(async () => (await import('./log-tab')).LogTab, { loading });

const PANELS: Readonly<Record<UnitTab, ComponentType<TabProps>>> = {
  activity: ActivityTab,
  callbacks: CallbacksTab,
  symptoms: SymptomsTab,
  maintenance: MaintenanceTab,
  log: LogTab,
};

/** The rows of the unit, one kind at a time (doc2 §2.4). */
export function UnitTabs({ equipmentNo, holder }: { readonly equipmentNo: string; readonly holder: Holder }) {
  const t = useTranslations('equipmentDetail.tab');
  return (
    <div className={styles.tabs} id={ROWS_ID}>
      <UrlTabs
        label={t('label')}
        holder={holder}
        clears={TAB_PARAMS}
        tabs={UNIT_TABS.map((tab) => {
          const Panel = PANELS[tab];
          return {
            value: tab,
            label: t(tab),
            operation: TAB_OPERATIONS[tab],
            content: (
              <div className={styles.panel}>
                <Panel key={tab} equipmentNo={equipmentNo} holder={holder} />
              </div>
            ),
          };
        })}
      />
    </div>
  );
}
