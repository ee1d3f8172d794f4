import { CALLBACK_STATUSES, hasOwnDispatch, movesFrom } from '@/lib/features/callbacks/internal';
import { getCallback, moveCallback } from '@/lib/features/callbacks/contract';
import { acksOf, isArrivalLate, isFree, nextClock, toldOf } from '@/lib/features/escalation/internal';
import type { Manner } from '@/lib/features/escalation/internal';
import { hasCharge, listEventNotices } from '@/lib/features/notifications/contract';
import { ackItems } from '@/lib/features/notifications/internal';
import { wholeTitles } from '@/lib/features/symptoms/contract';
import { ruleWords } from '@/lib/features/symptoms/internal';
import { newestAt, readText } from '@/lib/live/units/values';
import { trappedSince } from '@/lib/live/units/condition';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { showsDatesOnly } from '@/lib/platform/contract/authorities';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { historyStart, shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import { INCIDENT_CONDITIONS } from './contract';
import type { countIncidents, IncidentRow, queryIncidents } from './contract';
import { readCallbacks, readFaults, readNotices, readSymptoms, readUnits } from './facts';
import type { CallbackFact, UnitFact } from './facts';
import { readCounts, readKeys } from './keys';
import type { IncidentKey } from './keys';

/** Units in trouble as a caller sees them (api.md §2.12, readings 80, 84, 135-137). */

const MOST_TOLD = 3;

interface Reader {
  readonly actor: Actor;
  readonly language: Language;
  readonly seesCallbacks: boolean;
  readonly mover: Parameters<typeof movesFrom>[1];
  /** Call-outs before it are left out by the data strategy; those of trapped persons never. */
  readonly since: Date | null;
  readonly mannerOf: (isTrapped: boolean) => Manner;
  readonly seesVideo: boolean;
}

async function readerOf(actor: Actor, language: Language, now: number): Promise<Reader> {
  const [time, { maskTime, dataGroups }, since, ownDispatch] = await Promise.all([
    shownTime(actor),
    strategyOf(actor),
    historyStart(actor, now),
    hasOwnDispatch(),
  ]);
  const isDatesOnly = showsDatesOnly(actor);
  return {
    actor,
    language,
    seesCallbacks: may(actor, getCallback),
    mover: { mayMove: may(actor, moveCallback), isInScope: true, isErpMaster: !ownDispatch },
    since,
    seesVideo: dataGroups.includes('video'),
    // A strategy that masks times leaves those of trapped persons (silent-screens B2).
    mannerOf: (isTrapped) => {
      const hasSeconds = !isDatesOnly && (isTrapped || !maskTime);
      return { time: hasSeconds ? formatDateTime : time, hasSeconds, now };
    },
  };
}

interface Known {
  readonly key: IncidentKey;
  readonly unit: UnitFact;
  /** As far as the reader may see one. */
  readonly callback: CallbackFact | undefined;
  /** Whether or not he may: a call-out says that somebody is trapped. */
  readonly calledAt: Date | undefined;
}

function sinceOf({ key: { condition, startAt }, unit: { live }, calledAt }: Known): number | undefined {
  if (condition === 'disconnected') return newestAt(live);
  if (startAt !== null) return startAt.getTime();
  if (condition === 'fault') return live.errorstate?.at;
  return trappedSince(live) ?? calledAt?.getTime();
}

/** From when on an acknowledgement is one of this entrapment, and not of the one before; by the portal's clock where it can be. */
function heardFrom({ key: { startAt, isCalled }, calledAt }: Known, noticeDate: Date | undefined): number {
  const begins = [startAt, noticeDate, isCalled ? calledAt : undefined].flatMap((at) => at?.getTime() ?? []);
  return begins.length > 0 ? Math.min(...begins) : -Infinity;
}

const callbackPart = (
  { callbackId, jobStatus, jobDescription, createDate, ...row }: CallbackFact,
  { mover }: Reader,
  { time }: Manner,
): NonNullable<IncidentRow['callback']> => {
  const status = CALLBACK_STATUSES.find((known) => known === jobStatus) ?? 'INIT';
  return {
    callbackId,
    status,
    title: jobDescription ?? '',
    technicianName: row.technicianName,
    technicianPhone: row.technicianPhone,
    createDate: time(createDate),
    canMove: movesFrom(status, mover).includes('PAGE'),
  };
};

async function toRows(known: readonly Known[], reader: Reader): Promise<IncidentRow[]> {
  const { actor, language, seesCallbacks, seesVideo, mannerOf } = reader;
  const keys = known.map(({ key }) => key);
  const isTrapped = ({ condition }: IncidentKey) => condition === 'trapped';
  const notices = await readNotices(keys);
  const [faults, symptoms, told, acks] = await Promise.all([
    readFaults(keys, language),
    readSymptoms(keys),
    seesCallbacks
      ? toldOf(
          known.map((one) => ({
            equipmentNo: one.key.equipmentNo,
            since: new Date(
              Math.min(
                sinceOf(one) ?? Infinity,
                one.callback?.createDate.getTime() ?? Infinity,
                reader.mannerOf(true).now,
              ),
            ),
            showsFirst: isTrapped(one.key) && actor.userType !== 1,
            marks: one.callback?.marks ?? [],
            time: mannerOf(isTrapped(one.key)).time,
          })),
        )
      : [],
    acksOf(
      known.map((one) => ({
        objectId: one.callback?.callbackId ?? null,
        equipmentNo: one.key.equipmentNo,
        ...(isTrapped(one.key)
          ? {
              unitMessage: 'entrapment' as const,
              from: heardFrom(one, notices.get(one.key.equipmentNo)?.notificationDate),
            }
          : { unitMessage: 'error' as const }),
      })),
    ),
  ]);
  const mayAcknowledge = may(actor, listEventNotices) || may(actor, hasCharge);
  const words = ruleWords(language);
  return known.map((one, index): IncidentRow => {
    const { key, unit, callback } = one;
    const { equipmentNo, condition } = key;
    const manner = mannerOf(isTrapped(key));
    const marks = callback?.marks ?? [];
    const since = sinceOf(one);
    const fault = faults.get(equipmentNo);
    const symptom = symptoms.get(equipmentNo);
    const notice = notices.get(equipmentNo);
    const shownAcks = ackItems(acks[index] ?? [], actor, manner.time);
    const notificationId = (mayAcknowledge ? notice?.notificationId : undefined) ?? null;
    return {
      equipmentNo,
      equipmentName: unit.equipmentName,
      equipmentType: unit.equipmentType,
      displayType: unit.displayType,
      projectName: unit.projects[0]?.project.projectName ?? null,
      buildingName: unit.buildingName,
      address: unit.address,
      branchName: unit.branch.branchName,
      condition,
      code: fault?.code ?? null,
      title:
        fault?.title ??
        (symptom === undefined ? null : shownSymptomTitle(symptom, { isWhole: may(actor, wholeTitles), words })),
      floor: readText(unit.live.position) ?? null,
      since: since === undefined ? null : manner.time(since),
      callback: callback ? callbackPart(callback, reader, manner) : null,
      ...nextClock(marks, manner),
      told: (told[index] ?? []).slice(-MOST_TOLD).reverse(),
      acks: shownAcks,
      notificationId,
      canAcknowledge: !shownAcks.some(({ own }) => own) && (callback !== undefined || notificationId !== null),
      callHelp: isTrapped(key) && !isFree(marks) && isArrivalLate(marks, manner.now),
      camera: seesVideo && (unit.video === '1' || unit.dhVideo === '1') ? 1 : 0,
    };
  });
}

/** A page of the incidents that the caller sees, whatever the focus. */
export async function findIncidents(
  actor: Actor,
  query: ParsedOf<typeof queryIncidents>,
  language: Language,
  now = Date.now(),
): Promise<OutputOf<typeof queryIncidents>> {
  const showsFaults = (await strategyOf(actor)).dataGroups.includes('faults');
  const [{ keys, total }, reader] = await Promise.all([
    readKeys(
      actor,
      { conditions: query.conditions ?? INCIDENT_CONDITIONS, equipmentNos: query.equipmentNos, showsFaults },
      query,
    ),
    readerOf(actor, language, now),
  ]);
  if (keys.length === 0) return page([], total, query);
  const [units, callbacks] = await Promise.all([
    readUnits(
      actor,
      keys.map(({ equipmentNo }) => equipmentNo),
    ),
    readCallbacks(keys),
  ]);
  const known = keys.flatMap((key): Known[] => {
    const unit = units.get(key.equipmentNo);
    const callback = callbacks.get(key.callbackId ?? '');
    const isKept =
      callback !== undefined &&
      (callback.personTrapped || reader.since === null || callback.createDate >= reader.since);
    const calledAt = callback?.personTrapped ? (callback.trappedDate ?? callback.createDate) : undefined;
    return unit ? [{ key, unit, callback: reader.seesCallbacks && isKept ? callback : undefined, calledAt }] : [];
  });
  return page(await toRows(known, reader), total, query);
}

/** Units by state, whatever the focus. */
export async function findCounts(actor: Actor): Promise<OutputOf<typeof countIncidents>> {
  return readCounts(actor, (await strategyOf(actor)).dataGroups.includes('faults'));
}
