'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { FilterText } from '@/components/kit/list/filter-bar';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { exportSymptoms } from '@/lib/features/symptoms/contract';
import { SYMPTOM_STATES } from '@/lib/features/symptoms/value-sets';
import { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { symptomColumnsOf } from './symptom-columns';
import { symptomList } from './symptom-list';

/** The symptom list (doc2 §2.10). */
export function SymptomListScreen({ first, holder }: ListScreenProps<typeof symptomList>) {
  const t = useTranslations('symptoms');
  const isEnglish = useLocale() === 'en';
  const list = useResourceList(symptomList, first);
  const columns = useMemo(() => symptomColumnsOf(t, holder, isEnglish), [holder, isEnglish, t]);
  const wordsOf = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }));
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      file={{ operation: exportSymptoms, holder }}
      filters={
        <>
          <FilterText name="key" />
          <FilterText name="symptomTitle" />
          <FilterSeveral name="categoryList" choices={wordsOf('category', SYMPTOM_CATEGORIES)} />
          <FilterSeveral name="symptomStateList" choices={wordsOf('state', SYMPTOM_STATES)} />
        </>
      }
    />
  );
}
