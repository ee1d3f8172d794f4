import { choiceFilter, textFilter, defineList } from '@/components/kit/list/list-query';
import { queryProjects, type PROJECT_SORT_FIELDS } from '@/lib/features/projects/contract';

/** The project list: its filters and what their choices may be (doc1 §2, §9). */

export const PROJECT_CHOICES = { haveEquipment: [0, 1], externalAccount: [1, 2] } as const;

export const projectList = defineList({
  name: 'projects',
  rowKey: 'projectId',
  operation: queryProjects,
  filters: {
    branchCode: textFilter(),
    haveEquipment: choiceFilter(),
    externalAccount: choiceFilter(),
    projectName: textFilter(),
  },
  lists: ['branchCode'],
  sortFields: [
    'branchName',
    'projectName',
    'tplnr',
    'equipmentTotal',
  ] satisfies readonly (typeof PROJECT_SORT_FIELDS)[number][],
  choices: PROJECT_CHOICES,
});
