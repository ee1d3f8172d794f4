import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { takeRefresh } from '@/lib/platform/auth/limits/rate-limits';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { sessionOfToken } from '@/lib/platform/auth/tokens/token-format';
import { renewSession, revokeSession, rotateRefresh } from '@/lib/platform/auth/tokens/tokens';
import type { TokenPair } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { resendCode } from '@/lib/platform/auth/sign-in/verify-code';
import type { CallContext } from '@/lib/platform/contract/serve';
import {
  changePasswordByCode,
  createLoginLink,
  mintThirdToken,
  refreshToken,
  requestSmsCode,
  resendVerify,
  signIn,
  signInByLink,
  signInByThirdToken,
  signInVerify,
  signOut,
} from './contract';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import type { Tokens } from './contract';
import { createLink, mintThirdToken as mint, signInWithLink, signInWithThirdToken } from './links';
import { requestAccountCode, requestPhoneCode, resetByCode, resetByPassword } from './reset-password';
import { signInVerified, signInWithCode, signInWithPassword } from './sign-in';
import type { SignedIn } from './steps';

/** The tokens of an answer; none in browser mode, where the cookie replaces them. */
function tokensOf(pair: TokenPair, isBrowser: boolean) {
  return {
    ...(isBrowser ? {} : { access_token: pair.access, refresh_token: pair.refresh }),
    token_type: 'bearer' as const,
    expires_in: pair.expiresIn,
  };
}

async function endSession(sessionId: string): Promise<void> {
  await db().$transaction((sql) => revokeSession(sql, sessionId));
  forgetActors(sessionId);
}

/**
 * Answers with a new session: in browser mode as a cookie, and the browser's earlier session ends; otherwise as tokens.
 */
async function handOver(context: CallContext, { user, pair, deviceId }: SignedIn): Promise<Tokens> {
  if (context.isBrowser) {
    // The browser forgets its earlier session, so nobody else may use it either.
    if (context.cookieSessionId) await endSession(context.cookieSessionId);
    context.setSession(pair.sessionId);
    if (deviceId) context.setDevice(deviceId);
  }
  return {
    ...tokensOf(pair, context.isBrowser),
    username: user.username,
    userType: user.userType,
    customerType: user.customerType,
  };
}

export const services = [
  serve(signIn, async (context, input) =>
    handOver(
      context,
      input.type === 'password'
        ? await signInWithPassword(input.username, input.password, context)
        : await signInWithCode(input, context),
    ),
  ),
  serve(signInVerify, async (context, { serialNo, verifyCode }) =>
    handOver(context, await signInVerified(serialNo, verifyCode, context)),
  ),
  serve(signInByLink, async (context, { fwtoken }) => handOver(context, await signInWithLink(fwtoken, context))),
  serve(signInByThirdToken, async (context, { token, path }) => {
    const signedIn = await signInWithThirdToken(token, path ?? null, context);
    return { ...(await handOver(context, signedIn)), path: signedIn.path };
  }),
  serve(mintThirdToken, ({ partnerId }, input) => mint(partnerId, input)),
  serve(createLoginLink, ({ actor }, { username, validHours }) => createLink(actor, username, validHours)),

  serve(requestSmsCode, (context, input) =>
    input.phoneNo
      ? requestPhoneCode(input.purpose, input.phoneNo, context)
      : requestAccountCode('username' in input ? (input.username ?? '') : '', context),
  ),
  serve(resendVerify, (context, { serialNo }) => resendCode(serialNo, 'need_verify', context)),
  serve(changePasswordByCode, async (context, { username, phoneNo, serialNo, code, password, newPassword }) => {
    if (password) await resetByPassword(username ?? '', password, newPassword, context);
    else await resetByCode({ username, phoneNo, serialNo: serialNo ?? '', code: code ?? '', newPassword }, context);
    return null;
  }),

  serve(refreshToken, async (context, input) => {
    if (!input.refresh_token) {
      const sessionId = context.cookieSessionId;
      if (!sessionId) throw new AppError('invalid_token');
      await takeRefresh(sessionId);
      const expiresIn = await renewSession(sessionId);
      if (expiresIn === null) throw new AppError('invalid_token');
      context.setSession(sessionId);
      return { token_type: 'bearer' as const, expires_in: expiresIn };
    }
    const sessionId = sessionOfToken('refresh', input.refresh_token);
    if (!sessionId) throw new AppError('invalid_token');
    const pair = await rotateRefresh(input.refresh_token, takeRefresh);
    forgetActors(sessionId);
    if (!pair) throw new AppError('invalid_token');
    if (context.isBrowser) context.setSession(pair.sessionId);
    return tokensOf(pair, context.isBrowser);
  }),

  serve(signOut, async (context, input) => {
    const given = input.refresh_token ? sessionOfToken('refresh', input.refresh_token) : null;
    for (const sessionId of new Set([given, context.cookieSessionId, context.tokenSessionId]))
      if (sessionId) await endSession(sessionId);
    context.setSession(null);
    return null;
  }),

  serve(getSocketToken, (context) => issueSocketToken(context.actor)),
];
