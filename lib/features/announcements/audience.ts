import { branchScope, projectScope } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { pool } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import {
  isBranchUser,
  isCustomer,
  isHeadOffice,
  USER_TYPE,
  MAPPING_TYPE,
} from '@/lib/platform/auth/accounts/account-types';
import type { Transaction } from '@/lib/platform/db/transaction';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import { AUDIENCE_USER_TYPES, PORTAL_METHODS, type AudienceKind } from './value-sets';

/** Who receives an announcement, and who may edit it (api.md §2.21, readings 64, 104). */

type Where = Prisma.AnnouncementWhereInput;
type AudiencePlace = Prisma.AnnouncementPlaceCreateManyAnnouncementInput;

/**
 * Announcements whose audience contains the account, in every state. Head office is in no audience of branches or
 * projects.
 */
export function audienceScope(actor: Actor): Where {
  const inPlaces: Where = isHeadOffice(actor)
    ? { isLimited: false }
    : {
        OR: [
          { isLimited: false },
          {
            places: {
              some: { OR: [{ branch: branchScope(actor) }, { project: projectScope(actor, { focus: false }) }] },
            },
          },
        ],
      };
  return {
    AND: [
      { OR: [{ audienceKind: { not: 'userType' } }, { audienceValues: { has: String(actor.userType) } }] },
      inPlaces,
    ],
  };
}

/**
 * Published, valid and shown by the portal, for any reader. The time is cut to seconds, so that queries within one
 * second are equal.
 */
export function shownAt(now: number): Where {
  const second = new Date(Math.floor(now / 1000) * 1000);
  return {
    state: 'PUBLISHED',
    receivingMethod: { in: [...PORTAL_METHODS] },
    OR: [{ validTo: null }, { validTo: { gt: second } }],
  };
}

/** The announcements in the account's list. */
export const readerScope = (actor: Actor, now: number): Where => ({ AND: [shownAt(now), audienceScope(actor)] });

/**
 * What the account may edit. Head office: everything; others: announcements whose audience lies within their own
 * mappings.
 */
export function editorScope(actor: Actor): Where {
  if (isHeadOffice(actor)) return {};
  const project = projectScope(actor, { focus: false });
  return {
    isLimited: true,
    places: {
      some: {},
      every: isBranchUser(actor) ? { OR: [{ branch: branchScope(actor) }, { project }] } : { project },
    },
  };
}

interface AudienceChoice {
  readonly kind: AudienceKind;
  readonly values: readonly string[];
}

export interface StoredAudience {
  readonly audienceKind: AudienceKind;
  readonly audienceValues: string[];
  readonly isLimited: boolean;
  readonly places: AudiencePlace[];
}

const branchesAs = (codes: readonly string[]) => codes.map((branchCode): AudiencePlace => ({ branchCode }));
const projectsAs = (ids: readonly string[]) => ids.map((projectId): AudiencePlace => ({ projectId }));

/** The branches and projects of an author who is not head office. @throws no_object_permission without any */
function ownPlaces({ userType, mappings }: Actor): AudiencePlace[] {
  const places = userType === USER_TYPE.branch ? branchesAs(mappings.branches) : projectsAs(mappings.projects);
  if (places.length === 0) throw new AppError('no_object_permission');
  return places;
}

/** Checks that every key exists and belongs to the author. @throws validation_failed, no_object_permission */
function requireAll(
  wanted: readonly string[],
  there: readonly string[],
  own: readonly string[],
  messageKey: 'unknownBranch' | 'unknownProject',
): void {
  const unknown = wanted.find((key) => !there.includes(key));
  if (unknown !== undefined) throw new FieldError('audience.values', messageKey, { name: unknown });
  if (wanted.some((key) => !own.includes(key))) throw new AppError('no_object_permission');
}

/**
 * The readers that the author reaches with this audience.
 * @throws validation_failed (`audience.values`), no_object_permission for a branch or project outside the author's
 * mappings
 */
