import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { drawReport, type ReportToDraw, type UnitReportFile } from './file';
import type { MonthlyInput } from './monthly-contract';
import { readReport } from './read';
import { isReportMonth, monthlyBounds, monthlyWindow } from './shared/report-days';
import { viewOf } from './view';

/** Monthly reports, made whenever they are asked for. */

/**
 * The window that the days name: a month from its first to its last day, or the running one as far as it goes (readings
 * 97, 227). @throws validation_failed (M19): none, to come, too old, or days that are no month
 */
export function requireMonth(
  { startDate, endDate }: Pick<MonthlyInput, 'startDate' | 'endDate'>,
  today: string,
): { from: string; until: string } {
  if (startDate === undefined) throw new FieldError('startDate', 'monthRequired');
  const { max } = monthlyBounds(today);
  const running = monthlyWindow(max, today);
  if (startDate === running.from && (endDate === undefined || endDate === running.until)) return running;
  const month = startDate.slice(0, 7);
  if (!isReportMonth(month, today)) throw new FieldError('startDate', 'monthRequired');
  const whole = monthlyWindow(month, today);
  // The running month may be asked for by its own days, too.
  const last = lastOf(month);
  if (startDate !== `${month}-01` || (endDate !== undefined && endDate !== whole.until && endDate !== last))
    throw new FieldError('startDate', 'monthRequired');
  return whole;
}

const lastOf = (month: string): string => monthlyWindow(month, '0000-00-00').until;

/** The report over such a window. @throws not_found, no_object_permission; access_denied beyond the data strategy */
export async function monthlyOf(
  actor: Actor,
  { equipmentNo, window, now }: { equipmentNo: string; window: { from: string; until: string }; now: number },
  language: Language,
): Promise<ReportToDraw> {
  await requireEquipment(actor, equipmentNo);
  const stored = await readReport({ equipmentNo, ...window, healthFrom: window.from, jobs: 'window' }, now);
  return {
    kind: 'monthly',
    report: await viewOf(actor, stored, 'monthly', language),
    day: formatDate(now),
    madeAt: now,
  };
}

/** @throws validation_failed (M19), and as monthlyOf */
export async function monthlyReport(
  actor: Actor,
  { equipmentNo, ...days }: MonthlyInput,
  language: Language,
): Promise<ReportToDraw> {
  const now = Date.now();
  return monthlyOf(actor, { equipmentNo, window: requireMonth(days, formatDate(now)), now }, language);
}

/** @throws as monthlyReport; unavailable while nothing can be drawn */
export async function drawMonthly(actor: Actor, input: MonthlyInput, language: Language): Promise<UnitReportFile> {
  await requireExportAllowed(actor);
  return drawReport(actor, await monthlyReport(actor, input, language), language);
}
