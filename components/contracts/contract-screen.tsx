'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo, type ReactNode } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { PAGING_PARAMS } from '@/components/kit/list/list-query';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList, type ResourceList } from '@/components/kit/list/use-resource-list';
import { projectChoice } from '@/components/projects/shared/project-picker';
import {
  exportContracts,
  followUpContract,
  queryExpiredContracts,
  queryNotExpiredContracts,
  queryOtherContracts,
  type ContractRow,
} from '@/lib/features/contracts/contract';
import { CONTRACT_TABS, END_WITHIN, type ContractTab } from '@/lib/features/contracts/value-sets';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { useSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { contractColumnsOf } from './contract-columns';
import { expiredList, notExpiredList, otherList } from './contract-lists';
import { FollowUpDialog } from './follow-up-dialog';

type Task = 'followUp' | 'off';

/** The tabs with their counts, and the age of the data. */
function ContractTabs({ tab, onTab }: { readonly tab: ContractTab; readonly onTab: (tab: ContractTab) => void }) {
  const t = useTranslations('contracts');
  const one = { pageSize: 1 };
  const running = useSms(queryNotExpiredContracts, one).data;
  const totals: Record<ContractTab, number | undefined> = {
    notExpired: running?.total,
    expired: useSms(queryExpiredContracts, one).data?.total,
    other: useSms(queryOtherContracts, one).data?.total,
  };
  return (
    <>
      {running?.updatedAt && <p>{t('updatedAt', { time: running.updatedAt })}</p>}
      <Tabs value={tab} onChange={(_, next: ContractTab) => onTab(next)} aria-label={t('tabs')}>
        {CONTRACT_TABS.map((value) => (
          <Tab
            key={value}
            value={value}
            label={totals[value] === undefined ? t(`tab.${value}`) : `${t(`tab.${value}`)} ${totals[value]}`}
          />
        ))}
      </Tabs>
    </>
  );
}

interface ContractBoardProps {
  readonly tab: ContractTab;
  readonly list: ResourceList<ContractRow>;
  readonly holder: Holder;
  readonly tabs: ReactNode;
}

/** One tab: its rows, filters and row actions. */
function Board({ tab, list, holder, tabs }: ContractBoardProps) {
  const t = useTranslations('contracts');
  const { start, close, on } = useRowTask<ContractRow, Task>();
  const columns = useMemo(() => {
    const off = routeOf('equipoffmaintenance');
    return [
      ...contractColumnsOf(t, holder, { showsFollowUp: may(holder, followUpContract) }),
      ...taskColumn<ContractRow, Task>(t, {
        holder,
        tasks: [
          { kind: 'followUp', operation: followUpContract },
          {
            kind: 'off',
            isOffered: () => tab === 'expired',
            href: ({ equipmentNo }) => (mayOpen(holder, off) ? hrefOf(off.key, { key: equipmentNo }) : undefined),
          },
        ],
        nameOf: ({ equipmentName }) => equipmentName,
        start,
      }),
    ];
  }, [holder, start, t, tab]);
  return (
    <ListScreen
      t={t}
      tabs={tabs}
      list={{ ...list, exportInput: { ...list.exportInput, tab } }}
      columns={columns}
      file={{ operation: exportContracts, holder }}
      filters={
        <>
          <FilterText name="key" />
          <FilterText name="contractNo" maxLength={40} />
          {tab === 'notExpired' && (
            <FilterSelect
              name="days"
              choices={END_WITHIN.map((value) => ({ value, label: t('within', { days: value }) }))}
            />
          )}
          <FilterLookUp name="projectId" operation={searchProjects} choiceOf={projectChoice} />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
        </>
      }
    >
      {on('followUp', (row) => (
        <FollowUpDialog row={row} onDone={() => list.refresh()} onClose={close} />
      ))}
    </ListScreen>
  );
}

type ContractTabProps = Omit<ContractBoardProps, 'list' | 'tab'>;
function RunningBoard({ first, ...props }: ContractTabProps & Pick<ListScreenProps<typeof notExpiredList>, 'first'>) {
  return <Board {...props} tab="notExpired" list={useResourceList(notExpiredList, first) as never} />;
}
function ExpiredBoard(props: ContractTabProps) {
  return <Board {...props} tab="expired" list={useResourceList(expiredList) as never} />;
}
function OtherBoard(props: ContractTabProps) {
  return <Board {...props} tab="other" list={useResourceList(otherList) as never} />;
}

/** Contracts that run, have ended, or have not begun (silent-screens A5). */
export function ContractScreen({ first, holder }: ListScreenProps<typeof notExpiredList>) {
  const [{ tab }, set] = useQueryStates({
    tab: parseAsStringLiteral(CONTRACT_TABS).withDefault('notExpired'),
    ...PAGING_PARAMS,
  });
  // Another tab is another list and starts at its first page.
  const tabs = (
    <ContractTabs
      tab={tab}
      onTab={(next) => void set({ tab: next, page: null, sort: null, order: null }, { history: 'push' })}
    />
  );
  if (tab === 'expired') return <ExpiredBoard holder={holder} tabs={tabs} />;
  if (tab === 'other') return <OtherBoard holder={holder} tabs={tabs} />;
  return <RunningBoard first={first} holder={holder} tabs={tabs} />;
}
