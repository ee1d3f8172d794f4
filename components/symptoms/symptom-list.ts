import { dayFilter, defineList, textFilter, WAITING_FIRST } from '@/components/kit/list/list-query';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';
import { querySymptoms, SYMPTOM_SORT_FIELDS } from '@/lib/features/symptoms/contract';
import { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { SYMPTOM_STATES } from '@/lib/live/detector/symptom-state';

/** Symptoms, open ones first, then newest first, without a range (doc2 §2.10, readings 83, 150). */
export const symptomList = defineList({
  name: 'symptoms',
  rowKey: 'symptomId',
  operation: querySymptoms,
  filters: {
    key: textFilter(),
    symptomTitle: textFilter(),
    categoryList: textFilter(),
    symptomStateList: textFilter(),
    startDate: dayFilter(),
    endDate: dayFilter(),
    equipmentNo: textFilter(),
    unitType: textFilter(),
    projectId: textFilter(),
    branchCode: textFilter(),
    city: textFilter(),
  },
  sortFields: SYMPTOM_SORT_FIELDS,
  choices: { categoryList: SYMPTOM_CATEGORIES, symptomStateList: SYMPTOM_STATES, unitType: ['', ...UNIT_TYPES] },
  lists: ['categoryList', 'symptomStateList', 'projectId', 'branchCode'],
  nulls: ['categoryList', 'symptomStateList'],
  defaultSort: WAITING_FIRST,
});
