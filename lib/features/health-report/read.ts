import { COUNTED_STATUSES } from '@/lib/features/callbacks/state';
import { readFigures, type FigureQuestion } from '@/lib/features/facts/internal/read-figures';
import { dayAfter } from '@/lib/features/facts/shared/days';
import { visibleSymptoms } from '@/lib/features/notifications/internal/notification-limits';
import { descriptionIn } from '@/lib/live/detector/rule-words';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { requireProject } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import {
  cutToHistory,
  historyStart,
  seesWholeTimes,
  shownTexts,
  shownTimes,
  strategyOf,
} from '@/lib/platform/strategy/limits';
import type { ReportInput } from './input-contract';
import { requireFewUnits } from './internal/few-projects';
import { ABNORMAL_ABOVE, MAX_CALLOUTS, REPORT_CATEGORIES } from './value-sets';
import { requireWindow } from './window';

/** Reads what a project report is made of, within the caller's scope and what the data strategy leaves. */

/** What a report is about. */
interface Subject {
  readonly projects: readonly {
    readonly projectId: string;
    readonly projectName: string;
    readonly address: string | null;
  }[];
  readonly units: Prisma.EquipmentWhereInput;
  readonly from: string;
  readonly until: string;
  readonly historyMonths?: number;
}

/** @throws validation_failed (M15, M17), no_object_permission, not_found; too_many_equipment above 500 units; access_denied beyond the data strategy */
export async function requireSubject(
  actor: Actor,
  input: ReportInput,
  now: number,
): Promise<Subject & { total: number }> {
  const { from, until } = requireWindow(input, formatDate(now));
  const ids = input.projectId;
  for (const projectId of ids) await requireProject(actor, projectId);
  const found = await db().project.findMany({
    where: { projectId: { in: ids } },
    select: { projectId: true, projectName: true, address: true },
  });
  const projects = ids.flatMap((id) => found.find(({ projectId }) => projectId === id) ?? []);
  const units = {
    AND: [equipmentScope(actor, { focus: false }), { projects: { some: { projectId: { in: ids } } } }],
  };
  const total = await requireFewUnits(units);
  const { span, historyMonths } = await cutToHistory(actor, { gte: new Date(parseWallTime(from) ?? now) });
  const first = formatDate(span.gte ?? new Date(parseWallTime(from) ?? now));
  if (historyMonths !== undefined && first > until)
    throw new AppError('access_denied', { messageKey: 'beyondHistory', params: { months: historyMonths } });
  return { projects, units, from: first, until, total, ...(historyMonths === undefined ? {} : { historyMonths }) };
}

/** The call-outs that count, of these days (readings 216). */
function callsOf({ units, from, until }: Subject): Prisma.CallbackWhereInput {
  return {
    equipment: units,
    jobStatus: { in: [...COUNTED_STATUSES] },
    createDate: {
      gte: new Date(parseWallTime(from) ?? 0),
      lt: new Date(parseWallTime(dayAfter(until)) ?? 0),
    },
  };
}

export function readUnits({ units, projects }: Subject) {
  const ids = projects.map(({ projectId }) => projectId);
  return db().equipment.findMany({
    where: units,
    select: {
      equipmentNo: true,
      equipmentName: true,
      displayType: true,
      equipmentType: true,
      cubeNo: true,
      constructionDate: true,
      contractEndDate: true,
      projects: { where: { projectId: { in: ids } }, select: { projectId: true } },
    },
    orderBy: [{ equipmentName: 'asc' }, { equipmentNo: 'asc' }],
  });
}
export type ReportUnit = Awaited<ReturnType<typeof readUnits>>[number];

/** The figures of the report, in groups. */
export async function readGroups(actor: Actor, { projects, from, until }: Subject, now: number) {
  const question = (by: FigureQuestion['by']): FigureQuestion => ({
    from,
    until,
    by,
    focus: false,
    projectIds: projects.map(({ projectId }) => projectId),
  });
  const [all, months, units] = await Promise.all(
    (['all', 'month', 'unit'] as const).map((by) => readFigures(actor, question(by), now)),
  );
  return {
    all: all?.rows[0],
    months: months?.rows ?? [],
    units: new Map((units?.rows ?? []).map((row) => [row.key, row])),
  };
}

