import { randomUUID } from 'node:crypto';
import { queryIncidents } from '@/lib/features/incidents/contract';
import { AUTHORITIES, HINDRANCES } from '@/lib/platform/contract/authorities';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { actorOfSession } from '@/lib/platform/auth/tokens/actor-loader';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { Door } from '@/lib/platform/door/door';

/** What a web process calls itself before it is ready: what people ask for first, read as head office reads it. */

const HEAD_OFFICE: Actor = {
  sessionId: '',
  username: '',
  nickName: '',
  userType: USER_TYPE.headOffice,
  customerType: null,
  branchCode: null,
  branchName: 'admin',
  authorities: new Set(AUTHORITIES.filter((authority) => !HINDRANCES.includes(authority))),
  mappings: { projects: [], branches: [] },
  focus: null,
  accessVersion: 0,
};

/** A session that does not exist is looked for like any other. */
async function findCaller(): Promise<void> {
  await actorOfSession(randomUUID()).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/** The steps for `warmUp`. They change nothing, and leave no line in the audit log. */
export function firstCalls(door: Pick<Door, 'rehearse'>): (() => Promise<void>)[] {
  return [findCaller, () => door.rehearse(queryIncidents, {}, HEAD_OFFICE)];
}
