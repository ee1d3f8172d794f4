import type { HealthReport } from './contract';
import type { ReportTable } from '@/lib/platform/pdf/report-table';
import { NONE, type ReportWords } from './document-words';
import { MAX_CALLOUTS } from './value-sets';

/** The tables of the report. Pure. */

type UnitRow = HealthReport['equipmentStatistic']['eleInfos'][number];

function unitTable(
  { t, figure, average }: ReportWords,
  title: string,
  units: readonly UnitRow[],
  { isEscalator, hasProjects, hasEnergy }: Readonly<Record<'isEscalator' | 'hasProjects' | 'hasEnergy', boolean>>,
): ReportTable {
  const column = (key: string, share: number, isNumber: boolean, cell: (row: UnitRow) => string) => ({
    head: t(`column.${key}`),
    share,
    isNumber,
    cell,
  });
  const columns = [
    column('EQKTX', 4, false, (row) => row.EQKTX),
    ...(hasProjects ? [column('projectName', 3, false, (row) => row.projectName)] : []),
    column('use_years', 2, true, (row) => figure(row.use_years)),
    column('contract_end', 2.4, false, (row) => row.contract_end ?? NONE),
    column('callbackNumbers', 2, true, (row) => figure(row.callbackNumbers)),
    ...(isEscalator
      ? []
      : [
          column('tripsAverage', 2.2, true, (row) => average(row.tripsAverage)),
          column('openAverage', 2.2, true, (row) => average(row.openAverage)),
        ]),
    column('runAverage', 2.2, true, (row) => average(row.runAverage)),
    column('energySaving', 1.8, false, (row) => (hasEnergy ? t(`saving.${row.energySaving}`) : NONE)),
    column('healthStatus', 1.8, false, (row) => t(`health.${row.healthStatus}`)),
  ];
  return {
    title,
    empty: t(isEscalator ? 'noEscalators' : 'noElevators'),
    columns: columns.map(({ head, share, isNumber }) => ({ head, share, isNumber })),
    rows: units.map((row) => columns.map(({ cell }) => cell(row))),
  };
}

function callTable(
  { t, figure, word }: ReportWords,
  calls: HealthReport['equipmentStatistic']['errorInfos'],
): ReportTable {
  return {
    title: t('callOuts', { most: MAX_CALLOUTS }),
    empty: t('noCalls'),
    columns: (
      [
        ['equipmentName', 3],
        ['callbackType', 2.3],
        ['jobStatus', 2],
        ['createDate', 2.4],
        ['arrivalDate', 2.4],
        ['jobUpdateDate', 2.4],
        ['jobDescription', 3.3],
        ['personTrapped', 1.6],
        ['jobTechRemark', 2.6],
        ['stopTime', 1.6],
        ['scsaText', 1.8],
      ] as const
    ).map(([key, share]) => ({ head: t(`column.${key}`), share, isNumber: key === 'stopTime' })),
    rows: calls.map((row) => [
      row.equipmentName,
      word('type', row.callbackType),
      word('status', row.jobStatus),
      row.createDate,
      row.arrivalDate ?? NONE,
      row.jobUpdateDate,
      row.jobDescription || NONE,
      t(row.personTrapped ? 'yes' : 'no'),
      row.jobTechRemark ?? NONE,
      figure(row.stopTime),
      row.scsaText ?? NONE,
    ]),
  };
}

export function tablesOf({ project, equipmentStatistic, withheld }: HealthReport, words: ReportWords): ReportTable[] {
  const shown = { hasProjects: project.projectIds.length > 1, hasEnergy: !withheld.includes('energy') };
  return [
    unitTable(words, words.t('elevators'), equipmentStatistic.eleInfos, { ...shown, isEscalator: false }),
    unitTable(words, words.t('escalators'), equipmentStatistic.escInfos, { ...shown, isEscalator: true }),
    callTable(words, equipmentStatistic.errorInfos),
  ];
}
