import { anyCallback } from '@/lib/features/callbacks/contract';
import { openCalls } from '@/components/callbacks/shared/open-calls';
import { COUNTED_STATUSES } from '@/lib/features/callbacks/state';
import { NOT_RECORDED, SCSA_FILTERS } from '@/lib/features/callbacks/value-sets';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { anyMaintenance } from '@/lib/features/maintenance/contract';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { WAITING_STATES } from '@/lib/live/detector/symptom-state';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';

/** The list behind each number: the states, days, branch and projects by which it was counted (readings 228). Pure. */

const COUNTED = COUNTED_STATUSES.join(',');
/** A longer address is not read by every server. */
const MOST_PROJECTS = 100;

export interface Units {
  readonly branchCode: string;
  /** Null: not narrowed to projects. */
  readonly projectIds: readonly string[] | null;
}

export interface ListDays {
  readonly from: string;
  readonly until: string;
}

const lastDayOf = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`;
};
export const monthRange = (month: string): ListDays => ({ from: `${month}-01`, until: lastDayOf(month) });

type Filters = Readonly<Record<string, string | undefined>>;

export function dashboardLinks(holder: Holder, units: Units) {
  const isTooLong = (units.projectIds?.length ?? 0) > MOST_PROJECTS || units.projectIds?.length === 0;
  const ofUnits = { branchCode: units.branchCode, projectId: units.projectIds?.join(',') };
  const link = (isAllowed: boolean, key: string, filters: Filters) =>
    isAllowed && !isTooLong ? hrefOf(key, { ...ofUnits, ...filters }) : undefined;
  const readsCalls = may(holder, anyCallback);
  const readsUnits = may(holder, queryEquipment);
  const calls = ({ from, until }: ListDays, filters: Filters = {}) =>
    link(readsCalls, 'callbacklist', { startCreateDate: from, endCreateDate: until, jobStatus: COUNTED, ...filters });
  return {
    units: (filters: Filters = {}) => link(readsUnits, 'equipmentlist', filters),
    calls,
    trapped: (days: ListDays, filters: Filters = {}) => calls(days, { person: 'personTrapped', ...filters }),
    own: (days: ListDays, filters: Filters = {}) => calls(days, { jobStatus: 'CLSO', scsa: '1', ...filters }),
    /** Whatever is not closed as the equipment's own. */
    others: (days: ListDays, filters: Filters = {}) =>
      calls(days, { scsa: SCSA_FILTERS.filter((reason) => reason !== '1').join(','), ...filters }),
    reason: (days: ListDays, scsa: string) => calls(days, { jobStatus: 'CLSO', scsa: scsa || NOT_RECORDED }),
    open: (today: string, states?: readonly string[], filters: Filters = {}) =>
      link(readsCalls, 'callbacklist', { ...openCalls(today, states), ...filters }),
    closedToday: (today: string) =>
      link(readsCalls, 'callbacklist', { ...openCalls(today), jobStatus: 'CLSO', closedSince: today }),
    /** Symptoms that wait for somebody. */
    symptoms: (filters: Filters) =>
      link(may(holder, querySymptoms), 'symptomList', { symptomStateList: WAITING_STATES.join(','), ...filters }),
    jobs: (day: string, jobStatus: string) =>
      link(may(holder, anyMaintenance), 'maintenanceList', { startDate: day, endDate: day, jobStatus }),
    unit: (equipmentNo: string) => detailHref(holder, equipmentNo),
    call: (callbackId: string) =>
      mayOpen(holder, routeOf('callbackDetail')) ? hrefOf('callbackDetail', { callbackId }) : undefined,
    symptom: (symptomId: string) =>
      mayOpen(holder, routeOf('symptomDetail')) ? hrefOf('symptomDetail', { symptomId }) : undefined,
    /** A list that takes one project: none where the dashboard is of several. */
    list: (key: 'anualInspection' | 'saptdContract', filters: Filters = {}) =>
      (units.projectIds?.length ?? 0) < 2 && mayOpen(holder, routeOf(key))
        ? hrefOf(key, { ...ofUnits, ...filters })
        : undefined,
    project: (projectId: string) => hrefOf('kaProjectDashboard', { projectIds: projectId }),
  };
}
export type DashboardLinks = ReturnType<typeof dashboardLinks>;
