import { reasonsChart } from '@/lib/features/callbacks/shared/reasons-chart';
import { COUNTED_STATUSES } from '@/lib/features/callbacks/state';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { Language } from '@/lib/platform/i18n/languages';
import type { UnitReportDocument, UnitReportPart, UnitReportSection } from './document-shape';
import { callTable, dailyTable, jobTable } from './document-tables';
import { NONE, unitReportWords, type UnitReportWords } from './document-words';
import type { EquipmentReport } from './report-contract';
import { ABNORMAL_ABOVE, HEALTH_DAYS, OLD_YEARS, PROJECT_ABNORMAL_ABOVE } from './value-sets';

/** The report in words: page and paper are two views of this one document, so that they cannot differ in a figure. Pure. */

export type UnitReportKind = 'biweekly' | 'monthly';
/** Where the rows of a number are; nothing on paper. */
export type LinkOf = (filters: Readonly<Record<string, string>>) => string | undefined;

const COUNTED = COUNTED_STATUSES.join(',');

function factsOf({ equipmentInformation: unit }: EquipmentReport, { t, figure }: UnitReportWords) {
  const rows: readonly (readonly [string, string | null])[] = [
    ['equipmentName', unit.equipmentName],
    ['equipmentNo', unit.equipmentNo],
    ['governmentNo', unit.governmentNo],
    ['projectName', unit.projectName || null],
    ['customerName', unit.customerName],
    ['buildingName', unit.buildingName],
    ['equipmentType', t(`machine.${unit.displayType}`)],
    ['productLine', unit.productLine],
    ['cubeNo', unit.cubeNo],
    ['usedTimeY', unit.usedTimeY === null ? null : t('years', { years: figure(unit.usedTimeY) })],
    ['equipmentStatus', t(`health.${unit.equipmentStatus}`)],
  ];
  return rows.map(([key, value]) => ({ label: t(`fact.${key}`), value: value ?? NONE }));
}

function adviceOf({ suggestions, withheld }: EquipmentReport, { t }: UnitReportWords) {
  const say = (kinds: readonly string[]) =>
    suggestions
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, count }) => t(`suggestion.${kind}`, { count, years: OLD_YEARS }));
  const diagnosis = say(['A', 'B', 'D']);
  const use = say(['age', 'use']);
  return {
    diagnosis: withheld.includes('diagnostics')
      ? [t('suggestion.withheld')]
      : diagnosis.length > 0
        ? diagnosis
        : [t(use.length > 0 ? 'suggestion.noSymptoms' : 'suggestion.none')],
    use: use.length > 0 ? use : [t('suggestion.noUse')],
  };
}

