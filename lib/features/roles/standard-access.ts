import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import { ADMINISTRATOR, describeAuthority, STANDARD_ROLES } from './internal/standard-roles';

/**
 * Writes the authorities and the standard roles of this version into the database, so that every installation has them,
 * with demo data or without (doc1 §3). Existing rows stay as people edited them; only a new authority is also added to
 * the administrator role, which has all of them but those that take something away.
 */
export async function ensureStandardAccess(sql: Prisma.TransactionClient): Promise<void> {
  const known = new Set(
    (await sql.authority.findMany({ select: { authority: true } })).map(({ authority }) => authority),
  );
  const missing = AUTHORITIES.filter((authority) => !known.has(authority));
  await sql.authority.createMany({
    data: missing.map((authority) => ({ authority, description: describeAuthority(authority), seeded: true })),
    skipDuplicates: true,
  });
  const names = STANDARD_ROLES.map(({ role }) => role);
  const present = new Set(
    (await sql.role.findMany({ where: { role: { in: names } }, select: { role: true } })).map(({ role }) => role),
  );
  const made = STANDARD_ROLES.filter(({ role }) => !present.has(role));
  await sql.role.createMany({
    data: made.map(({ role, description, isBranchAssignable = false }) => ({
      role,
      description,
      branchAssignable: isBranchAssignable,
      seeded: true,
    })),
    skipDuplicates: true,
  });
  const grants = [
    ...made.flatMap(({ role, authorities }) => authorities.map((authority) => ({ role, authority }))),
    ...ADMINISTRATOR.authorities
      .filter((authority) => missing.includes(authority))
      .map((authority) => ({ role: ADMINISTRATOR.role, authority })),
  ];
  await sql.roleAuthority.createMany({ data: grants, skipDuplicates: true });
}

/** The same in its own transaction; two programs that start together do it one after the other. */
export async function seedStandardAccess(): Promise<void> {
  await db().$transaction(async (sql) => {
    await sql.$executeRaw`SELECT pg_advisory_xact_lock(7258310443)`;
    await ensureStandardAccess(sql);
  });
}
