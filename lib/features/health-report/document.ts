import { reasonsChart } from '@/lib/features/callbacks/shared/reasons-chart';
import { COUNTED_STATUSES } from '@/lib/features/callbacks/state';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { HealthReport } from './contract';
import { HOUR_BANDS, TRIP_BANDS, type UseBand } from './bands';
import { intensityOf } from './counts';
import { lastDayOf } from './shared/report-days';
import type { ReportBands, ReportDocument, ReportFigure } from './document-shape';
import { tablesOf } from './document-tables';
import { NONE, reportWords } from './document-words';
import { ABNORMAL_ABOVE, OLD_YEARS } from './value-sets';

/** The report in words: page and paper are two views of this one document, so that they cannot differ in a figure. Pure. */

/** Where the rows of a number are; nothing on paper. */
type LinkOf = (filters: Readonly<Record<string, string>>) => string | undefined;

const COUNTED = COUNTED_STATUSES.join(',');

/** Keys of the words of a band. */
const BAND_WORDS = new Map<string, string>([
  ...TRIP_BANDS.map(({ name }, index) => [name, `trips${index}`] as const),
  ...HOUR_BANDS.map(({ name }, index) => [name, `hours${index}`] as const),
]);

export function documentOf(report: HealthReport, language: Language, linkOf: LinkOf = () => undefined): ReportDocument {
  const words = reportWords(language);
  const { t, figure, average, formula, join } = words;

  const { project, equipmentStatistic, callbackStatistics, figures, requestPayload } = report;
  const { startDate, endDate, reportCreatedDate } = requestPayload;
  const units = project.etlTotal + project.escTotal;
  const hasUnits = units > 0;
  const projectId = project.projectIds.join(',');
  const calls = (filters: Record<string, string> = {}) =>
    linkOf({ startCreateDate: startDate, endCreateDate: endDate, jobStatus: COUNTED, projectId, ...filters });

  const months = Object.keys(callbackStatistics.callbackOverview);
  const ofMonth = (month: string) => ({
    startCreateDate: startDate.startsWith(month) ? startDate : `${month}-01`,
    endCreateDate: endDate.startsWith(month) ? endDate : lastDayOf(month),
  });
  const series = (name: string, values: Readonly<Record<string, number>>, filters: Record<string, string> = {}) => ({
    name,
    values: months.map((month) => values[month] ?? 0),
    hrefs: months.map((month) => calls({ ...ofMonth(month), ...filters })),
  });
  const OWN = { scsa: '1', jobStatus: 'CLSO' };
  const TRAPPED = { person: 'personTrapped' };

  const intensity = (
    title: string,
    topTitle: string,
    counts: Readonly<Record<string, number>>,
    bands: readonly UseBand[],
    used: HealthReport['runStatistics']['eleRunTop5'],
    unit: string,
  ): ReportBands => {
    const levels = intensityOf(counts, bands);
    const names = [...bands].reverse().map(({ name }) => name);
    const entries = [...names, ...Object.keys(counts).filter((name) => !names.includes(name))].map((name) => ({
      name: t(`band.${BAND_WORDS.get(name) ?? 'none'}`),
      key: name,
      value: counts[name] ?? 0,
    }));
    return {
      title,
      bands: { title, entries, words: { name: t('bandName'), value: t('unitCount') } },
      levels: entries.map(({ key }) => (levels.get(key) ? t(`level.${levels.get(key)}`) : undefined)),
      top: {
        title: topTitle,
        entries: used.map(({ equipment_name, total }) => ({ name: equipment_name, value: total })),
        words: { name: t('unit'), value: unit },
      },
    };
  };

  const target = (
    value: number | null,
    limit: number,
    isMet: (value: number) => boolean,
    key: string,
  ): Pick<ReportFigure, 'target' | 'isMet'> =>
    value === null
      ? { target: t(`target.${key}`, { limit }) }
      : { target: `${t(isMet(value) ? 'met' : 'missed')} ${t(`target.${key}`, { limit })}`, isMet: isMet(value) };

  /** The first names of so many units. */
  const named = (names: readonly string[], count: number) =>
    count > names.length ? t('more', { names: join(names) }) : join(names);
  const abnormal = equipmentStatistic.CB2EquipmentNames;
  const summary = hasUnits
    ? [
        figures.availability === null
          ? t(report.withheld.includes('faults') ? 'summary.unitsWithheld' : 'summary.unitsUnknown', { units })
          : t('summary.units', { units, availability: figure(figures.availability) }),
        figures.callbacks === 0
          ? t('summary.noCalls')
          : t('summary.calls', {
              callCount: figures.callbacks,
              own: figure(figures.equipmentCallbacks),
              trappedCount: figures.entrapments,
            }),
        abnormal.length === 0
          ? t('summary.healthy', { days: report.intervalDays, most: ABNORMAL_ABOVE })
          : t('summary.abnormal', {
              days: report.intervalDays,
              count: abnormal.length,
              names: named(abnormal.slice(0, 3), abnormal.length),
              most: ABNORMAL_ABOVE,
            }),
      ]
    : [t('summary.noUnits')];

  return {
    title: translateServer(language, 'routes', 'healthReport'),
    subject: project.projectName,
    window: t('window', { startDate, endDate }),
    madeAt: reportCreatedDate,
    brand: translateServer(language, 'common', 'product'),
    labels: { window: t('windowLabel'), madeAt: t('madeAt'), noData: t('noData') },
    sections: {
      basic: t('section.basic'),
      indicators: t('section.indicators'),
      intensity: t('section.intensity'),
      diagnosis: t('section.diagnosis'),
      details: t('section.details'),
      notes: t('section.notes'),
    },
    facts: [
      { label: t('projectName'), value: project.projectName },
      ...(project.address ? [{ label: t('address'), value: project.address }] : []),
      { label: t('etlTotal'), value: figure(project.etlTotal) },
      { label: t('escTotal'), value: figure(project.escTotal) },
      { label: t('normalTotal'), value: figure(equipmentStatistic.normalTotal) },
      { label: t('abnormalTotal'), value: figure(equipmentStatistic.abnormalTotal) },
      { label: t('percentage'), value: hasUnits ? `${figure(equipmentStatistic.percentage)}%` : NONE },
      { label: t('telemonitorTotal'), value: figure(equipmentStatistic.telemonitorTotal) },
    ],
    summary,
    figures: [
      {
        label: t('figure.availability'),
        value: average(figures.availability),
        unit: figures.availability ? '%' : undefined,
        ...target(figures.availability, 99.5, (value) => value >= 99.5, 'least'),
        definition: formula('availability'),
      },
      {
        label: t('figure.callbacksPerUnitYear'),
        value: figure(figures.callbacksPerUnitYear),
        ...target(figures.callbacksPerUnitYear, 2, (value) => value <= 2, 'most'),
        definition: formula('callbacksPerUnitYear'),
        href: calls(),
      },
      {
        label: t('figure.entrapments'),
        value: figure(hasUnits ? figures.entrapments : null),
        ...target(hasUnits ? figures.entrapments : null, 0, (value) => value === 0, 'none'),
        definition: formula('entrapments'),
        href: figures.entrapments > 0 ? calls(TRAPPED) : undefined,
      },
      {
        label: t('figure.arrivalRate'),
        value: figure(figures.arrivalRate),
        unit: figures.arrivalRate === null ? undefined : '%',
        ...target(figures.arrivalRate, 100, (value) => value >= 100, 'least'),
        definition: formula('arrivalRate'),
      },
    ],
    trend: {
      title: t('trend'),
      names: months,
      series: [
        series(t('all'), callbackStatistics.callbackOverview),
        series(t('own'), callbackStatistics.callbackCB2Overview, OWN),
      ],
      words: { name: t('month') },
    },
    reasons: reasonsChart(
      callbackStatistics.callbackReason,
      t('reasons'),
      { name: t('reason'), value: t('count') },
      calls,
    ),
    top: {
      title: t('top'),
      entries: callbackStatistics.callbackDistribution.map(({ equipmentNo, name, quantity }) => ({
        name,
        value: quantity,
        href: calls({ equipmentNo }),
      })),
      words: { name: t('unit'), value: t('count') },
    },
    entrapments:
      figures.entrapments > 0
        ? {
            title: t('entrapmentTrend'),
            names: months,
            series: [series(t('figure.entrapments'), report.personStatistics.entrapmentOverview, TRAPPED)],
            words: { name: t('month') },
          }
        : null,
    intensity: [
      ...(project.etlTotal > 0
        ? [
            intensity(
              t('eleIntensity'),
              t('eleTop'),
              report.runStatistics.eleAverage,
              TRIP_BANDS,
              report.runStatistics.eleRunTop5,
              t('trips'),
            ),
          ]
        : []),
      ...(project.escTotal > 0
        ? [
            intensity(
              t('escIntensity'),
              t('escTop'),
              report.runStatistics.escAverage,
              HOUR_BANDS,
              report.runStatistics.escRunTop5,
              t('hours'),
            ),
          ]
        : []),
    ],
    suggestions: !hasUnits
      ? [t('summary.noUnits')]
      : report.suggestions.length === 0
        ? [t('suggestion.withheld')]
        : report.suggestions.map(({ kind, count, names }) =>
            t(`suggestion.${kind}`, {
              count,
              // Of symptoms their number is told, which is none of units.
              names: kind === 'age' || kind === 'use' ? named(names, count) : join(names),
              years: OLD_YEARS,
            }),
          ),
    tables: tablesOf(report, words),
    notes: [
      t('note.window', { startDate, endDate }),
      ...(report.historyMonths === undefined ? [] : [t('note.history', { months: report.historyMonths })]),
      ...(report.withheld.length === 0
        ? []
        : [t('note.withheld', { groups: join(report.withheld.map((group) => t(`withheld.${group}`))) })]),
      t('note.health', { days: report.intervalDays, most: ABNORMAL_ABOVE }),
      t('note.bands'),
      t('note.sample'),
      t('note.missing'),
    ],
  };
}
