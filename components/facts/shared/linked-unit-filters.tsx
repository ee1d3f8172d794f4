'use client';

import type { ListTexts } from '@/components/kit/list/column-kinds';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';

interface Props {
  /** The list's texts: `filter.<name>`, `unitType.<value>`. */
  readonly t: ListTexts;
  readonly filters: Readonly<Record<string, string | number>>;
  /** Further filters of the list that come with a link, before those of units. */
  readonly others?: readonly string[];
}

const OF_UNITS = ['projectId', 'branchCode', 'city'];

/** Filters that come with the link of a number: drawn while they narrow, so that one sees and clears them. */
export function LinkedUnitFilters({ t, filters, others = [] }: Props) {
  return (
    <>
      {(filters.unitType ?? '') !== '' && (
        <FilterSelect
          name="unitType"
          label={t('filter.unitType')}
          choices={UNIT_TYPES.map((value) => ({ value, label: t(`unitType.${value}`) }))}
        />
      )}
      {[...others, ...OF_UNITS]
        .filter((name) => (filters[name] ?? '') !== '')
        .map((name) => (
          <FilterText key={name} name={name} label={t(`filter.${name}`)} />
        ))}
    </>
  );
}
