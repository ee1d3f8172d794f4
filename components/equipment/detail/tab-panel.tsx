'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryStates } from 'nuqs';
import type { ComponentType } from 'react';
import { EmptyState } from '@/components/kit/ui/states';
import type { Holder } from '@/lib/platform/contract/authorities';
import { ActivityTab } from './activity-tab';
import { CallbacksTab } from './callbacks-tab';
import { LogTab } from './log-tab';
import { MaintenanceTab } from './maintenance-tab';
import { SymptomsTab } from './symptoms-tab';
import { TAB_PARAMS } from './unit-lists';
import { ROWS_ID, tabsOf } from './unit-tabs';
import type { UnitTab } from './unit-tabs';
import styles from './tab-panel.module.css';

export interface TabProps {
  readonly equipmentNo: string;
  readonly holder: Holder;
}

const PANELS: Readonly<Record<UnitTab, ComponentType<TabProps>>> = {
  activity: ActivityTab,
  callbacks: CallbacksTab,
  symptoms: SymptomsTab,
  maintenance: MaintenanceTab,
  log: LogTab,
};
const PARAMS = Object.fromEntries(['tab', ...TAB_PARAMS].map((name) => [name, parseAsString]));
const CLEARED = Object.fromEntries(TAB_PARAMS.map((name) => [name, null]));

/** The rows of the unit, one kind at a time; which one stands in the address. */
export function TabPanel({ equipmentNo, holder }: TabProps) {
  const t = useTranslations('equipmentDetail.tab');
  const [{ tab: asked }, set] = useQueryStates(PARAMS, { history: 'push' });
  const tabs = tabsOf(holder);
  const tab = tabs.find((name) => name === asked) ?? tabs[0];
  if (!tab) return <EmptyState title={t('none')} />;
  const Panel = PANELS[tab];
  return (
    <section className={styles.tabs} id={ROWS_ID} aria-label={t('label')}>
      <Tabs
        value={tab}
        onChange={(_, next: UnitTab) => void set({ ...CLEARED, tab: next })}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t('label')}
      >
        {tabs.map((name) => (
          <Tab key={name} value={name} label={t(name)} id={`tab-${name}`} aria-controls="tab-rows" />
        ))}
      </Tabs>
      <div className={styles.panel} role="tabpanel" id="tab-rows" aria-labelledby={`tab-${tab}`}>
        <Panel key={tab} equipmentNo={equipmentNo} holder={holder} />
      </div>
    </section>
  );
}
