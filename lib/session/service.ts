import { forgetActors } from '@/lib/auth/actor-loader';
import { takeRefresh } from '@/lib/auth/rate-limits';
import { issueSocketToken } from '@/lib/auth/socket-token';
import { sessionOfToken } from '@/lib/auth/token-format';
import { renewSession, revokeSession, rotateRefresh } from '@/lib/auth/tokens';
import type { TokenPair } from '@/lib/auth/tokens';
import { db } from '@/lib/db/client';
import { AppError } from '@/lib/sms/errors';
import { serve } from '@/lib/sms/serve';
import { getSocketToken, refreshToken, signIn, signOut } from './contract';
import { signInWithPassword } from './sign-in';

/** The tokens of an answer; none in browser mode, where the cookie stands for them. */
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

export const sessionServices = [
  serve(signIn, async (context, input) => {
    const { user, pair } = await signInWithPassword(input.username, input.password, context);
    if (context.isBrowser) {
      // The browser forgets its former session, so nobody else should be able to use it either.
      if (context.cookieSessionId) await endSession(context.cookieSessionId);
      context.setSession(pair.sessionId);
    }
    return { ...tokensOf(pair, context.isBrowser), username: user.username, userType: user.userType, customerType: user.customerType };
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
    for (const sessionId of new Set([given, context.cookieSessionId, context.tokenSessionId])) if (sessionId) await endSession(sessionId);
    context.setSession(null);
    return null;
  }),

  serve(getSocketToken, (context) => issueSocketToken(context.actor)),
];
