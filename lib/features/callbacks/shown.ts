import { requireInHistory, seesWholeTimes, shownTimes } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';

/** What authorities and data strategy leave of call-outs (docs/decisions/009-data-strategy.md). */

type Persons = { readonly personTrapped: boolean };

export interface Shown {
  /** How the times of a call-out are written. */
  readonly timeOf: (row: Persons) => ShownTime;
  /** May lengths of time be said, from which the time of day follows? */
  readonly hasSeconds: (row: Persons) => boolean;
}

/**
 * A strategy that masks times leaves those of trapped persons; the authority for dates only leaves none (doc2 §2.8).
 */
export async function shownOf(actor: Actor): Promise<Shown> {
  const [timeOf, isWhole] = await Promise.all([shownTimes(actor), seesWholeTimes(actor)]);
  return {
    timeOf: ({ personTrapped }) => timeOf(personTrapped),
    hasSeconds: ({ personTrapped }) => isWhole(personTrapped),
  };
}

/** Call-outs since `start`; those of trapped persons of any age. null: no limit. */
export const keptSince = (start: Date | null): Prisma.CallbackWhereInput =>
  start === null ? {} : { OR: [{ createDate: { gte: start } }, { personTrapped: true }] };

/** @throws access_denied: the call-out is older than what the data strategy leaves; those of trapped persons never are */
export async function requireKept(
  actor: Actor,
  { personTrapped, createDate }: Persons & { createDate: Date },
): Promise<void> {
  if (!personTrapped) await requireInHistory(actor, createDate);
}
