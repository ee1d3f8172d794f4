import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { userScope } from './scope';

/** Names of accounts beside their actions, if the reader may see the accounts (`usr`, readings 269). */

export interface ShownAccount {
  /** The stored name; a name without an account, for example an import's source, is shown as it is. */
  readonly username: string;
  readonly nickName: string;
}

/** @returns for each name the account; null: outside the reader's scope. Two queries for all of them. */
export async function shownAccounts(
  actor: Actor,
  usernames: readonly (string | null)[],
): Promise<(username: string | null) => ShownAccount | null> {
  const accounts = { username: { in: [...new Set(usernames.flatMap((name) => name ?? []))] } };
  if (accounts.username.in.length === 0) return () => null;
  const [known, seen] = await Promise.all([
    db().user.findMany({ where: accounts, select: { username: true } }),
    db().user.findMany({
      where: { AND: [accounts, userScope(actor)] },
      select: { username: true, nickName: true },
    }),
  ]);
  const isAccount = new Set(known.map(({ username }) => username));
  const shown = new Map(seen.map((account) => [account.username, account]));
  return (username) => {
    if (username === null) return null;
    if (username === actor.username) return { username, nickName: actor.nickName };
    return shown.get(username) ?? (isAccount.has(username) ? null : { username, nickName: username });
  };
}
