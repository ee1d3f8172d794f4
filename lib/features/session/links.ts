import { randomBytes } from 'node:crypto';
import type { Actor } from '@/lib/platform/contract/actor';
import { takePartnerToken } from '@/lib/platform/auth/limits/rate-limits';
import { liveUserScope, requireWholeAccount } from '@/lib/platform/auth/scope/scope';
import { pathBehindThird } from '@/lib/platform/auth/pages/third-path';
import { hashToken } from '@/lib/platform/auth/tokens/token-format';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import type { OneTimeToken, OneTimeTokenKind, Prisma, User } from '@/lib/platform/db/generated/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { hrefOf } from '@/lib/routes';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { holds } from '@/lib/platform/contract/authorities';
import { attempt } from './attempt';
import { choose, openSession, requireNoReset } from './steps';
import type { SignInClient, SignedIn } from './steps';

/** One-time tokens and links (api.md §2.1): 32 random bytes, stored hashed, used up only when a session opens. */

const HOUR_MS = 3600_000;
const THIRD_BASE = '/3rd';

const newToken = () => randomBytes(32).toString('base64url');
const badLink = () => new AppError('invalid_grant', { messageKey: 'badLink' });

async function find(kind: OneTimeTokenKind, token: string): Promise<OneTimeToken & { user: User }> {
  const row = await db().oneTimeToken.findUnique({ where: { tokenHash: hashToken(token) }, include: { user: true } });
  if (!row || row.kind !== kind || row.usedAt || row.expireAt.getTime() <= Date.now()) throw badLink();
  return row;
}

async function spend(sql: Prisma.TransactionClient, id: string): Promise<void> {
  const { count } = await sql.oneTimeToken.updateMany({ where: { id, usedAt: null }, data: { usedAt: new Date() } });
  if (count === 0) throw badLink();
}

/** @throws invalid_grant, account_disabled, verification (needResetPassword), rate_limited for an address that guesses */
export async function signInWithLink(token: string, client: SignInClient): Promise<SignedIn> {
  return attempt('link', hashToken(token), client, async () => {
    const { id, user } = await find('fwtoken', token);
    choose([user], () => true);
    await requireNoReset(user);
    return openSession(user, client, (sql) => spend(sql, id));
  });
}

/**
 * @param rest the part after `/3rd` in the address, if any
 * @returns the session and the path to continue at, of this origin
 * @throws access_denied when the token was issued for another path; otherwise as `signInWithLink`
 */
export async function signInWithThirdToken(
  token: string,
  rest: string | null,
  client: SignInClient,
): Promise<SignedIn & { path: string }> {
  return attempt('link', hashToken(token), client, async () => {
    const row = await find('third', token);
    const wanted = rest ? pathBehindThird(rest) : null;
    if (row.path !== null && wanted !== null && wanted !== row.path) throw new AppError('access_denied');
    if (rest && wanted === null) throw new AppError('access_denied');
    if (row.partnerId !== null && !(await isStillGranted(row.partnerId, row.username))) throw badLink();
    choose([row.user], () => true);
    const signedIn = await openSession(row.user, client, (sql) => spend(sql, row.id));
    return { ...signedIn, path: wanted ?? row.path ?? hrefOf('home') };
  });
}

const isStillGranted = async (partnerId: string, username: string) =>
  (await db().partnerUser.count({ where: { partnerId, username, partner: { enabled: true } } })) > 0;

export interface ThirdTokenRequest {
  username: string;
  path?: string | null;
  ttl: number;
}

/**
 * Issues a token for an account that is granted to the partner. @throws not_found, access_denied, account_disabled,
 * validation_failed (path), rate_limited
 */
export async function mintThirdToken(
  partnerId: string,
  { username, path, ttl }: ThirdTokenRequest,
): Promise<{ token: string; expiresIn: number; url: string }> {
  await takePartnerToken(partnerId);
  const bound = path ? pathBehindThird(path) : null;
  if (path && bound === null) throw new FieldError('path', 'badValue');
  const user = await db().user.findFirst({
    where: { usernameLower: username.toLowerCase(), deletedAt: null },
    select: { username: true, enabled: true },
  });
  if (!user) throw new AppError('not_found');
  if (!(await isStillGranted(partnerId, user.username))) throw new AppError('access_denied');
  if (!user.enabled) throw new AppError('account_disabled');
  const token = newToken();
  await db().oneTimeToken.create({
    data: {
      id: newToken().slice(0, 40),
      kind: 'third',
      tokenHash: hashToken(token),
      username: user.username,
      path: bound,
      partnerId,
      expireAt: new Date(Date.now() + ttl * 1000),
    },
  });
  return { token, expiresIn: ttl, url: `${THIRD_BASE}${bound ?? '/'}?token=${token}` };
}

/**
 * @throws not_found, no_object_permission (511) outside the scope or for an account that sees more, access_denied for
 * an account with more rights, account_disabled
 */
export async function createLink(
  actor: Actor,
  username: string,
  validHours: number,
): Promise<{ fwtoken: string; url: string; expireAt: string }> {
  const usernameLower = username.toLowerCase();
  const target = await db().user.findFirst({
    where: { AND: [{ usernameLower }, liveUserScope(actor)] },
    select: {
      username: true,
      enabled: true,
      roles: { select: { roleRow: { select: { authorities: { select: { authority: true } } } } } },
    },
  });
  if (!target) {
    const exists = await db().user.count({ where: { usernameLower, deletedAt: null } });
    throw new AppError(exists > 0 ? 'no_object_permission' : 'not_found');
  }
  const held = target.roles.flatMap(({ roleRow }) => roleRow.authorities.map(({ authority }) => authority));
  if (held.some((authority) => !holds(actor, authority))) throw new AppError('access_denied');
  await requireWholeAccount(db(), actor, target.username);
  if (!target.enabled) throw new AppError('account_disabled');
  const fwtoken = newToken();
  const expireAt = new Date(Date.now() + validHours * HOUR_MS);
  await db().oneTimeToken.create({
    data: {
      id: newToken().slice(0, 40),
      kind: 'fwtoken',
      tokenHash: hashToken(fwtoken),
      username: target.username,
      expireAt,
      createBy: actor.username,
    },
  });
  return { fwtoken, url: `${config().publicUrl}${hrefOf('login', { fwtoken })}`, expireAt: formatDateTime(expireAt) };
}
