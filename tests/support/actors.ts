import type { Actor } from '@/lib/platform/contract/actor';

/** Somebody who asks a service directly. */
export const actorOf = (
  userType: 0 | 1 | 2,
  mappings: { projects?: string[]; branches?: string[] } = {},
  authorities: string[] = [],
): Actor => ({
  sessionId: 's',
  username: 'u',
  nickName: 'u',
  userType,
  customerType: 0,
  branchCode: null,
  branchName: 'x',
  authorities: new Set(authorities),
  mappings: { projects: mappings.projects ?? [], branches: mappings.branches ?? [] },
  focus: null,
  accessVersion: 1,
});
