import { isBranchUser } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import { MAX_MAILED_PROJECTS } from './value-sets';

/** @throws validation_failed (M17) */
export function requireFewProjects(actor: Pick<Actor, 'userType'>, projectIds: readonly string[]): void {
  if (isBranchUser(actor) && projectIds.length > MAX_MAILED_PROJECTS)
    throw new FieldError('projectIds', 'reportProjectsTooMany', { most: MAX_MAILED_PROJECTS });
}
