import { z } from 'zod';
import { ERP_MASTER, SLA, SlaSetting, standardLimits } from '@/lib/features/callbacks/internal/callback-settings';
import { LIMITS, LimitsSetting } from '@/lib/features/dashboards/internal/limits';
import { DEFAULT_LIMITS } from '@/lib/features/dashboards/value-sets';
import { IMPORTED } from '@/lib/features/detector/internal/context';
import { JOBS_ERP_MASTER } from '@/lib/features/maintenance/internal/erp';
import { APPROVAL_ROLES, ApprovalRoles, STANDARD_APPROVAL_ROLES } from '@/lib/features/users/internal/approval-roles';
import type { SettingField, SettingValue } from './contract';

/**
 * Every setting that a person may change here, with the shape that its reader understands. The sign-in policy is not
 * among them: it can lock everybody out, so a program beside the portal changes it (`npm run sign-in:policy`).
 */

interface Definition {
  readonly key: string;
  readonly shape: z.ZodType;
  /** Values where nothing is stored: one value, or a tree of numbers. */
  readonly standard: unknown;
  readonly kind: SettingField['kind'];
}

export const SETTINGS: readonly Definition[] = [
  { key: LIMITS, shape: LimitsSetting, standard: DEFAULT_LIMITS, kind: 'number' },
  { key: SLA, shape: SlaSetting, standard: standardLimits(), kind: 'seconds' },
  { key: ERP_MASTER, shape: z.boolean(), standard: false, kind: 'switch' },
  { key: JOBS_ERP_MASTER, shape: z.boolean(), standard: false, kind: 'switch' },
  { key: IMPORTED, shape: z.boolean(), standard: false, kind: 'switch' },
  { key: APPROVAL_ROLES, shape: ApprovalRoles, standard: STANDARD_APPROVAL_ROLES, kind: 'words' },
];

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of a tree with their places. */
export function leavesOf(value: unknown, path = ''): { path: string; value: SettingValue }[] {
  if (!isTree(value)) return [{ path, value: value as SettingValue }];
  return Object.entries(value).flatMap(([name, child]) => leavesOf(child, path ? `${path}.${name}` : name));
}

/** The tree of some values; undefined: a place that the standard does not have. */
export function treeOf(
  standard: unknown,
  values: readonly { readonly path: string; readonly value: SettingValue }[],
): unknown {
  const known = new Set(leavesOf(standard).map(({ path }) => path));
  if (values.some(({ path }) => !known.has(path))) return undefined;
  if (!isTree(standard)) return values[0]?.value;
  const tree: Record<string, unknown> = {};
  for (const { path, value } of values) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = tree;
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return tree;
}
