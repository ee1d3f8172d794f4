import { savingShare } from '@/lib/features/facts/internal/figures';
import { shownFrom } from '@/lib/features/facts/internal/read-figures';
import { daysBetween } from '@/lib/features/facts/shared/days';
import { energyStatusOf } from '@/lib/features/facts/shared/energy-status';
import { showsCategory } from '@/lib/features/notifications/internal/notification-limits';
import { descriptionIn } from '@/lib/live/detector/rule-words';
import type { Actor } from '@/lib/platform/contract/actor';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import { historyStart, shownTexts, shownTime, shownTimes, strategyOf } from '@/lib/platform/strategy/limits';
import { dailyRows } from './daily';
import type { UnitReportKind } from './document';
import type { EquipmentReport } from './report-contract';
import { comparedWindows } from './shared/report-days';
import type { StoredReport } from './stored-report';
import { unitSuggestions } from './suggestions';
import { ABNORMAL_ABOVE, UNIT_REPORT_CATEGORIES, UNIT_WITHHELD_GROUPS } from './value-sets';

/** What a reader may see of a report on a unit (readings 224): what is kept is whole, months, groups and times are the reader's. */

const YEAR_MS = 365.25 * 86_400_000;
const yearsAt = (since: string | null, until: string): number | null =>
  since === null ? null : Math.max(0, Math.round(((Date.parse(until) - Date.parse(since)) / YEAR_MS) * 10) / 10);
const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

const NONE = 'none';

/** Closed call-outs by reason, the most frequent first, those without a reason last. */
function reasonsOf(calls: StoredReport['calls'], language: Language) {
  const counts = new Map<string, number>();
  for (const { scsa, jobStatus } of calls)
    if (jobStatus === 'CLSO') counts.set(scsa ?? NONE, (counts.get(scsa ?? NONE) ?? 0) + 1);
  const isKnown = (code: string) => code !== NONE && hasServerMessage(language, 'callbacks', `scsa.${code}`);
  return [...counts]
    .map(([code, quantity]) => ({
      code,
      quantity,
      reason: isKnown(code)
        ? translateServer(language, 'callbacks', `scsa.${code}`)
        : translateServer(language, 'unitReports', 'otherReason'),
    }))
    .sort(
      (a, b) =>
        Number(isKnown(b.code)) - Number(isKnown(a.code)) || b.quantity - a.quantity || (a.code < b.code ? -1 : 1),
    );
}

/** @throws access_denied: the whole window is beyond the data strategy */
export async function viewOf(
  actor: Actor,
  stored: StoredReport,
  kind: UnitReportKind,
  language: Language,
): Promise<EquipmentReport> {
  const { unit, until } = stored;
  const [{ first, historyMonths }, strategy, time, timesOf, textsOf] = await Promise.all([
    shownFrom(actor, stored),
    strategyOf(actor),
    shownTime(actor),
    shownTimes(actor),
    shownTexts(actor),
  ]);
  const { dataGroups } = strategy;
  const seesSymptoms = UNIT_REPORT_CATEGORIES.every((category) => showsCategory(strategy, category));
  const withheld = UNIT_WITHHELD_GROUPS.filter((group) =>
    group === 'diagnostics' ? !seesSymptoms : !dataGroups.includes(group),
  );
  // What came before the months that are left is not told.
  const start = await historyStart(actor);
  const isTold = (day: string) => start === null || day >= formatDate(start);
  const compared = comparedWindows(stored);
  const dates = daysBetween(first, until);
  const calls = stored.calls.filter(({ createDate }) => formatDate(createDate) >= first);
  const { rows, total, noDataDays } = dailyRows(dates, stored.days, {
    hasFaults: !withheld.includes('faults'),
    hasEnergy: !withheld.includes('energy'),
  });
  // The last job and what is overdue hold now; what was done before the months that are left is not told.
  const jobs = stored.maintenance.filter(
    ({ doneDate }) => kind === 'biweekly' || doneDate === null || formatDate(doneDate) >= first,
  );
  const health = stored.healthCalls.filter(isTold).length;
  const symptoms = stored.symptoms.filter(({ day }) => day >= first);
  const countOf = (kind: string) => symptoms.filter(({ category }) => category === kind).length;
  const years = yearsAt(unit.constructionDate, until);
  const describe = descriptionIn(language);
  const perDay = (isCounted: (call: StoredReport['calls'][number]) => boolean) => {
    const days = calls.filter(isCounted).map(({ createDate }) => formatDate(createDate));
    return Object.fromEntries(dates.map((date) => [date, days.filter((day) => day === date).length]));
  };
  const { constructionDate: _since, ...information } = unit;
  return {
    equipmentInformation: {
      ...information,
      equipmentStatus: health > ABNORMAL_ABOVE ? 'abnormal' : 'healthy',
      equipmentCallbacks: health,
      callbackSum: calls.length,
      usedTimeY: years,
      symptomDSum: seesSymptoms ? countOf('D') : null,
      timeLine: stored.timeLine,
    },
    requestPayload: { startDate: first, endDate: until, reportCreatedDate: time(stored.madeAt) },
    callbackStatistics: {
      callbackOverview: perDay(() => true),
      callbackCB2Overview: perDay(({ scsa, jobStatus }) => scsa === '1' && jobStatus === 'CLSO'),
      callbackReason: reasonsOf(calls, language),
      callbackYOY: [
        { value: calls.length },
        { value: isTold(compared.before.from) ? stored.before : null },
        { value: isTold(compared.yearAgo.from) ? stored.yearAgo : null },
      ],
      callbackInfo: calls.map((call) => {
        const at = timesOf(call.personTrapped);
        const text = textsOf(call.personTrapped);
        return {
          callbackId: call.callbackId,
          callbackType: call.callbackType,
          jobStatus: call.jobStatus,
          callBackOpenDate: at(call.createDate),
          callBackCloseDate: call.closeDate === null ? null : at(call.closeDate),
          jobDescription: text(describe(call)),
          jobTechRemark: call.jobTechRemark === null ? null : text(call.jobTechRemark),
          personTrapped: call.personTrapped,
          technicianName: call.technicianName,
          technicianPhone: call.technicianPhone,
          equipmentCause: call.scsa === '1',
        };
      }),
      maintanceInfo: jobs.map(({ planDate, doneDate, ...job }) => ({
        ...job,
        maintenanceTime: doneDate === null ? planDate : time(doneDate),
      })),
    },
    operationData: {
      operation: {
        dates,
        operationCount: rows.map(({ operationCount }) => operationCount),
        openDoorCount: rows.map(({ openDoorCount }) => openDoorCount),
        operationTimeCount: rows.map(({ operationTimeCount }) => operationTimeCount),
      },
      dataInfo: Object.fromEntries(rows.map((row) => [row.key, row])),
      total,
      energyStatus: withheld.includes('energy')
        ? 'NODATA'
        : energyStatusOf({
            share: savingShare(stored.energy),
            perUse: stored.energy.perUse,
            usual: stored.energy.usual,
            energyKwh: total.energyCount,
          }),
    },
    suggestions: unitSuggestions({
      symptoms: seesSymptoms ? { A: countOf('A'), B: countOf('B'), D: countOf('D') } : null,
      years,
      tripsPerDay: mean(rows.map(({ operationCount }) => operationCount)),
      hoursPerDay: mean(rows.map(({ operationTimeCount }) => operationTimeCount)),
      isElevator: unit.displayType === 'EV',
    }),
    noDataDays,
    withheld,
    ...(historyMonths === undefined ? {} : { historyMonths }),
  };
}
