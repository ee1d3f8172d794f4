import type { HealthReport } from '@/lib/features/health-report/contract';
import callbackWords from '@/messages/zh-CN/callbacks.json';
import type { RawCall, RawReport, RawUnit } from './raw-report';

/** What raw rows come to: the figures of the report's JSON, and the lines of its paper. */

type Ends = readonly (readonly [number, string])[];
const TRIPS: Ends = [
  [200, '0-200次'],
  [500, '200-500次'],
  [1000, '500-1000次'],
  [Infinity, '>1000次'],
];
const HOURS: Ends = [
  [3, '0-3h'],
  [6, '3-6h'],
  [9, '6-9h'],
  [Infinity, '>9h'],
];
const NO_DATA = '无数据';

function bandsOf(means: readonly (number | null)[], ends: Ends): Record<string, number> {
  const bandOf = (mean: number | null) =>
    mean === null ? NO_DATA : (ends.find(([end]) => mean <= end)?.[1] ?? NO_DATA);
  const names = [...ends.map(([, name]) => name), NO_DATA];
  return Object.fromEntries(names.map((name) => [name, means.filter((mean) => bandOf(mean) === name).length]));
}

function topOf(units: readonly RawUnit[], totalOf: (unit: RawUnit) => number | null) {
  const found = units.flatMap((unit) => ((totalOf(unit) ?? 0) > 0 ? [{ unit, total: totalOf(unit) ?? 0 }] : []));
  return found.sort((a, b) => b.total - a.total || (a.unit.no < b.unit.no ? -1 : 1)).slice(0, 5);
}

const infoOf = (unit: RawUnit) => ({
  equipmentNo: unit.no,
  EQKTX: unit.name,
  use_years: unit.years,
  contract_end: unit.contractEnd,
  callbackNumbers: unit.calls,
  tripsAverage: unit.trips,
  openAverage: unit.openings,
  runAverage: unit.hours,
  energySaving: unit.isSaving ? '1' : '0',
  healthStatus: unit.isAbnormal ? '1' : '0',
});

const causeOf = ({ scsa }: RawCall) =>
  scsa === null ? null : callbackWords.scsa[scsa as keyof typeof callbackWords.scsa];

const callOf = (call: RawCall) => ({
  callbackId: call.id,
  equipmentName: call.name,
  callbackType: call.type,
  jobStatus: call.status,
  createDate: call.created,
  arrivalDate: call.arrived,
  jobUpdateDate: call.updated,
  jobDescription: call.words,
  personTrapped: call.trapped,
  jobTechRemark: call.remark,
  stopTime: call.hours,
  scsaText: causeOf(call),
});

const partsOf = ({ units }: RawReport) => ({
  lifts: units.filter(({ isEscalator }) => !isEscalator),
  stairs: units.filter(({ isEscalator }) => isEscalator),
  abnormal: units.filter(({ isAbnormal }) => isAbnormal),
});

function adviceOf(raw: RawReport) {
  const { lifts, stairs } = partsOf(raw);
  const strained = [
    ...lifts.filter(({ trips }) => (trips ?? 0) > 1000),
    ...stairs.filter(({ hours }) => (hours ?? 0) > 9),
  ];
  const old = raw.units.filter(({ years }) => (years ?? 0) > 8);
  const said = [
    ...raw.symptoms.map(({ category, n }) => ({ kind: category, count: n })),
    { kind: 'age', count: old.length },
    { kind: 'use', count: strained.length },
  ].filter(({ count }) => count > 0);
  return said.length > 0 ? said : [{ kind: 'none', count: 0 }];
}

/** Every figure of the report, with the lists in their order. */
export const figuresOf = ({ project, equipmentStatistic, ...report }: HealthReport) => {
  const { eleInfos, escInfos, errorInfos, CB2EquipmentNames, ...counts } = equipmentStatistic;
  const plain = (infos: typeof eleInfos) => infos.map(({ projectName: _names, ...info }) => info);
  return {
    elevators: project.etlTotal,
    escalators: project.escTotal,
    counts,
    abnormal: CB2EquipmentNames,
    eleInfos: plain(eleInfos),
    escInfos: plain(escInfos),
    errorInfos,
    runStatistics: report.runStatistics,
    trend: [report.callbackStatistics.callbackOverview, report.callbackStatistics.callbackCB2Overview],
    entrapments: report.personStatistics.entrapmentOverview,
    reasons: report.callbackStatistics.callbackReason.map(({ code, quantity }) => [code, quantity]),
    mostCalled: report.callbackStatistics.callbackDistribution.map(({ equipmentNo, quantity }) => [
      equipmentNo,
      quantity,
    ]),
    figures: report.figures,
    advice: report.suggestions.map(({ kind, count }) => ({ kind, count })),
  };
};

