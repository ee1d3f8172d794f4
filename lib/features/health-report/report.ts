import { savingShare } from '@/lib/features/facts/internal/figures';
import { daysBetween, monthOf } from '@/lib/features/facts/shared/days';
import { energyStatusOf } from '@/lib/features/facts/shared/energy-status';
import { showsCategory } from '@/lib/features/notifications/internal/notification-limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { formatDate, formatDateTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { seesDatesOnly, strategyOf } from '@/lib/platform/strategy/limits';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import type { HealthReport } from './contract';
import type { ReportInput } from './input-contract';
import { HOUR_BANDS, TRIP_BANDS } from './bands';
import { byBand, percentOf, rounded, topOf, yearsOfUse } from './counts';
import {
  readAbnormal,
  readCallOuts,
  readGroups,
  readReasons,
  readSymptoms,
  readThirdParty,
  readUnits,
  requireSubject,
  type ReportUnit,
} from './read';
import { suggestionsOf } from './suggestions';
import { REPORT_CATEGORIES, TOP, WITHHELD_GROUPS } from './value-sets';

const HOUR_SEC = 3600;
/** Between the names of several projects (readings 221). */
const SEPARATOR = '\u3001';

const isEscalator = ({ displayType }: ReportUnit) => displayType === 'ES' || displayType === 'WW';

/** The months of the window, each with its number. */
function monthsOf(from: string, until: string, valueOf: (month: string) => number): Record<string, number> {
  const months = new Set(daysBetween(from, until).map((day) => monthOf(day).slice(0, 7)));
  return Object.fromEntries([...months].map((month) => [month, valueOf(month)]));
}

