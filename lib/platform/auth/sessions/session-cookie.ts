import { jwtDecrypt } from 'jose';
import { encode } from 'next-auth/jwt';
import { z } from 'zod';

/**
 * The session cookie (readings 58): next-auth's encrypted JWT, so that next-auth and our code read each
 * other's cookies. It holds identity and rights, never a token. The caller passes the settings, so that a test needs no
 * environment.
 */
export interface CookieSettings {
  cookieName: string;
  secret: string;
  isSecure: boolean;
}

export const SessionPayload = z.object({
  /** Session id; the row decides, the rest of the payload is a copy for the middleware. */
  sid: z.string(),
  username: z.string(),
  nickName: z.string(),
  userType: z.number(),
  customerType: z.number().nullable(),
  branchName: z.string(),
  authorities: z.array(z.string()),
  accessVersion: z.number(),
  /** The user's projects include the airport project (doc1 §2). */
  customCampus: z.boolean(),
});
export type SessionPayload = z.infer<typeof SessionPayload>;

/** As read: with the cookie's own end, epoch seconds. */
const ReadPayload = SessionPayload.extend({ exp: z.number() });
export type ReadPayload = z.infer<typeof ReadPayload>;

/** Size of one cookie's value; next-auth's numbers, so that its own code reads our chunks. */
const CHUNK_SIZE = 4096 - 163;
const MAX_CHUNKS = 20;

/** name → value of a Cookie header. */
export function parseCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const name = part.slice(0, at).trim();
    if (name && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}

/**
 * Is this cookie the session cookie or one of its chunks? The match is exact, because another copy on this host has a
 * longer name.
 */
export function isSessionCookie(name: string, cookieName: string): boolean {
  return (
    name === cookieName || (name.startsWith(`${cookieName}.`) && /^\d{1,2}$/.test(name.slice(cookieName.length + 1)))
  );
}

function joined(cookies: ReadonlyMap<string, string>, cookieName: string): string | undefined {
  const whole = cookies.get(cookieName);
  if (whole) return whole;
  let value = '';
  for (let index = 0; index < MAX_CHUNKS; index += 1) {
    const chunk = cookies.get(`${cookieName}.${index}`);
    if (!chunk) break;
    value += chunk;
  }
  return value === '' ? undefined : value;
}

/** What next-auth derives its key with, and the drift of clocks that it allows. */
const KEY_INFO = 'NextAuth.js Generated Encryption Key';
const CLOCK_TOLERANCE_SEC = 15;

let derived: { secret: string; key: Promise<CryptoKey> } | undefined;

/** next-auth's key for a secret, derived once, because deriving it for every cookie costs more than reading. */
function keyOf(secret: string): Promise<CryptoKey> {
  if (derived?.secret !== secret) derived = { secret, key: derive(secret) };
  return derived.key;
}

async function derive(secret: string): Promise<CryptoKey> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const material = await crypto.subtle.importKey('raw', bytes(secret), 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: bytes(''), info: bytes(KEY_INFO) };
  return crypto.subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
}

/** Cookies that this process has opened with a secret: what is in a sealed text never changes. */
interface Opened {
  readonly secret: string;
  /** By the whole text of the cookie, the oldest first. */
  readonly payloads: Map<string, ReadPayload>;
}
/** Some four kilobytes each. */
const MAX_OPENED = 500;

const holder = globalThis as typeof globalThis & { liftPortalCookies?: Opened };

/** One for middleware, pages and calls, which are bundled apart; another secret begins anew. */
function openedWith(secret: string): Opened['payloads'] {
  if (holder.liftPortalCookies?.secret !== secret) holder.liftPortalCookies = { secret, payloads: new Map() };
  return holder.liftPortalCookies.payloads;
}

function keepOpened(payloads: Opened['payloads'], token: string, payload: ReadPayload): void {
  if (payloads.size >= MAX_OPENED) {
    const oldest = payloads.keys().next().value;
    if (oldest !== undefined) payloads.delete(oldest);
  }
  payloads.set(token, payload);
}

/**
 * The content of the cookie; null when there is none, or when it is expired, changed or made with another secret. A page
 * reads it in the middleware, in its guard and in each call that it makes; the seal is opened once, the end judged each time.
 */
export async function readSessionCookie(
  cookieHeader: string | null,
  settings: Pick<CookieSettings, 'cookieName' | 'secret'>,
): Promise<ReadPayload | null> {
  const token = joined(parseCookies(cookieHeader), settings.cookieName);
  if (!token || !settings.secret) return null;
  const payloads = openedWith(settings.secret);
  const known = payloads.get(token);
  if (known) {
    if (known.exp > Math.floor(Date.now() / 1000) - CLOCK_TOLERANCE_SEC) return known;
    payloads.delete(token);
    return null;
  }
  try {
    const { payload } = await jwtDecrypt(token, await keyOf(settings.secret), { clockTolerance: CLOCK_TOLERANCE_SEC });
    const read = ReadPayload.safeParse(payload).data ?? null;
    if (read) keepOpened(payloads, token, read);
    return read;
  } catch {
    return null;
  }
}

function setCookie(name: string, value: string, maxAgeSec: number, isSecure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSec}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Clears every session cookie and chunk of ours in the request, except those in `keep`. */
function clearing(cookieHeader: string | null, settings: CookieSettings, keep: ReadonlySet<string>): string[] {
  return [...parseCookies(cookieHeader).keys()]
    .filter((name) => isSessionCookie(name, settings.cookieName) && !keep.has(name))
    .map((name) => setCookie(name, '', 0, settings.isSecure));
}

/**
 * Set-Cookie values for a new state: the payload for `maxAgeSec`, or null to end it. Chunks beyond 4 KB; leftovers of an
 * earlier, longer or shorter, cookie are cleared.
 */
export async function writeSessionCookie(
  payload: SessionPayload | null,
  maxAgeSec: number,
  settings: CookieSettings,
  cookieHeader: string | null,
): Promise<string[]> {
  if (!payload) {
    const cleared = clearing(cookieHeader, settings, new Set());
    return cleared.length > 0 ? cleared : [setCookie(settings.cookieName, '', 0, settings.isSecure)];
  }
  const token = await encode({ token: { ...payload }, secret: settings.secret, maxAge: maxAgeSec });
  const chunks =
    token.length <= CHUNK_SIZE
      ? [{ name: settings.cookieName, value: token }]
      : Array.from({ length: Math.ceil(token.length / CHUNK_SIZE) }, (_, index) => ({
          name: `${settings.cookieName}.${index}`,
          value: token.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
        }));
  return [
    ...clearing(cookieHeader, settings, new Set(chunks.map(({ name }) => name))),
    ...chunks.map(({ name, value }) => setCookie(name, value, maxAgeSec, settings.isSecure)),
  ];
}
