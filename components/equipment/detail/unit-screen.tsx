'use client';

import { useTranslations } from 'next-intl';
import { calledState } from '@/lib/live/units/condition';
import { DetailPage } from '@/components/kit/detail/detail-page';
import { ErrorState } from '@/components/kit/ui/states';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { replayHref } from '@/lib/features/equipment/shared/links';
import type { Holder } from '@/lib/platform/contract/authorities';
import { HistoryStrip } from './strip/history-strip';
import type { StripLinks } from './strip/strip-model';
import { hasTab, tabHref } from './tabs';
import { UnitActions } from './unit-actions';
import type { UnitData } from './unit-data';
import { UnitFacts, UnitSummary } from './unit-side';
import { UnitTabs } from './unit-tabs';
import styles from './unit-screen.module.css';

/** Marks lead to the rows behind them, where the reader may see those. */
function linksOf({ equipmentNo, displayType }: UnitData['equipment'], holder: Holder): StripLinks {
  return {
    replay: (at) => replayHref(holder, { equipmentNo, displayType, at }),
    ...(hasTab(holder, 'log')
      ? { faults: (day) => tabHref(equipmentNo, 'log', { topics: '1', startDate: day, endDate: day }) }
      : {}),
    ...(hasTab(holder, 'callbacks')
      ? { callbacks: (day) => tabHref(equipmentNo, 'callbacks', { startCreateDate: day, endCreateDate: day }) }
      : {}),
    ...(hasTab(holder, 'maintenance')
      ? { maintenance: (planDate) => tabHref(equipmentNo, 'maintenance', { planDate }) }
      : {}),
  };
}

/** The page of one unit (doc2 §2.4): what it is, how it has been, and the rows behind that. */
export function UnitScreen({ unit, holder }: { readonly unit: UnitData; readonly holder: Holder }) {
  const t = useTranslations('equipmentDetail');
  const { equipment, status, inspection, history } = unit;
  const { equipmentNo, equipmentName, displayType, serviceStopped } = equipment;
  return (
    <DetailPage
      title={equipmentName || equipmentNo}
      subtitle={equipmentNo}
      state={
        <span className={styles.tags}>
          <StatusPill status={calledState(status ?? equipment)} />
          {serviceStopped && <StatusPill status="disconnected">{t('head.serviceStopped')}</StatusPill>}
          {inspection?.state === 'OVERDUE' && <StatusPill status="attention">{t('head.inspectionOverdue')}</StatusPill>}
        </span>
      }
      actions={<UnitActions unit={unit} holder={holder} />}
    >
      <div className={styles.body}>
        <UnitSummary unit={unit} />
        <div className={styles.main}>
          {history ? (
            <HistoryStrip
              history={history}
              runUnit={displayType === 'EV' ? 'trips' : 'hours'}
              links={linksOf(equipment, holder)}
            />
          ) : (
            <ErrorState title={t('strip.failed')} onRetry={() => window.location.reload()} />
          )}
          <UnitTabs equipmentNo={equipmentNo} holder={holder} />
        </div>
        <UnitFacts unit={unit} />
      </div>
    </DetailPage>
  );
}
