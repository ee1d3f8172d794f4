import { MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { Prisma } from '@/lib/platform/db/generated/client';

/**
 * Who may be responsible for a group, and is reminded: enabled accounts that see its project and may read groups (readings 72).
 * The choice, the form and the reminder ask the same.
 */
export const mayBeResponsible = (project: {
  readonly projectId: string;
  readonly branchCode: string;
}): Prisma.UserWhereInput => {
  const mapped = (type: number, mappingId: string) => ({ mappings: { some: { type, mappingId } } });
  return {
    enabled: true,
    deletedAt: null,
    roles: { some: { roleRow: { authorities: { some: { authority: 'START_STOP_CONFIG_READ' } } } } },
    OR: [
      { userType: USER_TYPE.headOffice },
      { userType: USER_TYPE.branch, ...mapped(MAPPING_TYPE.branch, project.branchCode) },
      {
        userType: { notIn: [USER_TYPE.headOffice, USER_TYPE.branch] },
        ...mapped(MAPPING_TYPE.project, project.projectId),
      },
    ],
  };
};
