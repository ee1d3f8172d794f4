import { hasOwnDispatch } from '@/lib/features/callbacks/internal/create';
import { createCallback, getCallback, moveCallback } from '@/lib/features/callbacks/contract';
import { isArrivalLate, isFree, nextClock } from '@/lib/features/callbacks/internal/clocks';
import { escalationLogOf } from '@/lib/features/escalation/internal/escalation-log';
import type { ReaderTime, StoredMark } from '@/lib/features/callbacks/internal/clocks';
import { ackItems } from '@/lib/features/notifications/internal/ack-items';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { historyStart, seesWholeTimes, shownTimes, strategyOf } from '@/lib/platform/strategy/limits';
import { isInCharge } from '@/lib/platform/auth/accounts/account-types';
import { acksOf } from './internal/acks';
import { canStillAcknowledge } from './internal/incident';
import type { Dispatcher, IncidentSubject } from './internal/incident';

/**
 * What every list shows of an incident: its clock, who was notified, who has acknowledged, what the caller may do
 * (readings 236).
 */

export interface IncidentReader {
  readonly actor: Actor;
  readonly dispatcher: Dispatcher;
  /** The data strategy excludes earlier call-outs; those of trapped persons never. */
  readonly since: Date | null;
  readonly mannerOf: (isTrapped: boolean) => ReaderTime;
  readonly seesVideo: boolean;
}

/** How the caller sees the times of an incident. */
export async function mannersOf(actor: Actor, now: number): Promise<IncidentReader['mannerOf']> {
  const [timeOf, isWhole] = await Promise.all([shownTimes(actor), seesWholeTimes(actor)]);
  return (isTrapped) => ({ time: timeOf(isTrapped), hasSeconds: isWhole(isTrapped), now });
}

export async function readerOf(actor: Actor, now: number): Promise<IncidentReader> {
  const [mannerOf, { dataGroups }, since, ownDispatch] = await Promise.all([
    mannersOf(actor, now),
    strategyOf(actor),
    historyStart(actor, now),
    hasOwnDispatch(),
  ]);
  return {
    actor,
    dispatcher: {
      mover: { mayMove: may(actor, moveCallback), isErpMaster: !ownDispatch },
      mayCreate: may(actor, createCallback),
      seesCallbacks: may(actor, getCallback),
    },
    since,
    seesVideo: dataGroups.includes('video'),
    mannerOf,
  };
}

/** One incident as its reader may see it. */
export interface Incident {
  readonly equipmentNo: string;
  readonly object: IncidentSubject | null;
  /** Somebody is trapped now. */
  readonly isTrapped: boolean;
  /** Earlier notifications of the unit belong to another incident. */
  readonly toldSince: Date;
  /** Earlier acknowledgements belong to another incident, epoch ms. */
  readonly ackedFrom: number | undefined;
  /** Of its call-out or symptom. */
  readonly marks: readonly StoredMark[];
  readonly notificationId: string | null;
}

/** In the order of the incidents, with a fixed number of queries for all of them. */
export async function responsesOf(incidents: readonly Incident[], reader: IncidentReader) {
  const { actor, dispatcher, mannerOf } = reader;
  const [told, acks] = await Promise.all([
    dispatcher.seesCallbacks
      ? escalationLogOf(
          incidents.map(({ equipmentNo, toldSince, isTrapped, marks }) => ({
            equipmentNo,
            since: toldSince,
            isTrapped,
            showsFirst: isTrapped && isInCharge(actor),
            marks,
            time: mannerOf(isTrapped).time,
          })),
        )
      : [],
    acksOf(
      incidents.map(({ object, equipmentNo, isTrapped, ackedFrom }) => ({
        object,
        equipmentNo,
        isTrapped,
        ...(ackedFrom === undefined ? {} : { from: ackedFrom }),
      })),
    ),
  ]);
  return incidents.map(({ object, isTrapped, marks, notificationId }, index) => {
    const manner = mannerOf(isTrapped);
    const own = acks[index] ?? [];
    return {
      ...nextClock(marks, manner),
      told: told[index] ?? [],
      acks: ackItems(own, actor, manner.time),
      canAcknowledge: canStillAcknowledge({ object, notificationId, acks: own }, actor.username),
      callHelp: isTrapped && !isFree(marks) && isArrivalLate(marks, manner.now),
    };
  });
}
