'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { ResourceTable } from '@/components/kit/list/resource-table';
import type { SymptomRow } from '@/lib/features/symptoms/contract';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { hasAny } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import type { TabProps } from './tab-panel';
import { symptomListOf } from './unit-lists';
import { useUnitList } from './use-unit-list';

/** The symptoms of the unit (doc2 §2.4, §7). */
export function SymptomsTab({ equipmentNo, holder }: TabProps) {
  const t = useTranslations('symptoms');
  const own = useTranslations('equipmentDetail.symptoms');
  const definition = useMemo(() => symptomListOf(equipmentNo), [equipmentNo]);
  const list = useUnitList(definition, equipmentNo);
  const columns = useMemo(() => {
    const kinds = columnKinds<SymptomRow>(t);
    const isWhole = hasAny(holder, ['SUPER_MASTER']);
    const hrefTo = (key: string, query: Record<string, string>) => {
      const target = routeOf(key);
      return target.isBuilt && mayOpen(holder, target) ? hrefOf(key, query) : undefined;
    };
    const words = (rule: string) => (t.has(`rule.${rule}`) ? t(`rule.${rule}`) : undefined);
    return [
      kinds.link('symptomId', { href: ({ symptomId }) => hrefTo('symptomDetail', { symptomId }) }, { minWidth: 150 }),
      kinds.own('symptomTitle', ({ symptomTitle }) => shownSymptomTitle(symptomTitle, { isWhole, words }), {
        minWidth: 180,
        flex: 3,
      }),
      kinds.option('category', { minWidth: 130, flex: 1 }),
      kinds.option('symptomState', { group: 'state' }),
      kinds.link(
        'callbackId',
        { href: ({ callbackId }) => (callbackId ? hrefTo('callbackDetail', { callbackId }) : undefined) },
        { minWidth: 150 },
      ),
      kinds.time('createDate'),
    ];
  }, [holder, t]);
  return <ResourceTable label={own('table')} emptyTitle={own('empty')} columns={columns} list={list} />;
}
