import type { Actor } from '@/lib/platform/contract/actor';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { UnitType } from '../unit-filters-contract';

interface UnitFilters {
  readonly unitType?: UnitType;
  readonly projectId?: readonly string[];
  readonly branchCode?: readonly string[];
  readonly city?: string;
}

/** Conditions of `unitFilters`; projects count only as far as the caller sees them. */
export function unitConditions(
  actor: Actor,
  { unitType, projectId, branchCode, city }: UnitFilters,
): Prisma.EquipmentWhereInput[] {
  return [
    ...(unitType === undefined
      ? []
      : [
          {
            displayType: {
              in: unitType === 'ESC' ? ['ES' as const, 'WW' as const] : ['EV' as const, 'OTHER' as const],
            },
          },
        ]),
    ...(projectId
      ? [
          {
            projects: {
              some: {
                project: { AND: [projectScope(actor, { focus: false }), { projectId: { in: [...projectId] } }] },
              },
            },
          },
        ]
      : []),
    ...(branchCode ? [{ branchCode: { in: [...branchCode] } }] : []),
    ...(city ? [{ city }] : []),
  ];
}
