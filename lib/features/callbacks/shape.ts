import { releaseSourceOf } from '@/lib/features/entrapments/internal/entrapment';
import { descriptionIn } from '@/lib/live/detector/rule-words';
import type { Language } from '@/lib/platform/i18n/languages';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Callback, CallbackStatus, Prisma } from '@/lib/platform/db/generated/client';
import type { CallbackDetail, CallbackRow, SlaClock, StatusHistoryEntry } from './contract';
import { lastFloor } from '@/lib/live/units/age';
import { CLOCKED_ENTRAPMENTS } from './clock-facts';
import { isCallbackOver, callbackStatusOf } from './state';
import type { CallbackStatusCode } from './state';
import type { ClockReading } from './sla-clocks';
import type { CallbackTimes } from './internal/visible-callbacks';
import { personStatusOf } from './value-sets';

/** Converts stored rows to the shapes of api.md §2.28. */

export const ROW_INCLUDE = { equipment: { select: { equipmentName: true } } } as const;
export type StoredCallbackRow = Omit<Callback, 'searchGrams'> & { equipment: { equipmentName: string } };

export const DETAIL_INCLUDE = {
  equipment: {
    select: {
      equipmentNo: true,
      cubeNo: true,
      equipmentType: true,
      productLine: true,
      equipmentName: true,
      buildingName: true,
      address: true,
      district: true,
      status: { select: { live: true, lastDataAt: true } },
    },
  },
  entrapments: CLOCKED_ENTRAPMENTS,
  statuses: { orderBy: [{ updateTime: 'asc' }, { id: 'asc' }] },
} as const satisfies Prisma.CallbackInclude;
export type StoredCallbackDetail = Prisma.CallbackGetPayload<{ include: typeof DETAIL_INCLUDE }>;

export function toRow(
  row: StoredCallbackRow,
  time: ShownTime,
  descriptionOf: ReturnType<typeof descriptionIn>,
): CallbackRow {
  return {
    callbackId: row.callbackId,
    equipmentNo: row.equipmentNo,
    equipmentName: row.equipment.equipmentName,
    callbackType: row.callbackType,
    jobDescription: descriptionOf(row),
    personTrapped: row.personTrapped,
    personInjured: row.personInjured,
    personStatus: personStatusOf(row),
    jobTechRemark: row.jobTechRemark,
    scsa: row.scsa,
    scsaText: row.scsaText,
    scsb: row.scsb,
    scsbText: row.scsbText,
    jobStatus: callbackStatusOf(row.jobStatus),
    technicianName: row.technicianName,
    technicianPhone: row.technicianPhone,
    createDate: time(row.createDate),
    jobUpdateDate: time(row.jobUpdateDate),
    releaseDate: row.releaseDate && time(row.releaseDate),
    releaseSource: releaseSourceOf(row.releaseSource),
  };
}

export function toHistory(
  statuses: readonly Pick<CallbackStatus, 'status' | 'updateTime' | 'reason' | 'expectedReturnDate'>[],
  time: ShownTime,
): StatusHistoryEntry[] {
  return statuses.map(({ status, updateTime, reason, expectedReturnDate }) => ({
    status: callbackStatusOf(status),
    updateTime: time(updateTime),
    reason,
    expectedReturnDate: expectedReturnDate && time(expectedReturnDate),
  }));
}

export function toClock(reading: ClockReading, time: ShownTime, hasSeconds: boolean, now: number): SlaClock {
  const { clock, state, limitSec, breachSec, dueAt, stoppedAt, elapsedSec, isLate } = reading;
  const isRunning = state === 'running' && dueAt !== undefined;
  const remaining = isRunning
    ? Math.ceil((dueAt - now) / 1000)
    : state === 'paused' && elapsedSec !== undefined
      ? limitSec - elapsedSec
      : null;
  return {
    clock,
    state,
    limitSec,
    breachSec,
    due: dueAt === undefined ? null : time(dueAt),
    stoppedAt: stoppedAt === undefined ? null : time(stoppedAt),
    elapsedSec: hasSeconds ? (elapsedSec ?? null) : null,
    remainingSec: hasSeconds ? remaining : null,
    breached: isLate,
  };
}

function trappedSec({
  entrapments,
  personTrapped,
  releaseDate,
  trappedDate,
  createDate,
}: StoredCallbackDetail): number | null {
  if (!personTrapped || !releaseDate) return null;
  const start = entrapments.at(-1)?.startAt ?? trappedDate ?? createDate;
  return Math.max(0, Math.round((releaseDate.getTime() - start.getTime()) / 1000));
}

/** @param readings the clocks at `now` */
export function toDetail(
  row: StoredCallbackDetail,
  readings: readonly ClockReading[],
  moves: CallbackStatusCode[],
  { shown, language, now }: { shown: CallbackTimes; language: Language; now: number },
): CallbackDetail {
  const time = shown.timeOf(row);
  const at = (date: Date | null) => date && time(date);
  const last = row.statuses.at(-1);
  const dueOf = (clock: ClockReading['clock']) => {
    const dueAt = readings.find((reading) => reading.clock === clock)?.dueAt;
    return dueAt === undefined ? null : time(dueAt);
  };
  const { equipmentNo, cubeNo, equipmentType, productLine, equipmentName, buildingName, address, status } =
    row.equipment;
  return {
    ...toRow(row, time, descriptionIn(language)),
    sapSystem: row.sapSystem,
    callerName: row.callerName,
    callerPhone: row.callerPhone,
    arrivalDate: at(row.arrivalDate),
    closeDate: at(row.closeDate),
    trappedCount: row.trappedCount,
    trappedDate: at(row.trappedDate),
    trappedSec: shown.hasSeconds(row) ? trappedSec(row) : null,
    equipmentRunning: row.equipmentRunning,
    previousCallbackId: row.previousCallbackId,
    expectedReturnDate: row.jobStatus === 'INTR' ? at(last?.expectedReturnDate ?? null) : null,
    slaDue: {
      response: dueOf('response'),
      arrival: dueOf('arrival'),
      release: dueOf('release'),
      restore: dueOf('restore'),
    },
    sla: readings.map((reading) => toClock(reading, time, shown.hasSeconds(row), now)),
    floor: isCallbackOver(row.jobStatus)
      ? null
      : (lastFloor(status, (row.trappedDate ?? row.createDate).getTime()) ?? null),
    moves,
    equipment: { equipmentNo, cubeNo, equipmentType, productLine, equipmentName, buildingName, address },
    statusHistory: toHistory(row.statuses, time),
  };
}
