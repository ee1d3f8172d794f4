import { createSession } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import { handleSms } from '@/lib/platform/door/web-door';
import { PERSONA_PASSWORD } from './personas';

/** A client of the door, as a program (bearer) or as a browser (cookies). */

export interface Answer<T = Record<string, unknown>> {
  status: number;
  code: number;
  message: string;
  data: T;
  error?: string;
  headers: Headers;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  ip?: string;
}

export const ORIGIN = 'http://localhost:3000';

export async function callSms<T = Record<string, unknown>>(
  method: string,
  path: string,
  { body, headers = {}, ip = '192.0.2.1' }: CallOptions = {},
): Promise<Answer<T>> {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      method,
      headers: {
        'x-forwarded-for': ip,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const isFile = !response.headers.get('content-type')?.startsWith('application/json');
  // A file is a success without an envelope; its bytes are read, so that the stream behind it ends.
  const envelope = isFile
    ? (await response.arrayBuffer(), { code: response.status, message: '', data: null })
    : await response.json();
  return { status: response.status, headers: response.headers, ...(envelope as Omit<Answer<T>, 'status' | 'headers'>) };
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

export const signInBody = (username: string, password = PERSONA_PASSWORD) => ({ type: 'password', username, password });
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Signs in as a program. */
export async function tokensOf(username: string, password = PERSONA_PASSWORD): Promise<Tokens> {
  const answer = await callSms<Tokens>('POST', 'signToken', { body: signInBody(username, password) });
  if (answer.code !== 200) throw new Error(`${username} cannot sign in: ${answer.message}`);
  return answer.data;
}

/** Access token of a session that is simply there, for tests that are not about signing in: no password is hashed for it. */
export async function sessionOf(username: string): Promise<string> {
  return (await createSession(db(), { username, ip: '192.0.2.1', userAgent: 'test' })).access;
}

/** Keeps cookies between calls, and says what a browser of ours says. */
export class Browser {
  readonly cookies = new Map<string, string>();

  header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      if (attributes.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    { headers = {}, ...options }: CallOptions = {},
  ): Promise<Answer<T>> {
    const answer = await callSms<T>(method, path, {
      ...options,
      headers: { cookie: this.header(), 'x-session': 'cookie', 'sec-fetch-site': 'same-origin', ...headers },
    });
    this.take(answer.headers);
    return answer;
  }

  async signIn(username: string, password = PERSONA_PASSWORD): Promise<Answer> {
    return this.call('POST', 'signToken', { body: signInBody(username, password) });
  }
}
