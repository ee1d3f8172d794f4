import { defineList, textFilter } from '@/components/kit/list/list-query';
import { querySymptoms, SYMPTOM_SORT_FIELDS } from '@/lib/features/symptoms/contract';
import { FROM_CAMPUS, isFromCampus, SYMPTOM_STATES } from '@/lib/features/symptoms/value-sets';
import { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';

/** Symptoms, newest first without a range (doc2 §2.10, readings 83). */
export const symptomList = defineList({
  name: 'symptoms',
  rowKey: 'symptomId',
  operation: querySymptoms,
  filters: {
    key: textFilter(),
    symptomTitle: textFilter(),
    categoryList: textFilter(),
    symptomStateList: textFilter(),
  },
  sortFields: SYMPTOM_SORT_FIELDS,
  choices: { categoryList: SYMPTOM_CATEGORIES, symptomStateList: SYMPTOM_STATES },
  lists: ['categoryList', 'symptomStateList'],
  nulls: ['categoryList', 'symptomStateList'],
  defaultSort: { field: 'createDate', order: 'desc' },
});

type Params = Readonly<Record<string, string | string[] | undefined>>;
const textOf = (value: string | string[] | undefined): string => [value].flat().join(',');

/**
 * Where the entry from the wall leads: some categories and states are chosen, in the address as any other choice (readings 44).
 * undefined: it is not that entry, or somebody has chosen already.
 */
export function wallParams({ fromCampus, ...params }: Params): Record<string, string> | undefined {
  if (!isFromCampus(textOf(fromCampus)) || params.categoryList || params.symptomStateList) return undefined;
  return {
    ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, textOf(value)])),
    categoryList: FROM_CAMPUS.categoryList.join(','),
    symptomStateList: FROM_CAMPUS.symptomStateList.join(','),
  };
}