export async function reachOf(
  sql: Transaction,
  actor: Actor,
  { kind, values }: AudienceChoice,
): Promise<StoredAudience> {
  const chosen = [...new Set(values)];
  const reach = { audienceKind: kind, audienceValues: kind === 'all' ? [] : chosen };
  if (kind !== 'all' && chosen.length === 0) throw new FieldError('audience.values', 'audienceRequired');
  if (kind === 'all' || kind === 'userType') {
    if (kind === 'userType' && chosen.some((value) => !AUDIENCE_USER_TYPES.some((known) => known === value)))
      throw new FieldError('audience.values', 'badValue');
    return isHeadOffice(actor)
      ? { ...reach, isLimited: false, places: [] }
      : { ...reach, isLimited: true, places: ownPlaces(actor) };
  }
  if (kind === 'branch') {
    const branchCode = { in: chosen };
    const there = await sql.branch.findMany({ where: { branchCode }, select: { branchCode: true } });
    // A customer sees the branch of its projects, but must not reach other customers of that branch.
    const own = isCustomer(actor)
      ? []
      : await sql.branch.findMany({ where: { AND: [{ branchCode }, branchScope(actor)] } });
    requireAll(
      chosen,
      there.map((row) => row.branchCode),
      own.map((row) => row.branchCode),
      'unknownBranch',
    );
    return { ...reach, isLimited: true, places: branchesAs(chosen) };
  }
  const projectId = { in: chosen };
  const there = await sql.project.findMany({ where: { projectId, deletedAt: null }, select: { projectId: true } });
  const own = await sql.project.findMany({
    where: { AND: [{ projectId }, projectScope(actor, { focus: false })] },
    select: { projectId: true },
  });
  requireAll(
    chosen,
    there.map((row) => row.projectId),
    own.map((row) => row.projectId),
    'unknownProject',
  );
  return { ...reach, isLimited: true, places: projectsAs(chosen) };
}

/** Accounts `u` that exist and may read announcements. */
const MAY_READ = `u.deleted_at IS NULL AND u.enabled AND (
  EXISTS (SELECT 1 FROM user_role ur JOIN role_authority ra ON ra.role = ur.role
           WHERE ur.username = u.username AND ra.authority IN ('ANNOUNCEMENT_READ', 'CAMPUS_VIEW_ANNOUNCEMENT_READ'))
  OR EXISTS (SELECT 1 FROM campus_apply c WHERE c.username = u.username AND c.status = 'ENABLED' AND c.tabs ? 'announcement'
              AND (c.valid_until IS NULL OR c.valid_until >= (now() AT TIME ZONE '${TIME_ZONE}')::date)))`;

/**
 * How many accounts with the right to read each announcement reaches. It is the reverse of `audienceScope`; a test
 * compares both.
 */
export async function audienceTotals(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool().query<{ id: string; total: number }>(
    `WITH able AS MATERIALIZED (SELECT u.username, u.user_type FROM users u WHERE ${MAY_READ}),
          kinds AS (SELECT user_type, count(*)::int AS total FROM able GROUP BY user_type),
          asked AS (SELECT * FROM announcement WHERE id = ANY($1)),
          placed AS (
            SELECT a.id, a.audience_kind, a.audience_values, m.username, m.type
              FROM asked a JOIN announcement_place p ON p.announcement_id = a.id
              LEFT JOIN project pp ON pp.project_id = p.project_id AND pp.deleted_at IS NULL
              JOIN LATERAL (
                SELECT username, type FROM user_mapping WHERE type = ${MAPPING_TYPE.branch} AND mapping_id = coalesce(p.branch_code, pp.branch_code)
                UNION SELECT username, type FROM user_mapping WHERE type = ${MAPPING_TYPE.project} AND mapping_id = pp.project_id
                UNION SELECT o.username, o.type FROM project x JOIN user_mapping o ON o.type = ${MAPPING_TYPE.project} AND o.mapping_id = x.project_id
                       WHERE x.branch_code = p.branch_code) m ON true
             WHERE a.is_limited)
     SELECT a.id, (SELECT coalesce(sum(k.total), 0)::int FROM kinds k
                    WHERE a.audience_kind <> 'userType' OR k.user_type::text = ANY(a.audience_values)) AS total
       FROM asked a WHERE NOT a.is_limited
     UNION ALL
     SELECT a.id, (SELECT count(DISTINCT p.username)::int FROM placed p JOIN able u USING (username)
                    WHERE p.id = a.id AND p.type = u.user_type
                      AND (p.audience_kind <> 'userType' OR u.user_type::text = ANY(p.audience_values)))
       FROM asked a WHERE a.is_limited`,
    [[...ids]],
  );
  return new Map(rows.map(({ id, total }) => [id, total]));
}
