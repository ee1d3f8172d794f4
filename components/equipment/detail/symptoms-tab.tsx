'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { symptomColumnsOf } from '@/components/symptoms/shared/symptom-columns';
import type { TabProps } from './tab-props';
import { symptomListOf } from './unit-lists';
import { useUnitList } from './use-unit-list';

/** The symptoms of the unit (doc2 §2.4, §7). */
export function SymptomsTab({ equipmentNo, holder }: TabProps) {
  const t = useTranslations('symptoms');
  const own = useTranslations('equipmentDetail.symptoms');
  const isEnglish = useLocale() === 'en';
  const definition = useMemo(() => symptomListOf(equipmentNo), [equipmentNo]);
  const list = useUnitList(definition, equipmentNo);
  const columns = useMemo(
    () => symptomColumnsOf(t, holder, isEnglish).filter(({ field }) => field !== 'equipmentNo'),
    [holder, isEnglish, t],
  );
  return <ResourceTable label={own('table')} emptyTitle={own('empty')} columns={columns} list={list} />;
}
