'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useState } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen } from '@/components/kit/list/list-screen';
import type { FirstPage } from '@/components/kit/list/list-query';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { TaskActions } from '@/components/kit/list/task-actions';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useJoin } from '@/components/kit/ui/use-join';
import { DATA_GROUPS, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { mutateSms } from '@/lib/platform/client/hooks';
import {
  deleteStrategy,
  queryStrategies,
  saveStrategy,
  STRATEGY_LEVELS,
  type StrategyForm,
  type StrategyRow,
} from '@/lib/features/strategies/contract';
import { StrategyDialog } from './strategy-dialog';
import { strategyList } from './strategy-list';
import { StrategyPreview } from './strategy-preview';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

/** A row as the form that would save it unchanged. */
const formOf = (row: StrategyRow): StrategyForm => ({
  strategyId: row.strategyId,
  strategyName: row.strategyName,
  level: row.level,
  targets: row.targets,
  historyMonths: row.historyMonths,
  liveIntervalSec: row.liveIntervalSec,
  dataGroups: row.dataGroups as StrategyForm['dataGroups'],
  symptomCategories: row.symptomCategories as StrategyForm['symptomCategories'],
  maskTime: row.maskTime,
  exportAllowed: row.exportAllowed,
  enabled: row.enabled,
});

/** How much history and which data tiers, projects and users see (silent-screens B2). */
export function StrategyListScreen({
  first,
  holder,
}: {
  readonly first: FirstPage<StrategyRow>;
  readonly holder: Holder;
}) {
  const t = useTranslations('strategies');
  const common = useTranslations('common');
  const missing = common('missing');
  const failureText = useFailureText();
  const join = useJoin();
  const list = useResourceList(strategyList, first);
  const [edited, setEdited] = useState<StrategyRow | 'new'>();
  const [deleted, setDeleted] = useState<StrategyRow>();
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { refresh } = list;

  const toggle = useCallback(
    async (row: StrategyRow) => {
      try {
        await mutateSms(saveStrategy, { ...formOf(row), enabled: !row.enabled }, [queryStrategies]);
        toast.success(common('success.operation'));
        refresh();
      } catch (error) {
        toast.error(failureText(error));
      }
    },
    [common, failureText, refresh],
  );

  const maySave = may(holder, saveStrategy);
  const mayDelete = may(holder, deleteStrategy);
  const columns = useMemo<readonly Column<StrategyRow>[]>(() => {
    const groups = (row: StrategyRow) =>
      row.dataGroups.length === DATA_GROUPS.length
        ? t('all')
        : join(DATA_GROUPS.filter((group) => row.dataGroups.includes(group)).map((group) => t(`group.${group}`))) ||
          t('none');
    return [
      {
        field: 'strategyName',
        label: t('column.strategyName'),
        minWidth: 140,
        flex: true,
        isSortable: true,
        cell: (row) => row.strategyName,
      },
      {
        field: 'enabled',
        label: t('column.enabled'),
        onCard: 2,
        cell: (row) => (
          <StatusPill status={row.enabled ? 'normal' : 'offline'} look="plain">
            {t(row.enabled ? 'on' : 'off')}
          </StatusPill>
        ),
      },
      {
        field: 'level',
        label: t('column.level'),
        onCard: 3,
        isSortable: true,
        cell: (row) => t(`level.${row.level}`),
      },
      {
        field: 'targetNames',
        label: t('column.targetNames'),
        onCard: 1,
        minWidth: 140,
        flex: true,
        cell: (row) => (row.level === 'default' ? t('everybody') : join(row.targetNames)),
      },
      {
        field: 'historyMonths',
        label: t('column.historyMonths'),
        align: 'right',
        isSortable: true,
        cell: (row) => (row.historyMonths === null ? t('unlimited') : t('months', { n: row.historyMonths })),
      },
      { field: 'dataGroups', label: t('column.dataGroups'), minWidth: 160, flex: true, cell: groups },
      {
        field: 'symptomCategories',
        label: t('column.symptomCategories'),
        cell: (row) =>
          row.symptomCategories.length === SYMPTOM_CATEGORIES.length
            ? t('all')
            : row.symptomCategories.join(', ') || t('none'),
      },
      {
        field: 'liveIntervalSec',
        label: t('column.liveIntervalSec'),
        align: 'right',
        isSortable: true,
        cell: (row) => t('seconds', { n: row.liveIntervalSec }),
      },
      { field: 'maskTime', label: t('column.maskTime'), cell: (row) => t(row.maskTime ? 'yes' : 'no') },
      {
        field: 'exportAllowed',
        label: t('column.exportAllowed'),
        cell: (row) => t(row.exportAllowed ? 'allowed' : 'denied'),
      },
      { field: 'updateBy', label: t('column.updateBy'), cell: (row) => row.updateBy ?? missing },
      {
        field: 'updateDate',
        label: t('column.updateDate'),
        isSortable: true,
        cell: (row) => row.updateDate,
      },
      ...(maySave || mayDelete
        ? [
            {
              field: 'actions',
              label: t('column.actions'),
              cell: (row: StrategyRow) => {
                const action = (kind: 'update' | 'enable' | 'disable' | 'delete', onClick: () => void) => ({
                  key: kind,
                  text: t(`action.${kind}`),
                  label: t('action.of', { action: t(`action.${kind}`), name: row.strategyName }),
                  isDangerous: kind === 'delete',
                  onClick,
                });
                return (
                  <TaskActions
                    name={row.strategyName}
                    tasks={[
                      ...(maySave
                        ? [
                            action('update', () => setEdited(row)),
                            action(row.enabled ? 'disable' : 'enable', () => void toggle(row)),
                          ]
                        : []),
                      ...(mayDelete && row.level !== 'default' ? [action('delete', () => setDeleted(row))] : []),
                    ]}
                  />
                );
              },
            },
          ]
        : []),
    ];
  }, [join, mayDelete, maySave, missing, t, toggle]);

  return (
    <ListScreen
      t={t}
      columns={columns}
      list={list}
      actions={
        <>
          <Button onClick={() => setIsPreviewing(true)}>{t('action.preview')}</Button>
          {maySave && (
            <Button variant="contained" color="primary" onClick={() => setEdited('new')}>
              {t('add')}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <FilterText name="key" />
          <FilterSelect name="level" values={STRATEGY_LEVELS} />
          <FilterSelect
            name="enabled"
            choices={[
              { value: 1, label: t('on') },
              { value: 0, label: t('off') },
            ]}
          />
        </>
      }
    >
      {edited && (
        <StrategyDialog
          edited={edited === 'new' ? undefined : { form: formOf(edited), names: edited.targetNames }}
          onSaved={list.refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <RowDeletion
          name={deleted.strategyName}
          operation={deleteStrategy}
          input={{ strategyId: deleted.strategyId }}
          stale={[queryStrategies]}
          onDone={list.refresh}
          onClose={() => setDeleted(undefined)}
        />
      )}
      {isPreviewing && <StrategyPreview onClose={() => setIsPreviewing(false)} />}
    </ListScreen>
  );
}
