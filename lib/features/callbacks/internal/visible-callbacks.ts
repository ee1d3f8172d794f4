import { requireInHistory, seesWholeTimes, shownTimes } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';

/**
 * Which call-outs, and what of them, authorities and data strategy let the caller see
 * (docs/decisions/009-data-strategy.md).
 */

type TrappedRow = { readonly personTrapped: boolean };

export interface CallbackTimes {
  /** How the times of a call-out are written. */
  readonly timeOf: (row: TrappedRow) => ShownTime;
  /** May lengths of time be shown? The time of day can be computed from them. */
  readonly hasSeconds: (row: TrappedRow) => boolean;
}

/**
 * A strategy that hides times does not hide those of trapped persons. The authority for dates only hides all (doc2
 * §2.8).
 */
export async function shownOf(actor: Actor): Promise<CallbackTimes> {
  const [timeOf, isWhole] = await Promise.all([shownTimes(actor), seesWholeTimes(actor)]);
  return {
    timeOf: ({ personTrapped }) => timeOf(personTrapped),
    hasSeconds: ({ personTrapped }) => isWhole(personTrapped),
  };
}

/** Call-outs since `start`; those of trapped persons of any age. null: no limit. */
export const keptSince = (start: Date | null): Prisma.CallbackWhereInput =>
  start === null ? {} : { OR: [{ createDate: { gte: start } }, { personTrapped: true }] };

/** @throws access_denied: the call-out is older than the data strategy allows; never for trapped persons */
export async function requireKept(
  actor: Actor,
  { personTrapped, createDate }: TrappedRow & { createDate: Date },
): Promise<void> {
  if (!personTrapped) await requireInHistory(actor, createDate);
}
