'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import {
  exportOffMaintenance,
  followUpOff,
  queryOffMaintenance,
  resumeService,
  stopService,
  type OffMaintenanceRow,
} from '@/lib/features/off-maintenance/contract';
import { OFF_MOVES, OFF_REASONS, OFF_STATES, type OffMove } from '@/lib/features/off-maintenance/value-sets';
import { useSms } from '@/lib/platform/client/hooks';
import { offColumnsOf } from './off-columns';
import { OffDialog } from './off-dialog';
import { offList } from './off-list';
import styles from './off-month.module.css';

const MOVES = { followUp: followUpOff, stop: stopService, resume: resumeService } as const;
const KINDS = ['followUp', 'stop', 'resume'] as const satisfies readonly OffMove[];

/** Losses and returns of the month, and where most were lost (silent-screens A8). */
function MonthRow() {
  const t = useTranslations('offMaintenance.month');
  const { data } = useSms(queryOffMaintenance, { pageSize: 1 });
  if (!data) return null;
  return (
    <dl className={styles.month}>
      <div>
        <dt>{t('lost')}</dt>
        <dd>{data.lost}</dd>
      </div>
      <div>
        <dt>{t('regained')}</dt>
        <dd>{data.regained}</dd>
      </div>
      {data.topBranches.length > 0 && (
        <div>
          <dt>{t('top')}</dt>
          <dd className={styles.top}>
            {data.topBranches.map(({ branchName, lost }) => (
              <span key={branchName}>
                {branchName} {lost}
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Units that dropped out of their contract: since when, why, and what is done about it (silent-screens A8). */
export function OffListScreen({ first, holder }: ListScreenProps<typeof offList>) {
  const t = useTranslations('offMaintenance');
  const list = useResourceList(offList, first);
  const { start, close, on } = useRowTask<OffMaintenanceRow, OffMove>();
  const columns = useMemo(
    () => [
      ...offColumnsOf(t, holder),
      ...taskColumn<OffMaintenanceRow, OffMove>(t, {
        holder,
        tasks: KINDS.map((kind) => ({
          kind,
          operation: MOVES[kind],
          isOffered: ({ state }) => OFF_MOVES[kind].includes(state),
          isFurther: kind === 'stop',
          isDangerous: kind === 'stop',
        })),
        nameOf: ({ equipmentName }) => equipmentName,
        start,
      }),
    ],
    [holder, start, t],
  );
  const words = (group: 'reason' | 'state', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}` as 'reason.OTHER') }));
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      tabs={<MonthRow />}
      file={{ operation: exportOffMaintenance, holder }}
      filters={
        <>
          <FilterDates label={t('filter.dates')} />
          <FilterText name="key" />
          <FilterSelect name="reason" choices={words('reason', OFF_REASONS)} />
          <FilterSelect name="state" choices={words('state', OFF_STATES)} />
          <FilterSelect
            name="sending"
            choices={[
              { value: 1, label: t('sending.yes') },
              { value: 0, label: t('sending.no') },
            ]}
          />
          <BranchFilter name="branchCodes" label={t('filter.branchCodes')} />
        </>
      }
    >
      {KINDS.map((kind) =>
        on(kind, (row) => (
          <OffDialog
            move={kind}
            row={row}
            onDone={() => {
              list.refresh();
            }}
            onClose={close}
          />
        )),
      )}
    </ListScreen>
  );
}
