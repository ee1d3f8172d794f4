'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { FilterSeveral } from '@/components/kit/list/filter-several';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useRowSelection } from '@/components/kit/list/use-row-selection';
import { exportErrorInspection, inspectError } from '@/lib/features/error-inspection/contract';
import { bulkRefusal } from '@/lib/features/error-inspection/judgements';
import { MAX_DAYS, MAX_JUDGED, RESULTS } from '@/lib/features/error-inspection/value-sets';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import { errorColumnsOf } from './error-columns';
import { errorList } from './error-list';
import { InspectDialog } from './inspect-dialog';

/** Fault episodes: which were real, and what followed (silent-screens A3). */
export function ErrorListScreen({ first, holder }: ListScreenProps<typeof errorList>) {
  const t = useTranslations('errorInspection');
  const list = useResourceList(errorList, first);
  const [isInspecting, setIsInspecting] = useState(false);
  const columns = useMemo(() => errorColumnsOf(t, holder), [holder, t]);
  const selection = useRowSelection(list, {
    max: MAX_JUDGED,
    isSelectable: (row, chosen) => bulkRefusal([row, ...chosen.slice(0, 1)]) === undefined,
  });
  const pair = (zero: string, one: string) => [
    { value: 1, label: t(one) },
    { value: 0, label: t(zero) },
  ];
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      selection={may(holder, inspectError) ? selection : undefined}
      bulk={<Button onClick={() => setIsInspecting(true)}>{t('action.inspect')}</Button>}
      file={{ operation: exportErrorInspection, holder }}
      filters={
        <>
          <FilterDates isRequired maxDays={MAX_DAYS} />
          <FilterText name="key" />
          <FilterText name="gbCode" maxLength={20} />
          <FilterSelect
            name="equipmentType"
            choices={[1, 2].map((value) => ({ value, label: t(`equipmentType.${value}`) }))}
          />
          <FilterSeveral name="results" choices={RESULTS.map((value) => ({ value, label: t(`result.${value}`) }))} />
          <FilterSelect name="active" choices={pair('over', 'lasting')} />
          <FilterSelect name="trapped" choices={pair('no', 'yes')} />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
        </>
      }
    >
      {isInspecting && (
        <InspectDialog
          rows={selection.rows}
          holder={holder}
          onDone={() => {
            selection.clear();
            list.refresh();
          }}
          onClose={() => setIsInspecting(false)}
        />
      )}
    </ListScreen>
  );
}
