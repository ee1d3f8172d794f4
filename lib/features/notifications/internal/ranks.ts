import { USER_TYPE, OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { receiversOf } from './receivers';
import type { Receiver, ReceiverUnit } from './receivers';
import { INCIDENT_READ } from '../value-sets';

/** Who is told of an incident, level by level (readings 80). */

/** In this order: those who dispatch for the branch, those who run it, the head office. */
const RANKS = ['dispatcher', 'branch', 'headOffice'] as const;
export type Rank = (typeof RANKS)[number];

interface RankReceivers {
  readonly rank: Rank;
  readonly people: readonly Receiver[];
}

function peopleOf(
  sql: Prisma.TransactionClient,
  unit: ReceiverUnit,
  rank: Rank,
  type: 'entrapment' | 'callback',
): Promise<Receiver[]> {
  switch (rank) {
    case 'dispatcher':
      return receiversOf(sql, unit, {
        anyOf: ['CALLBACK_WRITE'],
        alsoAnyOf: INCIDENT_READ,
        type,
        userTypes: [USER_TYPE.branch],
      });
    case 'branch':
      return receiversOf(sql, unit, {
        anyOf: ['USER_WRITE'],
        alsoAnyOf: INCIDENT_READ,
        type,
        userTypes: [USER_TYPE.branch],
      });
    case 'headOffice':
      return receiversOf(sql, unit, { anyOf: INCIDENT_READ, type, userTypes: OFFICE_TYPES });
  }
}

/** The first rank from `from` on that has anybody; null: nobody is left to notify. */
export async function audienceFrom(
  sql: Prisma.TransactionClient,
  unit: ReceiverUnit,
  from: Rank,
  type: 'entrapment' | 'callback',
): Promise<RankReceivers | null> {
  for (const rank of RANKS.slice(RANKS.indexOf(from))) {
    const people = await peopleOf(sql, unit, rank, type);
    if (people.length > 0) return { rank, people };
  }
  return null;
}
