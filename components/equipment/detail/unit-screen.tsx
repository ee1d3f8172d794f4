'use client';

import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/kit/ui/states';
import type { Holder } from '@/lib/platform/contract/authorities';
import { HistoryStrip } from './strip/history-strip';
import type { StripLinks } from './strip/history-strip';
import { TabPanel } from './tab-panel';
import type { UnitData } from './unit-data';
import { UnitHead } from './unit-head';
import { UnitSide } from './unit-side';
import { tabHref, tabsOf } from './unit-tabs';
import styles from './unit-screen.module.css';

/** Marks lead to the rows behind them, where the reader may see those. */
function linksOf(equipmentNo: string, holder: Holder): StripLinks {
  const tabs = tabsOf(holder);
  return {
    ...(tabs.includes('log')
      ? { faults: (day) => tabHref(equipmentNo, 'log', { topics: '1', startDate: day, endDate: day }) }
      : {}),
    ...(tabs.includes('callbacks')
      ? { callbacks: (day) => tabHref(equipmentNo, 'callbacks', { startCreateDate: day, endCreateDate: day }) }
      : {}),
    ...(tabs.includes('maintenance')
      ? { maintenance: (planDate) => tabHref(equipmentNo, 'maintenance', { planDate }) }
      : {}),
  };
}

/** The page of one unit (doc2 §2.4): what it is, how it has been, and the rows behind that. */
export function UnitScreen({ unit, holder }: { readonly unit: UnitData; readonly holder: Holder }) {
  const t = useTranslations('equipmentDetail.strip');
  const { equipmentNo, displayType } = unit.equipment;
  return (
    <div className={styles.page}>
      <UnitHead unit={unit} holder={holder} />
      <div className={styles.body}>
        <UnitSide unit={unit} />
        <div className={styles.main}>
          {unit.history ? (
            <HistoryStrip
              history={unit.history}
              runUnit={displayType === 'EV' ? 'trips' : 'hours'}
              links={linksOf(equipmentNo, holder)}
            />
          ) : (
            <ErrorState title={t('failed')} onRetry={() => window.location.reload()} />
          )}
          <TabPanel equipmentNo={equipmentNo} holder={holder} />
        </div>
      </div>
    </div>
  );
}