/** The same of the raw rows. */
export function wholeOf(raw: RawReport) {
  const { units, months, figures } = raw;
  const { lifts, stairs, abnormal } = partsOf(raw);
  const used = (of: readonly RawUnit[], totalOf: (unit: RawUnit) => number | null) =>
    topOf(of, totalOf).map(({ unit: { no, name }, total }) => ({ equipmentNo: no, equipment_name: name, total }));
  return {
    elevators: lifts.length,
    escalators: stairs.length,
    counts: {
      normalTotal: units.length - abnormal.length,
      abnormalTotal: abnormal.length,
      symptomCategoryD: raw.symptoms.find(({ category }) => category === 'D')?.n ?? 0,
      telemonitorTotal: units.filter(({ hasBox }) => hasBox).length,
      percentage: Math.floor(((units.length - abnormal.length) / units.length) * 1000) / 10,
    },
    abnormal: abnormal.map(({ name }) => name),
    eleInfos: lifts.map(infoOf),
    escInfos: stairs.map(infoOf),
    errorInfos: raw.calls.map(callOf),
    runStatistics: {
      eleAverage: bandsOf(
        lifts.map(({ trips }) => trips),
        TRIPS,
      ),
      escAverage: bandsOf(
        stairs.map(({ hours }) => hours),
        HOURS,
      ),
      eleRunTop5: used(lifts, ({ allTrips }) => allTrips),
      escRunTop5: used(stairs, ({ allHours }) => allHours),
    },
    trend: [months.all, months.own],
    entrapments: months.trapped,
    reasons: raw.reasons.map(({ code, n }) => [code, n]),
    mostCalled: topOf(units, ({ calls }) => calls).map(({ unit, total }) => [unit.no, total]),
    figures,
    advice: adviceOf(raw),
  };
}

const written = (value: number | null) =>
  value === null ? '-' : new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 }).format(value);
/** An average of nothing. */
const average = (value: number | null) => (value ? written(value) : '-');

/** @param projectOf its projects, where the report is of several */
function unitLine(unit: RawUnit, projectOf: ((no: string) => string) | null): string {
  const uses = unit.isEscalator ? [] : [average(unit.trips), average(unit.openings)];
  return [
    unit.name,
    ...(projectOf ? [projectOf(unit.no)] : []),
    written(unit.years),
    unit.contractEnd ?? '-',
    written(unit.calls),
    ...uses,
    average(unit.hours),
    unit.isSaving ? '是' : '否',
    unit.isAbnormal ? '异常' : '健康',
  ].join(' ');
}

/** Three lines of a call-out: the days above, what stands in one line between, the times of day below. */
function callLines(call: RawCall): string {
  const type = callbackWords.type[call.type as keyof typeof callbackWords.type];
  const status = callbackWords.status[call.status as keyof typeof callbackWords.status];
  const moments = [call.created, ...(call.arrived ? [call.arrived] : []), call.updated].map((at) => at.split(' '));
  return [
    moments.map(([day]) => day).join(' '),
    [
      ...[call.name, type, status, ...(call.arrived ? [] : ['-']), call.words, call.trapped ? '是' : '否'],
      ...[call.remark ?? '-', written(call.hours), causeOf(call) ?? '-'],
    ].join(' '),
    moments.map(([, time]) => time).join(' '),
  ].join('\n');
}

/** Units by band, the three strongest of those that have units marked. */
function bandLines(counts: Readonly<Record<string, number>>): string[] {
  const used = Object.entries(counts)
    .filter(([name, n]) => name !== NO_DATA && n > 0)
    .map(([name]) => name)
    .reverse();
  return Object.entries(counts).map(([name, n]) =>
    [name, ...['高', '中', '低'].filter((_, at) => used[at] === name), n].join(' '),
  );
}

/** Lines of its paper, and what stands within lines beside something else. @param several the report, where it is of several projects */
export function printOf(raw: RawReport, several: HealthReport | null): { whole: string[]; parts: string[] } {
  const { units, figures, reasons } = raw;
  const { lifts, stairs, abnormal } = partsOf(raw);
  const names = new Map(
    several &&
      [...several.equipmentStatistic.eleInfos, ...several.equipmentStatistic.escInfos].map(
        ({ equipmentNo, projectName }) => [equipmentNo, projectName],
      ),
  );
  const closed = reasons.reduce((sum, { n }) => sum + n, 0);
  const { eleAverage, escAverage, eleRunTop5, escRunTop5 } = wholeOf(raw).runStatistics;
  const percent = (value: number | null) => (value === null ? '-' : `${written(value)} %`);
  const share = (n: number) => `${Math.round((n / closed) * 1000) / 10}%`;
  const abnormalNames = abnormal
    .slice(0, 3)
    .map(({ name }) => name)
    .join('、');
  return {
    whole: [
      figures.availability === null
        ? `报告涉及 ${units.length} 台设备；样本不足或无数据，不计可用率。`
        : `${units.length} 台设备在报告期间的可用率为 ${written(figures.availability)}%。`,
      `共召修 ${figures.callbacks} 件，其中设备原因 ${figures.equipmentCallbacks} 件，困人 ${figures.entrapments} 件。`,
      abnormal.length === 0
        ? '期间最后 30 天没有设备因设备原因召修超过 2 次，全部设备健康。'
        : `期间最后 30 天有 ${abnormal.length} 台设备因设备原因召修超过 2 次：${abnormalNames}。`,
      [
        percent(figures.availability),
        written(figures.callbacksPerUnitYear),
        figures.entrapments,
        percent(figures.arrivalRate),
      ].join(' '),
      ...units.map((unit) => unitLine(unit, several && ((no) => names.get(no) ?? ''))),
    ],
    parts: [
      `直梯台数 ${lifts.length}`,
      `扶梯台数 ${stairs.length}`,
      `正常台数 ${units.length - abnormal.length}`,
      `异常台数 ${abnormal.length}`,
      ...topOf(units, ({ calls }) => calls).map(({ unit, total }) => `${unit.name} ${written(total)}`),
      ...reasons.map(({ n }) => `${written(n)} (${share(n)})`),
      ...(lifts.length > 0 ? bandLines(eleAverage) : []),
      ...(stairs.length > 0 ? bandLines(escAverage) : []),
      ...[...eleRunTop5, ...escRunTop5].map(({ equipment_name: name, total }) => `${name} ${written(total)}`),
      ...raw.calls.map(callLines),
    ],
  };
}
