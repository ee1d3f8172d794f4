'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { LinkedUnitFilters } from '@/components/facts/shared/linked-unit-filters';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import { ListPage } from '@/components/kit/list/list-page';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { createCallback, exportCallbacks } from '@/lib/features/callbacks/contract';
import { useRowsBell } from '@/lib/features/incidents/shared/use-rows-bell';
import { queryDuty } from '@/lib/features/incidents/duty-contract';
import { CALLBACK_STATUSES } from '@/lib/features/callbacks/state';
import { CALLBACK_TYPES, NOT_RECORDED, PERSONS, SCSA, SCSA_FILTERS } from '@/lib/features/callbacks/value-sets';
import { may } from '@/lib/platform/contract/access';
import { callbackColumnsOf, callbackHref } from './shared/callback-columns';
import { callbackList } from './callback-list';
import { CALLBACK_VIEWS, CallbackViews } from './callback-views';
import { CreateDialog } from './shared/create-dialog';
import { DutyBoard } from './duty-board';

/** The list of call-outs (doc2 §2.8), and the duty board in a tab beside it. */
export function CallbackListScreen({ first, holder }: ListScreenProps<typeof callbackList>) {
  const t = useTranslations('callbacks');
  const router = useRouter();
  const list = useResourceList(callbackList, first);
  useRowsBell('callback', list.refresh);
  const [isCreating, setIsCreating] = useState(false);
  const columns = useMemo(() => callbackColumnsOf(t, holder), [holder, t]);
  const [view, setView] = useQueryState('tab', parseAsStringLiteral(CALLBACK_VIEWS).withDefault('list'));
  const views = may(holder, queryDuty) && <CallbackViews view={view} onView={(next) => void setView(next)} />;
  const wordsOf = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }));
  if (views && view === 'duty')
    return (
      <ListPage title={t('title')}>
        {views}
        <DutyBoard holder={holder} />
      </ListPage>
    );
  return (
    <ListScreen
      t={t}
      tabs={views}
      list={list}
      columns={columns}
      file={{ operation: exportCallbacks, holder }}
      actions={
        may(holder, createCallback) && (
          <Button variant="contained" color="primary" onClick={() => setIsCreating(true)}>
            {t('new')}
          </Button>
        )
      }
      filters={
        <>
          <FilterDates
            label={t('filter.createDateRange')}
            startName="startCreateDate"
            endName="endCreateDate"
            isRequired
          />
          <FilterText name="key" label={t('filter.key')} />
          <FilterSelect name="person" label={t('filter.person')} choices={wordsOf('personFilter', PERSONS)} />
          <FilterSeveral
            name="jobStatus"
            label={t('filter.jobStatus')}
            choices={wordsOf('status', CALLBACK_STATUSES)}
          />
          <FilterSelect
            name="callbackType"
            label={t('filter.callbackType')}
            choices={wordsOf('type', CALLBACK_TYPES)}
          />
          <FilterText name="description" label={t('filter.description')} />
          {list.filters.scsa.includes(',') ? (
            // The link of a number may name several reasons.
            <FilterSeveral name="scsa" label={t('filter.scsa')} choices={wordsOf('scsa', SCSA_FILTERS)} />
          ) : (
            <FilterSelect
              name="scsa"
              label={t('filter.scsa')}
              choices={wordsOf('scsa', list.filters.scsa === NOT_RECORDED ? SCSA_FILTERS : SCSA)}
            />
          )}
          <LinkedUnitFilters
            t={t}
            filters={list.filters}
            others={['scsb', 'equipmentNo', 'closedSince', 'place', 'building']}
          />
        </>
      }
    >
      {isCreating && (
        <CreateDialog
          holder={holder}
          onDone={(callbackId) => router.push(callbackHref(callbackId))}
          onClose={() => setIsCreating(false)}
        />
      )}
    </ListScreen>
  );
}