export function documentOf(
  report: EquipmentReport,
  kind: UnitReportKind,
  language: Language,
  linkOf: LinkOf = () => undefined,
): UnitReportDocument {
  const words = unitReportWords(language);
  const { t, figure, amount, join } = words;
  const { equipmentInformation: unit, callbackStatistics: calls, operationData, requestPayload } = report;
  const { startDate, endDate, reportCreatedDate } = requestPayload;
  const isElevator = unit.displayType === 'EV';
  const { total, operation } = operationData;
  const window = t('window', { startDate, endDate });
  const callsOf = (filters: Record<string, string> = {}) =>
    linkOf({
      startCreateDate: startDate,
      endCreateDate: endDate,
      jobStatus: COUNTED,
      equipmentNo: unit.equipmentNo,
      ...filters,
    });
  const own = Object.values(calls.callbackCB2Overview).reduce((sum, value) => sum + value, 0);
  const advice = adviceOf(report, words);
  const empty = { calls: t('noCalls'), jobs: t(kind === 'monthly' ? 'noJobs' : 'noLatestJob'), data: t('noData') };

  const summary = [
    unit.callbackSum === 0 ? t('summary.noCalls') : t('summary.calls', { calls: unit.callbackSum, own }),
    t(`summary.${unit.equipmentStatus}.${kind}`, { n: unit.equipmentCallbacks, most: ABNORMAL_ABOVE }),
    total.usability === null
      ? t(report.withheld.includes('faults') ? 'summary.withheld' : 'summary.unknown')
      : t('summary.usability', { value: figure(total.usability) }),
  ];
  const figures: UnitReportPart = {
    kind: 'figures',
    figures: [
      {
        label: t('figure.usability'),
        value: amount(total.usability),
        unit: total.usability ? '%' : undefined,
        definition: t('definition.usability'),
      },
      {
        label: t('figure.calls'),
        value: figure(unit.callbackSum),
        definition: t('definition.calls', { own }),
        href: unit.callbackSum > 0 ? callsOf() : undefined,
      },
      isElevator
        ? {
            label: t('figure.trips'),
            value: amount(total.operationCount),
            definition: t('definition.counted', { days: operation.dates.length - missing(operation.operationCount) }),
          }
        : {
            label: t('figure.hours'),
            value: amount(total.operationTimeCount),
            unit: total.operationTimeCount ? 'h' : undefined,
            definition: t('definition.counted', {
              days: operation.dates.length - missing(operation.operationTimeCount),
            }),
          },
      {
        label: t('figure.energy'),
        value: report.withheld.includes('energy') ? NONE : t(`energy.${operationData.energyStatus}`),
        definition: t('definition.energy'),
      },
    ],
  };
  const dailyChart: UnitReportPart = {
    kind: 'line',
    model: {
      title: t(isElevator ? 'chart.use' : 'chart.hours'),
      names: operation.dates.map((date) => date.slice(5)),
      series: isElevator
        ? [
            { name: t('column.operationCount'), values: operation.operationCount },
            { name: t('column.openDoorCount'), values: operation.openDoorCount },
          ]
        : [{ name: t('column.operationTimeCount'), values: operation.operationTimeCount }],
      words: { name: t('column.day') },
    },
  };
  const information: UnitReportSection = {
    title: t('section.information'),
    parts: [
      { kind: 'facts', rows: factsOf(report, words) },
      {
        kind: 'timeLine',
        title: t('timeLine.title'),
        rows: unit.timeLine.map(({ value, time }) => ({ label: t(`timeLine.${value}`), value: time })),
      },
      figures,
    ],
  };
  const callPart: UnitReportPart = {
    kind: 'table',
    table: callTable(calls.callbackInfo, words, t('table.calls'), empty.calls),
  };
  const jobPart: UnitReportPart = {
    kind: 'table',
    table: jobTable(
      calls.maintanceInfo,
      words,
      t(kind === 'monthly' ? 'table.jobs' : 'table.latestJob'),
      empty.jobs,
      endDate,
    ),
  };
  const run: UnitReportSection = {
    title: t('section.operation'),
    parts: [dailyChart, { kind: 'table', table: dailyTable(report, words, t(`table.daily.${kind}`), empty.data) }],
  };
  const sentences = (title: string, said: readonly string[]): UnitReportSection => ({
    title,
    parts: [{ kind: 'sentences', sentences: said }],
  });
  const notes: UnitReportSection = {
    title: t('section.notes'),
    parts: [
      {
        kind: 'notes',
        notes: [
          t('note.window', { startDate, endDate }),
          ...(report.historyMonths === undefined ? [] : [t('note.history', { months: report.historyMonths })]),
          ...(report.withheld.length === 0
            ? []
            : [t('note.withheld', { groups: join(report.withheld.map((group) => t(`withheld.${group}`))) })]),
          t('note.usability'),
          t(`note.health.${kind}`, { days: HEALTH_DAYS, most: ABNORMAL_ABOVE, projectMost: PROJECT_ABNORMAL_ABOVE }),
          t('note.noData', { n: report.noDataDays }),
          t(`note.madeAt.${kind}`, { at: reportCreatedDate }),
          t('note.missing'),
        ],
      },
    ],
  };
  const middle: readonly UnitReportSection[] =
    kind === 'biweekly'
      ? [
          { title: t('section.calls'), parts: [callPart] },
          { title: t('section.latestJob'), parts: [jobPart] },
          run,
          sentences(t('section.diagnosis'), advice.diagnosis),
          sentences(t('section.use'), advice.use),
        ]
      : [
          { title: t('section.indicators'), parts: indicatorsOf(report, words, callsOf) },
          { title: t('section.calls'), parts: [callPart] },
          { title: t('section.jobs'), parts: [jobPart] },
          run,
        ];
  const title = translateServer(language, 'unitReports', `title.${kind}`);
  return {
    title,
    subject: unit.equipmentName,
    window,
    madeAt: reportCreatedDate,
    brand: translateServer(language, 'common', 'product'),
    noData: empty.data,
    lines: [
      { label: t('fact.equipmentNo'), value: unit.equipmentNo },
      { label: t('fact.projectName'), value: unit.projectName || NONE },
      ...(kind === 'monthly' ? [{ label: t('month'), value: endDate.slice(0, 7) }] : []),
      { label: t('windowLabel'), value: window },
      { label: t('madeAt'), value: reportCreatedDate },
    ],
    summary,
    sections: [information, ...middle, notes],
  };
}

const missing = (values: readonly (number | null)[]) => values.filter((value) => value === null).length;

/** Call-outs by day, by reason, and beside the month before and the same days a year ago (MONTH-009). */
function indicatorsOf(
  { callbackStatistics: calls }: EquipmentReport,
  { t }: UnitReportWords,
  callsOf: LinkOf,
): readonly UnitReportPart[] {
  const dates = Object.keys(calls.callbackOverview);
  const ofDay = (date: string) => ({ startCreateDate: date, endCreateDate: date });
  const OWN = { scsa: '1', jobStatus: 'CLSO' };
  const [period, before, yearAgo] = calls.callbackYOY.map(({ value }) => value);
  const compared = (key: string, value: number | null | undefined) => ({
    name: value === null || value === undefined ? `${t(`yoy.${key}`)} ${t('noHistory')}` : t(`yoy.${key}`),
    value: value ?? null,
  });
  return [
    {
      kind: 'line',
      model: {
        title: t('chart.calls'),
        names: dates.map((date) => date.slice(5)),
        series: [
          {
            name: t('all'),
            values: dates.map((date) => calls.callbackOverview[date] ?? 0),
            hrefs: dates.map((date) => callsOf(ofDay(date))),
          },
          {
            name: t('own'),
            values: dates.map((date) => calls.callbackCB2Overview[date] ?? 0),
            hrefs: dates.map((date) => callsOf({ ...ofDay(date), ...OWN })),
          },
        ],
        words: { name: t('column.day') },
      },
    },
    {
      kind: 'pair',
      pie: reasonsChart(calls.callbackReason, t('chart.reasons'), { name: t('reason'), value: t('count') }, callsOf),
      bars: {
        title: t('chart.yoy'),
        entries: [
          { ...compared('period', period), href: period ? callsOf({}) : undefined },
          compared('before', before),
          compared('yearAgo', yearAgo),
        ],
        words: { name: t('period'), value: t('count') },
      },
    },
  ];
}