/** Units with more equipment-caused call-outs than allowed in the days that end the window (silent-screens F5). */
export async function readAbnormal(actor: Actor, subject: Subject, intervalDays: number): Promise<Set<string>> {
  const asked = dayAfter(subject.until, 1 - intervalDays);
  // The days may begin before the window: what the data strategy takes away is not told by them either.
  const start = await historyStart(actor);
  const first = start === null ? asked : formatDate(start);
  const from = first > asked ? first : asked;
  const rows = await db().callback.groupBy({
    by: ['equipmentNo'],
    where: { ...callsOf({ ...subject, from }), scsa: '1' },
    _count: { _all: true },
  });
  return new Set(rows.filter(({ _count }) => _count._all > ABNORMAL_ABOVE).map(({ equipmentNo }) => equipmentNo));
}

const NONE = 'none';

/** Closed call-outs by reason, the most frequent first. */
export async function readReasons(subject: Subject, language: Language) {
  const rows = await db().callback.groupBy({
    by: ['scsa'],
    where: { ...callsOf(subject), jobStatus: 'CLSO' },
    _count: { _all: true },
  });
  return rows
    .map(({ scsa, _count }) => {
      const code = scsa ?? NONE;
      const reason = hasServerMessage(language, 'callbacks', `scsa.${code}`)
        ? translateServer(language, 'callbacks', `scsa.${code}`)
        : translateServer(language, 'healthReport', 'otherReason');
      return { reason, quantity: _count._all, code };
    })
    .sort((a, b) => b.quantity - a.quantity || (a.code < b.code ? -1 : 1));
}

/** The latest call-outs, their times as the caller may see them. */
export async function readCallOuts(actor: Actor, subject: Subject, language: Language) {
  const [timesOf, textsOf, isWholeOf] = await Promise.all([
    shownTimes(actor),
    shownTexts(actor),
    seesWholeTimes(actor),
  ]);
  const describe = descriptionIn(language);
  const rows = await db().callback.findMany({
    where: callsOf(subject),
    orderBy: [{ createDate: 'desc' }, { callbackId: 'asc' }],
    take: MAX_CALLOUTS,
    include: { equipment: { select: { equipmentName: true } } },
  });
  return rows.map((row) => {
    const time = timesOf(row.personTrapped);
    const text = textsOf(row.personTrapped);
    const hours = row.closeDate ? (row.closeDate.getTime() - row.createDate.getTime()) / 3_600_000 : null;
    return {
      callbackId: row.callbackId,
      equipmentName: row.equipment.equipmentName,
      callbackType: row.callbackType,
      jobStatus: row.jobStatus,
      createDate: time(row.createDate),
      arrivalDate: row.arrivalDate ? time(row.arrivalDate) : null,
      jobUpdateDate: time(row.jobUpdateDate),
      jobDescription: text(describe(row)),
      personTrapped: row.personTrapped,
      jobTechRemark: row.jobTechRemark === null ? null : text(row.jobTechRemark),
      // A length of time tells the time of day that is masked.
      stopTime: hours === null || !isWholeOf(row.personTrapped) ? null : Math.round(hours * 100) / 100,
      scsaText:
        row.scsa !== null && hasServerMessage(language, 'callbacks', `scsa.${row.scsa}`)
          ? translateServer(language, 'callbacks', `scsa.${row.scsa}`)
          : row.scsaText,
    };
  });
}

/** Symptoms that were found in the window and that the data strategy leaves, by category, with the names of their units. */
export async function readSymptoms(actor: Actor, { units, from, until }: Subject) {
  const rows = await db().symptom.findMany({
    where: {
      equipment: units,
      category: { in: [...REPORT_CATEGORIES] },
      AND: visibleSymptoms(await strategyOf(actor), null),
      createDate: { gte: new Date(parseWallTime(from) ?? 0), lt: new Date(parseWallTime(dayAfter(until)) ?? 0) },
    },
    select: { category: true, equipment: { select: { equipmentName: true } } },
    orderBy: [{ createDate: 'desc' }, { symptomId: 'asc' }],
  });
  const of = (category: string) => {
    const found = rows.filter((row) => row.category === category);
    return { count: found.length, names: [...new Set(found.map(({ equipment }) => equipment.equipmentName))] };
  };
  return { A: of('A'), B: of('B'), D: of('D') };
}

/** Units that report by a gateway of another maker. */
export async function readThirdParty(units: readonly ReportUnit[]): Promise<Set<string>> {
  const rows = await db().thirdGateway.findMany({
    where: { equipmentNo: { in: units.map(({ equipmentNo }) => equipmentNo) } },
    select: { equipmentNo: true },
  });
  return new Set(rows.map(({ equipmentNo }) => equipmentNo));
}
