import type pg from 'pg';
import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { describeAuthority, STANDARD_ROLES } from '@/lib/features/roles/internal/standard-roles';
import { seeded } from '@/lib/programs/simulator/random';
import { copyRows } from '@/lib/live/telemetry/copy-rows';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { dayNumberOf, dayStart, dayText, weekdayOf } from '@/lib/platform/i18n/shanghai';
import { ROLES } from './access';
import { randomPassword, type Account } from './accounts';
import { DAY_MS, HOUR_MS } from './clock';

/** Roles, authorities and accounts with their past. @returns the passwords by username */
export async function loadAccounts(
  client: pg.ClientBase,
  accounts: readonly Account[],
  { seed, now }: { seed: string; now: Date },
): Promise<Map<string, string>> {
  // An administrator made by hand and removed again leaves these behind.
  await client.query('DELETE FROM role_authority');
  await client.query('DELETE FROM role');
  await client.query('DELETE FROM authority');
  await copyRows(
    client,
    'authority',
    ['authority', 'description', 'seeded', 'create_date', 'update_date'],
    AUTHORITIES.map((authority) => [authority, describeAuthority(authority), true, now, now]),
  );
  await copyRows(
    client,
    'role',
    ['role', 'description', 'branch_assignable', 'seeded', 'create_date', 'update_date'],
    ROLES.map(({ role, description, isBranchAssignable }) => [
      role,
      description,
      isBranchAssignable ?? false,
      STANDARD_ROLES.some((standard) => standard.role === role),
      now,
      now,
    ]),
  );
  await copyRows(
    client,
    'role_authority',
    ['role', 'authority'],
    ROLES.flatMap(({ role, authorities }) => [...new Set(authorities)].map((authority) => [role, authority])),
  );

  const passwords = new Map(accounts.map(({ username }) => [username, randomPassword()]));
  // Nobody is told the passwords of the others, so one hash serves them all.
  const nobody = await hashPassword(randomPassword());
  const hashes = new Map<string, string>();
  for (const { persona, username } of accounts)
    hashes.set(username, persona ? await hashPassword(passwords.get(username) ?? '') : nobody);

  const days = new Map(accounts.map((account) => [account.username, activeDays(account, seed, now.getTime())]));
  await copyRows(
    client,
    'users',
    [
      'username',
      'username_lower',
      'nick_name',
      'email',
      'phone',
      'password_hash',
      'password_at',
      'user_type',
      'customer_type',
      'projectbranch_type',
      'tier',
      'branch_code',
      'enabled',
      'last_sign_in_at',
      'last_active_day',
      'create_by',
      'create_date',
      'update_date',
    ],
    accounts.map((account) => {
      const last = days.get(account.username)?.at(-1);
      return [
        account.username,
        account.username.toLowerCase(),
        account.nickName,
        `${account.username}@example.com`,
        account.phone,
        hashes.get(account.username) ?? nobody,
        now,
        account.userType,
        account.customerType,
        isHeadOffice(account) ? null : account.userType,
        account.tier,
        account.branchCode,
        !account.isDisabled,
        last === undefined ? null : new Date(Math.min(now.getTime(), dayStart(last) + 9 * HOUR_MS)),
        last === undefined ? null : dayText(last),
        'hq_admin',
        new Date(now.getTime() - 500 * DAY_MS),
        now,
      ];
    }),
  );
  await copyRows(
    client,
    'user_active_day',
    ['username', 'day'],
    accounts.flatMap(({ username }) => (days.get(username) ?? []).map((day) => [username, dayText(day)])),
  );
  await copyRows(
    client,
    'user_role',
    ['username', 'role'],
    accounts.flatMap(({ username, roles }) => roles.map((role) => [username, role])),
  );
  await copyRows(
    client,
    'user_mapping',
    ['username', 'type', 'mapping_id', 'customer_type', 'create_date'],
    accounts.flatMap((account) => [
      ...account.projects.map((projectId) => [account.username, 1, projectId, account.customerType, now]),
      ...account.branches.map((branchCode) => [account.username, 2, branchCode, account.customerType, now]),
    ]),
  );
  return passwords;
}

/** The days of the last 13 months before today on which the account was used, oldest first. */
function activeDays({ username, habit, isDisabled }: Account, seed: string, now: number): number[] {
  const random = seeded(`${seed}:active:${username}`);
  const chance = { daily: 0.9, weekly: 0.28, seldom: 0.03, never: 0 }[habit];
  const today = dayNumberOf(now);
  return Array.from({ length: 396 }, (_, index) => today - 396 + index).filter((day) => {
    const isWorking = weekdayOf(day) >= 1 && weekdayOf(day) <= 5;
    return random.chance(isWorking ? chance : chance / 6) && !isDisabled;
  });
}
