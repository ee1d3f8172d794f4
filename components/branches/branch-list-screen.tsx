'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useDeniedError } from '@/components/kit/ui/use-denied-error';
import type { BranchRow } from '@/lib/features/branches/contract';
import { branchList } from './branch-list';

function columnsOf(t: ListTexts) {
  const { text } = columnKinds<BranchRow>(t);
  return [text('branchCode'), text('branchName', { minWidth: 240, flex: true })];
}

/** The branches, read-only: the source system maintains them (doc1 §2). */
export function BranchListScreen({ first }: Pick<ListScreenProps<typeof branchList>, 'first'>) {
  const t = useTranslations('branches');
  const list = useResourceList(branchList, first);
  const error = useDeniedError(list.error);
  const columns = useMemo(() => columnsOf(t), [t]);
  return <ListScreen t={t} list={{ ...list, error }} columns={columns} filters={<FilterText name="searchKey" />} />;
}
