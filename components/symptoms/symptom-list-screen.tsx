'use client';

import { useLocale, useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { LinkedUnitFilters } from '@/components/facts/shared/linked-unit-filters';
import { FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import { ListPage } from '@/components/kit/list/list-page';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { listRules } from '@/lib/features/detector/contract';
import { exportSymptoms } from '@/lib/features/symptoms/contract';
import { useRowsBell } from '@/lib/features/incidents/shared/use-rows-bell';
import { may } from '@/lib/platform/contract/access';
import { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { SYMPTOM_STATES } from '@/lib/live/detector/symptom-state';
import { RulesBoard } from './rules-board';
import { symptomColumnsOf } from './shared/symptom-columns';
import { symptomList } from './symptom-list';
import { SYMPTOM_VIEWS, SymptomViews } from './symptom-views';

/** The symptom list (doc2 §2.10), and for SUPER_MASTER the rules in a tab beside it (readings 81). */
export function SymptomListScreen({ first, holder }: ListScreenProps<typeof symptomList>) {
  const t = useTranslations('symptoms');
  const isEnglish = useLocale() === 'en';
  const list = useResourceList(symptomList, first);
  useRowsBell('symptom', list.refresh);
  const columns = useMemo(() => symptomColumnsOf(t, holder, isEnglish), [holder, isEnglish, t]);
  const [view, setView] = useQueryState('tab', parseAsStringLiteral(SYMPTOM_VIEWS).withDefault('list'));
  const views = may(holder, listRules) && <SymptomViews view={view} onView={(next) => void setView(next)} />;
  const wordsOf = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }));
  if (views && view === 'rules')
    return (
      <ListPage title={t('title')}>
        {views}
        <RulesBoard />
      </ListPage>
    );
  return (
    <ListScreen
      t={t}
      tabs={views}
      list={list}
      columns={columns}
      file={{ operation: exportSymptoms, holder }}
      filters={
        <>
          <FilterText name="key" />
          <FilterText name="symptomTitle" />
          <FilterSeveral name="categoryList" choices={wordsOf('category', SYMPTOM_CATEGORIES)} />
          <FilterSeveral name="symptomStateList" choices={wordsOf('state', SYMPTOM_STATES)} />
          {list.filters.startDate !== '' && <FilterDates />}
          <LinkedUnitFilters t={t} filters={list.filters} others={['equipmentNo']} />
        </>
      }
    />
  );
}