/** Computes the report: every number by the definitions of figures, each unit once (readings 94-97, 216-224). */
export async function makeHealthReport(
  actor: Actor,
  input: ReportInput,
  language: Language,
  now = Date.now(),
): Promise<HealthReport> {
  const subject = await requireSubject(actor, input, now);
  const { projects, from, until, historyMonths } = subject;
  const [units, groups, abnormal, reasons, callOuts, symptoms, isDatesOnly, { dataGroups, symptomCategories }] =
    await Promise.all([
      readUnits(subject),
      readGroups(actor, subject, now),
      readAbnormal(actor, subject, input.intervalDays),
      readReasons(subject, language),
      readCallOuts(actor, subject, language),
      readSymptoms(actor, subject),
      seesDatesOnly(actor),
      strategyOf(actor),
    ]);
  const seesSymptoms = REPORT_CATEGORIES.every((category) =>
    showsCategory({ dataGroups, symptomCategories }, category),
  );
  const withheld = WITHHELD_GROUPS.filter((group) =>
    group === 'diagnostics' ? !seesSymptoms : !dataGroups.includes(group),
  );
  const thirdParty = await readThirdParty(units);
  const nameOf = new Map(projects.map(({ projectId, projectName }) => [projectId, projectName]));
  const rows = units.map((unit) => {
    const figures = groups.units.get(unit.equipmentNo)?.figures;
    const hours = figures?.runPerDay.value ?? null;
    const valueOf = (key: 'fullTime' | 'crawlTime' | 'standbyTime') => figures?.[key].value ?? null;
    const share = savingShare({
      fullSec: valueOf('fullTime'),
      crawlSec: valueOf('crawlTime'),
      standbySec: valueOf('standbyTime'),
    });
    // Whether a unit saves is said by its speeds alone, where energy may be told at all.
    const status = energyStatusOf({ share, perUse: null, usual: null, energyKwh: null });
    const isSaving = dataGroups.includes('energy') && status === 'SAVING';
    return {
      unit,
      isEscalator: isEscalator(unit),
      trips: figures?.tripsPerDay.value ?? null,
      hours: hours === null ? null : hours / HOUR_SEC,
      total: (isEscalator(unit) ? figures?.runTime.value : figures?.trips.value) ?? null,
      info: {
        equipmentNo: unit.equipmentNo,
        EQKTX: unit.equipmentName,
        projectName: unit.projects.flatMap(({ projectId }) => nameOf.get(projectId) ?? []).join(SEPARATOR),
        use_years: yearsOfUse(unit.constructionDate, until),
        contract_end: storedDay(unit.contractEndDate),
        callbackNumbers: figures?.callbacks.value ?? 0,
        tripsAverage: rounded(figures?.tripsPerDay.value ?? null),
        openAverage: rounded(figures?.openingsPerDay.value ?? null),
        runAverage: rounded(hours === null ? null : hours / HOUR_SEC, 2),
        energySaving: isSaving ? '1' : '0',
        healthStatus: abnormal.has(unit.equipmentNo) ? '1' : '0',
      } as const,
    };
  });
  const [elevators, escalators] = [rows.filter((row) => !row.isEscalator), rows.filter((row) => row.isEscalator)];
  const usedMost = (of: typeof rows, share: number, digits: number) =>
    topOf(
      of.map(({ unit, total }) => ({ equipmentNo: unit.equipmentNo, equipment_name: unit.equipmentName, total })),
      TOP,
    ).map((row) => ({ ...row, total: rounded(row.total / share, digits) ?? 0 }));
  const abnormalNames = rows.filter(({ info }) => info.healthStatus === '1').map(({ info }) => info.EQKTX);
  const overview = (figure: 'callbacks' | 'equipmentCallbacks' | 'entrapments') => {
    const values = new Map(groups.months.map(({ key, figures }) => [key, figures[figure].value ?? 0]));
    return monthsOf(from, until, (month) => values.get(month) ?? 0);
  };
  const mostCalled = topOf(
    rows.map(({ unit, info }) => ({ equipmentNo: unit.equipmentNo, unit, total: info.callbackNumbers })),
    TOP,
  );
  const value = (key: keyof NonNullable<typeof groups.all>['figures']) => groups.all?.figures[key].value ?? null;
  return {
    project: {
      projectName: projects.map(({ projectName }) => projectName).join(SEPARATOR),
      address: projects.length === 1 ? (projects[0]?.address ?? null) : null,
      etlTotal: elevators.length,
      escTotal: escalators.length,
      projectIds: projects.map(({ projectId }) => projectId),
    },
    equipmentStatistic: {
      normalTotal: rows.length - abnormalNames.length,
      abnormalTotal: abnormalNames.length,
      symptomCategoryD: symptoms.D.count,
      telemonitorTotal: units.filter(({ cubeNo, equipmentNo }) => cubeNo !== null || thirdParty.has(equipmentNo))
        .length,
      percentage: percentOf(rows.length - abnormalNames.length, rows.length),
      CB2EquipmentNames: abnormalNames,
      eleInfos: elevators.map(({ info }) => info),
      escInfos: escalators.map(({ info }) => info),
      errorInfos: callOuts,
    },
    runStatistics: {
      eleAverage: byBand(
        elevators.map(({ trips }) => trips),
        TRIP_BANDS,
      ),
      escAverage: byBand(
        escalators.map(({ hours }) => hours),
        HOUR_BANDS,
      ),
      eleRunTop5: usedMost(elevators, 1, 0),
      escRunTop5: usedMost(escalators, HOUR_SEC, 2),
    },
    callbackStatistics: {
      callbackOverview: overview('callbacks'),
      callbackCB2Overview: overview('equipmentCallbacks'),
      callbackReason: reasons,
      callbackDistribution: mostCalled.map(({ equipmentNo, unit, total }) => ({
        equipmentNo,
        cubeNo: unit.cubeNo,
        name: unit.equipmentName,
        equipmentType: unit.equipmentType,
        quantity: total,
      })),
    },
    personStatistics: { entrapmentOverview: overview('entrapments') },
    requestPayload: {
      startDate: from,
      endDate: until,
      reportCreatedDate: isDatesOnly ? formatDate(now) : formatDateTime(now),
    },
    figures: {
      availability: value('availability'),
      callbacks: value('callbacks') ?? 0,
      equipmentCallbacks: value('equipmentCallbacks') ?? 0,
      entrapments: value('entrapments') ?? 0,
      callbacksPerUnitYear: rounded(value('callbacksPerUnitYear'), 2),
      arrivalRate: value('arrivalRate'),
    },
    // Nobody says that all is well who may not say what is not.
    suggestions: suggestionsOf({
      symptoms,
      units: rows.map(({ info, trips, hours, isEscalator: isEsc }) => ({
        name: info.EQKTX,
        years: info.use_years,
        isStrained: isEsc ? (hours ?? 0) > 9 : (trips ?? 0) > 1000,
      })),
    })
      .filter(({ kind }) => kind !== 'none' || seesSymptoms)
      .map((one) => ({ ...one, names: [...one.names] })),
    withheld,
    intervalDays: input.intervalDays,
    ...(historyMonths === undefined ? {} : { historyMonths }),
  };
}
