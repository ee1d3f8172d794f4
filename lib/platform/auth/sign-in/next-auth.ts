import NextAuth from 'next-auth';
import type { AuthOptions, Session } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import { z } from 'zod';
import { config, tellNextAuthAddress } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { hrefOf } from '@/lib/routes';
import { readBytes } from '@/lib/platform/http/body';
import { AppError } from '@/lib/platform/contract/errors';
import { logger } from '@/lib/platform/system/log';
import { forgetActors } from '@/lib/platform/auth/tokens/actor-loader';
import { takeClientLog } from '@/lib/platform/auth/limits/rate-limits';
import { payloadOfSession } from '@/lib/platform/auth/sessions/request';
import { safeReturnPath } from '@/lib/platform/auth/pages/return-path';
import { isSessionCookie, parseCookies, SessionPayload } from '@/lib/platform/auth/sessions/session-cookie';
import { revokeSession } from '@/lib/platform/auth/tokens/tokens';

/**
 * next-auth over our session cookie: its routes answer session, csrf and sign-out. It has no provider, because
 * signing in runs through our own operations, which write the same cookie.
 */

const SEVEN_DAYS_SEC = 7 * 24 * 3600;
const MAX_FORM_BYTES = 16 * 1024;
const Form = z.record(z.string(), z.unknown());

const MAX_CODE = 80;
const shortened = (code: unknown) => String(code).slice(0, MAX_CODE).toWellFormed();

/** The answer of `/api/auth/session`: identity and rights, never a token. */
interface PortalSession extends Session {
  username: string;
  nickName: string;
  userType: number;
  customerType: number | null;
  authority: string[];
}

/** Our page in a return address; null: none. */
function ownPath(url: string): string | null {
  const { publicUrl } = config();
  return safeReturnPath(url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url);
}

export function nextAuthOptions(): AuthOptions {
  const { session, publicUrl } = config();
  const suffix = session.cookieName.replace(/^sms_session/, '');
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: session.isSecure } as const;
  const log = logger('next-auth');
  return {
    providers: [],
    secret: session.secret,
    session: { strategy: 'jwt', maxAge: SEVEN_DAYS_SEC },
    useSecureCookies: session.isSecure,
    pages: { signIn: hrefOf('login'), signOut: hrefOf('login'), error: hrefOf('login') },
    cookies: {
      sessionToken: { name: session.cookieName, options },
      csrfToken: { name: `sms_csrf${suffix}`, options },
      callbackUrl: { name: `sms_callback${suffix}`, options },
    },
    callbacks: {
      // Throws for a session that ended; next-auth then clears the cookie.
      jwt: async ({ token }): Promise<JWT> => ({
        ...token,
        ...(await payloadOfSession(SessionPayload.parse(token).sid)),
      }),
      session: ({ session: base, token }) => {
        const { username, nickName, userType, customerType, authorities } = SessionPayload.parse(token);
        const answer: PortalSession = {
          ...base,
          user: { name: nickName },
          username,
          nickName,
          userType,
          customerType,
          authority: authorities,
        };
        return answer;
      },
      redirect: ({ url }) => `${publicUrl}${ownPath(url) ?? hrefOf('login')}`,
    },
    events: {
      signOut: async ({ token }) => {
        const { data } = SessionPayload.safeParse(token);
        if (!data) return;
        await db().$transaction((sql) => revokeSession(sql, data.sid));
        forgetActors(data.sid);
      },
    },
    logger: {
      // Anybody can post any text to `_log`, so its content is not logged at all.
      error: (code) => log.info({ code: shortened(code) }, 'next-auth refused a session'),
      warn: (code) => log.debug({ code: shortened(code) }, 'next-auth warning'),
      debug: () => undefined,
    },
  };
}

/** The part of a Node answer that next-auth's handler uses. */
function collectAnswer() {
  const headers = new Headers();
  let statusCode = 200;
  let body: string | null = null;
  const answer = {
    status: (code: number) => {
      statusCode = code;
      return answer;
    },
    getHeader: (name: string) =>
      name.toLowerCase() === 'set-cookie' ? headers.getSetCookie() : (headers.get(name) ?? undefined),
    setHeader: (name: string, value: string | string[]) => {
      headers.delete(name);
      for (const item of [value].flat()) headers.append(name, item);
      return answer;
    },
    json: (value: unknown) => {
      headers.set('Content-Type', 'application/json');
      body = JSON.stringify(value);
    },
    send: (value: unknown) => {
      if (typeof value === 'string') body = value;
      else if (value !== undefined && value !== null) answer.json(value);
    },
    end: () => undefined,
  };
  return { answer, toResponse: () => new Response(body, { status: statusCode, headers }) };
}

/** @throws payload_too_large */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  if (request.method !== 'POST') return {};
  const text = new TextDecoder().decode(await readBytes(request, MAX_FORM_BYTES));
  if (!(request.headers.get('content-type') ?? '').includes('application/json'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return Form.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * @throws rate_limited before anything is read: anybody may write to this log, as to that of client errors (api.md
 * §1.9)
 */
async function limitedBodyOf(request: Request, action: readonly string[]): Promise<Record<string, unknown>> {
  if (action[0] === '_log') await takeClientLog(request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '');
  return bodyOf(request);
}

/** A cookie's value; unchanged when it is not URI-encoded, because other programs on this host may write anything. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function forgetForeign(values: Record<string, string>, name: string): void {
  const url = values[name];
  if (url !== undefined && ownPath(url) === null) Reflect.deleteProperty(values, name);
}

/**
 * Answers a request below `/api/auth/`. Uses next-auth's framework-free handler, because its route handler would read
 * every cookie that merely begins like ours, and so mix up two copies on one host.
 * @param action the path segments after `/api/auth/`
 */
export async function handleNextAuth(request: Request, action: string[]): Promise<Response> {
  const { cookieName } = config().session;
  const cookies = Object.fromEntries(
    [...parseCookies(request.headers.get('cookie'))]
      .filter(([name]) => !name.startsWith(cookieName) || isSessionCookie(name, cookieName))
      .map(([name, value]) => [name, decoded(value)]),
  );
  const body = await limitedBodyOf(request, action).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  if (body instanceof AppError)
    return new Response(null, { status: body.code, headers: { 'Cache-Control': 'no-store', ...body.headers } });
  tellNextAuthAddress();
  const { answer, toResponse } = collectAnswer();
  const options = nextAuthOptions();
  const query: Record<string, string> = Object.fromEntries(new URL(request.url).searchParams);
  // next-auth answers an invalid address with 500, and stores one in its cookie for good.
  forgetForeign(query, 'callbackUrl');
  forgetForeign(cookies, options.cookies?.callbackUrl?.name ?? '');
  const handler = NextAuth(options) as (req: unknown, res: unknown) => Promise<void>;
  await handler(
    {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      cookies,
      query: { ...query, nextauth: action },
      body,
    },
    answer,
  );
  return toResponse();
}
