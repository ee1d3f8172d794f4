'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo, type ReactNode } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { PAGING_PARAMS } from '@/components/kit/list/list-query';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList, type ResourceList } from '@/components/kit/list/use-resource-list';
import { projectChoice } from '@/components/projects/shared/project-picker';
import {
  exportInspection,
  queryApproachingInspection,
  queryExpiredInspection,
  queryAllInspection,
  saveInspection,
  type InspectionRow,
} from '@/lib/features/inspections/contract';
import { INSPECTION_KINDS, INSPECTION_TABS, type InspectionTab } from '@/lib/features/inspections/state';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { AssignInspectionDialog } from './assign-dialog';
import { InspectionHistoryDialog } from './history-dialog';
import { inspectionColumnsOf } from './inspection-columns';
import { allList, approachingList, expiredList } from './inspection-lists';
import { RecordInspectionDialog } from './record-dialog';

type Task = 'assign' | 'record' | 'history';

/** The number of rows of each tab. */
function useInspectionCounts() {
  const one = { pageSize: 1 };
  const counts = {
    approaching: useSms(queryApproachingInspection, one),
    expired: useSms(queryExpiredInspection, one),
    all: useSms(queryAllInspection, one),
  };
  return {
    totalOf: (tab: InspectionTab) => counts[tab].data?.total,
    refresh: () => INSPECTION_TABS.forEach((tab) => void counts[tab].mutate()),
  };
}

interface TabsProps {
  readonly tab: InspectionTab;
  readonly totalOf: (tab: InspectionTab) => number | undefined;
  readonly onTab: (tab: InspectionTab) => void;
}

/** The tabs with their counts. The open tab is kept in the URL. */
function InspectionTabs({ tab, totalOf, onTab }: TabsProps) {
  const t = useTranslations('inspections');
  return (
    <Tabs value={tab} onChange={(_, next: InspectionTab) => onTab(next)} aria-label={t('tabs')}>
      {INSPECTION_TABS.map((value) => (
        <Tab key={value} value={value} label={[t(`tab.${value}`), totalOf(value)].join(' ').trim()} />
      ))}
    </Tabs>
  );
}

interface InspectionBoardProps {
  readonly tab: InspectionTab;
  readonly list: ResourceList<InspectionRow>;
  readonly holder: Holder;
  readonly tabs: ReactNode;
  /** A row was planned or recorded, so it may have moved to another tab. */
  readonly onChange: () => void;
}

/** One tab: its rows, filters and row actions. */
function Board({ tab, list, holder, tabs, onChange }: InspectionBoardProps) {
  const t = useTranslations('inspections');
  const { start, close, on } = useRowTask<InspectionRow, Task>();
  const columns = useMemo(
    () => [
      ...inspectionColumnsOf(t, holder),
      ...taskColumn<InspectionRow, Task>(t, {
        holder,
        tasks: [
          { kind: 'assign', operation: saveInspection },
          { kind: 'record', operation: saveInspection },
          { kind: 'history', isFurther: true },
        ],
        nameOf: ({ equipmentName }) => equipmentName,
        start,
      }),
    ],
    [holder, start, t],
  );
  const done = () => {
    list.refresh();
    onChange();
  };
  return (
    <ListScreen
      t={t}
      tabs={tabs}
      list={{ ...list, exportInput: { ...list.exportInput, tab } }}
      columns={columns}
      file={{ operation: exportInspection, holder }}
      filters={
        <>
          <FilterText name="key" />
          <FilterSelect name="kind" choices={INSPECTION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))} />
          <FilterSelect
            name="assigned"
            choices={[
              { value: 1, label: t('assigned.yes') },
              { value: 0, label: t('assigned.no') },
            ]}
          />
          {tab === 'all' && <FilterDates label={t('filter.dates')} />}
          <FilterLookUp name="projectId" operation={searchProjects} choiceOf={projectChoice} />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
        </>
      }
    >
      {on('assign', (row) => (
        <AssignInspectionDialog row={row} onDone={done} onClose={close} />
      ))}
      {on('record', (row) => (
        <RecordInspectionDialog row={row} onDone={done} onClose={close} />
      ))}
      {on('history', (row) => (
        <InspectionHistoryDialog row={row} onClose={close} />
      ))}
    </ListScreen>
  );
}

function ExpiredBoard(props: Omit<InspectionBoardProps, 'list' | 'tab'>) {
  return <Board {...props} tab="expired" list={useResourceList(expiredList) as never} />;
}
function AllBoard(props: Omit<InspectionBoardProps, 'list' | 'tab'>) {
  return <Board {...props} tab="all" list={useResourceList(allList) as never} />;
}
function ApproachingBoard({
  first,
  ...props
}: Omit<InspectionBoardProps, 'list' | 'tab'> & Pick<ListScreenProps<typeof approachingList>, 'first'>) {
  return <Board {...props} tab="approaching" list={useResourceList(approachingList, first) as never} />;
}

/** Inspections that are due, overdue, and all (silent-screens A6). */
export function InspectionScreen({ first, holder }: ListScreenProps<typeof approachingList>) {
  const [{ tab }, set] = useQueryStates({
    tab: parseAsStringLiteral(INSPECTION_TABS).withDefault('approaching'),
    ...PAGING_PARAMS,
  });
  const { totalOf, refresh } = useInspectionCounts();
  // Another tab is another list and starts at its first page.
  const tabs = (
    <InspectionTabs
      tab={tab}
      totalOf={totalOf}
      onTab={(next) => void set({ tab: next, page: null, sort: null, order: null }, { history: 'push' })}
    />
  );
  const shared = { holder, tabs, onChange: refresh };
  if (tab === 'expired') return <ExpiredBoard {...shared} />;
  if (tab === 'all') return <AllBoard {...shared} />;
  return <ApproachingBoard first={first} {...shared} />;
}
