import { z } from 'zod';
import { forgetActors, UPSTREAM_BOX, UpstreamState } from '@/lib/platform/auth/tokens/actor-loader';
import type { UpstreamIdentity } from '@/lib/platform/auth/tokens/actor-loader';
import { seal, unseal } from '@/lib/platform/secrets/secret-box';
import { createSession, revokeSession } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import type { CallContext } from '@/lib/platform/contract/serve';
import { exchange, upstreamUrl } from '@/lib/platform/http/upstream-exchange';
import { USER_TYPES } from '@/lib/platform/auth/accounts/account-types';

/**
 * Sessions of people who signed in at an upstream back end: our cookie and row, with the upstream's tokens sealed in
 * the row. They are renewed under the row's lock, because parallel calls would use one refresh token twice.
 */

const Tokens = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive().catch(1800),
});
const UserInfo = z.looseObject({
  user: z.looseObject({
    username: z.string().min(1).max(64),
    nickName: z.string().catch(''),
    branchCode: z.string().nullish(),
    branchName: z.string().nullish(),
  }),
  userType: z.literal(USER_TYPES),
  customerType: z.number().nullish(),
  authority: z.array(z.string()),
});
const LOCK_WAIT = { maxWait: 15_000, timeout: 30_000 };
/** A renewal holds a row and a connection of the pool, so it waits less than other calls. */
const RENEWAL_MS = 10_000;
/** A hash that no password matches: shadow accounts cannot sign in here. */
const UNUSABLE_HASH = '!upstream';

async function readIdentity(access: string): Promise<{ username: string; identity: UpstreamIdentity }> {
  const answer = await exchange(
    { method: 'GET', url: upstreamUrl('userInfo/getUserInfo') },
    { authorization: `Bearer ${access}` },
    undefined,
    { timeoutMs: RENEWAL_MS },
  );
  const info = UserInfo.safeParse(answer.envelope.data);
  if (answer.envelope.code !== 200 || !info.success) throw new AppError('bad_gateway');
  const { user, userType, customerType, authority } = info.data;
  return {
    username: user.username,
    identity: {
      nickName: user.nickName || user.username,
      userType,
      customerType: customerType ?? null,
      branchCode: user.branchCode ?? null,
      branchName: user.branchName || 'admin',
      authorities: authority,
    },
  };
}

/** Does a sign-in need one more step (api.md §2.1)? An upstream may answer so with code 200 as well as 511. */
export function isChallenge(data: unknown): boolean {
  return z
    .union([
      z.looseObject({ needVerify: z.literal(true) }),
      z.looseObject({ selectRequired: z.literal(true) }),
      z.looseObject({ needResetPassword: z.literal(true) }),
    ])
    .safeParse(data).success;
}

/**
 * Opens our session for tokens that the upstream just issued. @returns its id @throws bad_gateway when they are invalid
 */
export async function beginUpstreamSession(data: unknown, context: CallContext): Promise<string> {
  const tokens = Tokens.safeParse(data);
  if (!tokens.success) throw new AppError('bad_gateway');
  const { access_token: access, refresh_token: refresh, expires_in: expiresInSec } = tokens.data;
  const { username, identity } = await readIdentity(access);
  const state: UpstreamState = { access, refresh, expireAt: Date.now() + expiresInSec * 1000, identity };
  return db().$transaction(async (sql) => {
    // An account of our own with the same name stays as it is: what the upstream says holds for this session alone.
    await sql.user.createMany({
      data: {
        username,
        usernameLower: username.toLowerCase(),
        passwordHash: UNUSABLE_HASH,
        passwordAt: new Date(),
        nickName: identity.nickName,
        userType: identity.userType,
        customerType: identity.customerType,
      },
      skipDuplicates: true,
    });
    const { username: own } = await sql.user.findUniqueOrThrow({
      where: { usernameLower: username.toLowerCase() },
      select: { username: true },
    });
    const { sessionId } = await createSession(sql, { username: own, ip: context.ip, userAgent: context.userAgent });
    await sql.session.update({ where: { id: sessionId }, data: { upstreamTokens: seal(UPSTREAM_BOX, state) } });
    return sessionId;
  });
}

async function readState(sessionId: string): Promise<UpstreamState | null> {
  const row = await db().session.findUnique({
    where: { id: sessionId },
    select: { upstreamTokens: true, revokedAt: true },
  });
  if (!row || row.revokedAt) return null;
  return UpstreamState.safeParse(unseal(UPSTREAM_BOX, row.upstreamTokens)).data ?? null;
}

/** The upstream's access token of a session, renewed when it is about to expire. @throws invalid_token */
export async function upstreamAccess(sessionId: string): Promise<string> {
  const state = await readState(sessionId);
  if (!state) throw new AppError('invalid_token');
  if (state.expireAt > Date.now() + 5000) return state.access;
  const renewed = await renewUpstreamTokens(sessionId, state.access);
  if (!renewed) throw new AppError('invalid_token');
  return renewed.access;
}

/**
 * Renews the upstream's tokens once, however many calls ask: the row is locked, and a call that finds another access
 * token than the one that failed uses that. `spent` null renews in any case.
 * @returns the present access token, or null when the upstream refuses (the session is then ended).
 * @throws bad_gateway, gateway_timeout when the upstream cannot answer
 */
export async function renewUpstreamTokens(
  sessionId: string,
  spent: string | null,
): Promise<{ access: string; expiresInSec: number } | null> {
  const renewed = await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM session WHERE id = ${sessionId} FOR UPDATE`;
    const row = await sql.session.findUnique({
      where: { id: sessionId },
      select: { upstreamTokens: true, revokedAt: true },
    });
    const state =
      row && !row.revokedAt ? UpstreamState.safeParse(unseal(UPSTREAM_BOX, row.upstreamTokens)).data : undefined;
    if (!state) return null;
    if (spent !== null && state.access !== spent)
      return { access: state.access, expiresInSec: Math.round((state.expireAt - Date.now()) / 1000) };
    const { status, envelope } = await exchange(
      { method: 'POST', url: upstreamUrl('refreshToken') },
      {},
      { refresh_token: state.refresh },
      { timeoutMs: RENEWAL_MS },
    );
    // An upstream that is broken or busy did not refuse: the session stays.
    if (status === 429 || (status >= 500 && status !== 511)) throw new AppError('bad_gateway');
    const tokens = Tokens.safeParse(envelope.data);
    if (envelope.code !== 200 || !tokens.success) {
      await revokeSession(sql, sessionId);
      return null;
    }
    const { access_token: access, refresh_token: refresh, expires_in: expiresInSec } = tokens.data;
    // The old token is used up: the new ones must be stored, whatever happens to the profile.
    const identity = await readIdentity(access).then(
      (read) => read.identity,
      () => state.identity,
    );
    await sql.session.update({
      where: { id: sessionId },
      data: {
        upstreamTokens: seal(UPSTREAM_BOX, {
          ...state,
          access,
          refresh,
          expireAt: Date.now() + expiresInSec * 1000,
          identity,
        }),
        lastUsedAt: new Date(),
      },
    });
    return { access, expiresInSec };
  }, LOCK_WAIT);
  forgetActors(sessionId);
  return renewed;
}

/** Ends our side of an upstream session. */
export async function endUpstreamSession(sessionId: string): Promise<void> {
  await db().$transaction((sql) => revokeSession(sql, sessionId));
  forgetActors(sessionId);
}
