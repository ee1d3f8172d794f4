import { actualOf, plannedOf } from '@/lib/features/maintenance/shared/people';
import { DONE_STATUSES, maintenanceParts } from '@/lib/features/maintenance/value-sets';
import type { ReportTable } from '@/lib/platform/pdf/report-table';
import { NONE, type UnitReportWords } from './document-words';
import type { DailyRow, EquipmentReport } from './report-contract';

/** The tables of a report on a unit. Pure. */

type Calls = EquipmentReport['callbackStatistics']['callbackInfo'];
type Jobs = EquipmentReport['callbackStatistics']['maintanceInfo'];

const CALL_COLUMNS = [
  ['callbackId', 2.15],
  ['callbackType', 1.65],
  ['jobStatus', 1.95],
  ['callBackOpenDate', 2],
  ['callBackCloseDate', 2],
  ['jobDescription', 2.35],
  ['jobTechRemark', 2.45],
  ['personTrapped', 1.5],
  ['technicianName', 2.35],
] as const;

export function callTable(calls: Calls, { t, word }: UnitReportWords, title: string, empty: string): ReportTable {
  return {
    title,
    empty,
    columns: CALL_COLUMNS.map(([key, share]) => ({ head: t(`column.${key}`), share })),
    rows: calls.map((row) => [
      row.callbackId,
      word('callbacks', `type.${row.callbackType}`, row.callbackType),
      word('callbacks', `status.${row.jobStatus}`, row.jobStatus),
      row.callBackOpenDate,
      row.callBackCloseDate ?? NONE,
      row.jobDescription || NONE,
      row.jobTechRemark || NONE,
      t(row.personTrapped ? 'yes' : 'no'),
      [row.technicianName, row.technicianPhone].filter(Boolean).join(' ') || NONE,
    ]),
  };
}

const JOB_COLUMNS = [
  ['jobNo', 2],
  ['maintenanceType', 2.4],
  ['maintenanceStatus', 1.6],
  ['technicians', 2.4],
  ['maintenanceTime', 2.4],
] as const;

/** @param until the last day of the window: what is not done by then is overdue */
export function jobTable(
  jobs: Jobs,
  { t, word }: UnitReportWords,
  title: string,
  empty: string,
  until: string,
): ReportTable {
  const typeOf = (type: string) => {
    const parts = maintenanceParts(type);
    return parts
      ? t('jobType', {
          machine: word('maintenanceReports', `machine.${parts.machine}`, parts.machine),
          kind: word('maintenanceReports', `kind.${parts.kind}`, parts.kind),
        })
      : type;
  };
  const isDone = ({ jobStatus, maintenanceTime }: Jobs[number]) =>
    DONE_STATUSES.some((status) => status === jobStatus) && maintenanceTime.slice(0, 10) <= until;
  const people = (job: Jobs[number]) => {
    const phones = {
      planTechnician1Phone: null,
      planTechnician2Phone: null,
      actualTechnician1Phone: null,
      actualTechnician2Phone: null,
    };
    const known = { ...job, ...phones, jobStatus: 'DONE' as const };
    // For a finished job those who did it, else those planned (doc3 §3).
    const found = isDone(job) && actualOf(known).length > 0 ? actualOf(known) : plannedOf(known);
    return found.map(({ name }) => name).join(t('comma')) || NONE;
  };
  return {
    title,
    empty,
    columns: JOB_COLUMNS.map(([key, share]) => ({ head: t(`column.${key}`), share })),
    rows: jobs.map((job) => [
      job.jobNo,
      typeOf(job.maintenanceType),
      isDone(job) ? word('unitReports', `jobStatus.${job.jobStatus}`, job.jobStatus) : t('overdue'),
      people(job),
      job.maintenanceTime,
    ]),
  };
}

const DAILY_COLUMNS = [
  'operationCount',
  'openDoorCount',
  'operationTimeCount',
  'shutdownCount',
  'energyCount',
  'availableCount',
  'errorCount',
  'usability',
] as const satisfies readonly (keyof DailyRow)[];

/** Escalators have no doors; energy is left out where no day has any (silent-screens E2). */
export function dailyTable(
  { equipmentInformation, operationData }: EquipmentReport,
  { t, amount }: UnitReportWords,
  title: string,
  empty: string,
): ReportTable {
  const { dataInfo, total } = operationData;
  const isElevator = equipmentInformation.displayType === 'EV';
  const columns = DAILY_COLUMNS.filter((key) =>
    key === 'openDoorCount' ? isElevator : key === 'energyCount' ? total.energyCount !== null : true,
  );
  const cells = (row: DailyRow) =>
    columns.map((key) => (key === 'usability' && row[key] ? `${amount(row[key])}%` : amount(row[key])));
  return {
    title,
    empty,
    columns: [
      { head: t('column.day'), share: 1.6 },
      ...columns.map((key) => ({ head: t(`column.${key}`), share: 1.4, isNumber: true })),
    ],
    rows: Object.values(dataInfo).map((row) => [row.key, ...cells(row)]),
    total: [t('total'), ...cells(total)],
  };
}
