import { projectScope } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { wordsOfCodes } from '@/lib/features/dictionaries/internal/codes';
import { acknowledgeable } from '@/lib/features/notifications/internal/readable-notifications';
import { TRAPPED_SYMPTOMS } from '@/lib/features/notifications/internal/notification-limits';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { NOT_OVER } from '@/lib/live/detector/symptom-state';
import type { IncidentCondition } from './contract';
import type { IncidentKey } from './internal/keys';

/** Reads the data of one page's units: one query per table, however many units. */

/** The types of open messages that belong to a condition. */
export const MESSAGE_OF = {
  trapped: 'entrapment',
  fault: 'error',
  freed: null,
  disconnected: null,
} as const satisfies Record<IncidentCondition, string | null>;

export async function readUnits(actor: Actor, equipmentNos: string[]) {
  const units = await db().equipment.findMany({
    where: { equipmentNo: { in: equipmentNos } },
    select: {
      equipmentNo: true,
      equipmentName: true,
      equipmentType: true,
      displayType: true,
      buildingName: true,
      address: true,
      video: true,
      dhVideo: true,
      branch: { select: { branchName: true } },
      status: { select: { live: true, lastDataAt: true } },
      // Names of projects that the caller may not see are not shown.
      projects: {
        where: { project: projectScope(actor, { focus: false }) },
        select: { project: { select: { projectName: true } } },
        orderBy: { projectId: 'asc' },
        take: 1,
      },
    },
  });
  return new Map(
    units.map(({ status, ...unit }) => [
      unit.equipmentNo,
      { ...unit, status, live: (status?.live ?? {}) as unknown as LiveStatus },
    ]),
  );
}
export type UnitFact = Awaited<ReturnType<typeof readUnits>> extends Map<string, infer U> ? U : never;

export async function readCallbacks(keys: readonly IncidentKey[]) {
  const rows = await db().callback.findMany({
    where: { callbackId: { in: keys.flatMap(({ callbackId }) => callbackId ?? []) } },
    select: {
      callbackId: true,
      jobStatus: true,
      callbackType: true,
      jobDescription: true,
      technicianName: true,
      technicianPhone: true,
      personTrapped: true,
      trappedDate: true,
      releaseDate: true,
      createDate: true,
      entrapments: { select: { startAt: true }, orderBy: { id: 'desc' }, take: 1 },
      marks: { orderBy: { id: 'asc' } },
    },
  });
  return new Map(rows.map((row) => [row.callbackId, row]));
}
export type StoredIncidentCallback = Awaited<ReturnType<typeof readCallbacks>> extends Map<string, infer C> ? C : never;

export interface OpenNotice {
  readonly notificationId: string;
  readonly notificationDate: Date;
  /** The caller may acknowledge it. */
  readonly isOffered: boolean;
}

/**
 * The newest open message of each unit's condition: one that the caller may acknowledge if there is any, else one that
 * is for everybody.
 */
export async function readNotices(actor: Actor, keys: readonly IncidentKey[]): Promise<Map<string, OpenNotice>> {
  const wanted = new Map(keys.map(({ equipmentNo, condition }) => [equipmentNo, MESSAGE_OF[condition]]));
  const found = await db().notification.findMany({
    where: {
      username: null,
      objectStatus: true,
      equipmentNo: { in: keys.map(({ equipmentNo }) => equipmentNo) },
      notificationType: { in: ['entrapment', 'error'] },
    },
    orderBy: [{ notificationDate: 'asc' }, { notificationId: 'asc' }],
    select: { notificationId: true, notificationDate: true, equipmentNo: true, notificationType: true },
  });
  const notices = found.filter(
    ({ equipmentNo, notificationType }) => equipmentNo !== null && wanted.get(equipmentNo) === notificationType,
  );
  if (notices.length === 0) return new Map();
  const ids = notices.map(({ notificationId }) => notificationId);
  const offered = await db().notification.findMany({
    where: { AND: [{ notificationId: { in: ids } }, await acknowledgeable(actor, ['event'])] },
    select: { notificationId: true },
  });
  const isOffered = new Set(offered.map(({ notificationId }) => notificationId));
  const newest = new Map<string, OpenNotice>();
  for (const { notificationId, notificationDate, equipmentNo } of notices) {
    if (equipmentNo === null || (newest.get(equipmentNo)?.isOffered && !isOffered.has(notificationId))) continue;
    newest.set(equipmentNo, {
      notificationId: String(notificationId),
      notificationDate,
      isOffered: isOffered.has(notificationId),
    });
  }
  return newest;
}

interface IncidentFault {
  readonly code: string | null;
  readonly title: string;
}

/** The open faults of each unit, the latest start first, in the words of the dictionary. */
export async function readFaults(
  keys: readonly IncidentKey[],
  language: Language,
): Promise<Map<string, IncidentFault>> {
  const events = await db().equipmentEvent.findMany({
    where: {
      equipmentNo: { in: keys.map(({ equipmentNo }) => equipmentNo) },
      objectStatus: true,
      subType: { in: ['entrapment', 'error'] },
    },
    orderBy: [{ startAt: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
    select: { equipmentNo: true, subType: true, code: true, title: true, message: true },
  });
  const words = await wordsOfCodes(
    events.flatMap(({ code }) => code ?? []),
    language,
  );
  const wanted = new Map(keys.map(({ equipmentNo, condition }) => [equipmentNo, MESSAGE_OF[condition]]));
  return new Map(
    events.flatMap(({ equipmentNo, subType, code, title, message }): [string, IncidentFault][] => {
      const said = (code === null ? undefined : words.get(code)?.text) || title || message;
      return wanted.get(equipmentNo) === subType && said ? [[equipmentNo, { code, title: said }]] : [];
    }),
  );
}

/** Open symptoms of trapped persons, the newest of each unit: what the portal found by itself. */
export async function readSymptoms(keys: readonly IncidentKey[]): Promise<Map<string, string>> {
  const units = keys.flatMap(({ equipmentNo, condition }) => (condition === 'trapped' ? [equipmentNo] : []));
  if (units.length === 0) return new Map();
  const symptoms = await db().symptom.findMany({
    where: {
      equipmentNo: { in: units },
      ...NOT_OVER,
      ...TRAPPED_SYMPTOMS,
    },
    orderBy: [{ createDate: 'asc' }, { symptomId: 'asc' }],
    select: { equipmentNo: true, symptomTitle: true },
  });
  return new Map(symptoms.map(({ equipmentNo, symptomTitle }) => [equipmentNo, symptomTitle]));
}
