import { z } from 'zod';

/**
 * A cookie that tells the server the focus projects of this browser, so that the first picture of a list is already
 * narrowed. It is a hint, not a right: its ids are handled like the header `projectId`, which can only narrow (api.md
 * §1.5). Pure, for both sides.
 */

/**
 * Every user with a focus: the name, and the ids joined by commas, or null when they are too many for a cookie. A user
 * that is missing has no focus.
 */
const Hint = z.array(
  z.tuple([
    z.string(),
    z
      .string()
      .regex(/^[\x20-\x7e]+$/)
      .nullable(),
  ]),
);

/** A request also carries the session's cookie, and proxies allow 8 KiB for a header line. */
const MAX_CHARACTERS = 2000;

/** Cookies ignore the port, so a copy on another port needs another name (as the session's, readings 58). */
export function focusCookieName(origin: string): string {
  const { port } = new URL(origin);
  return port === '' || port === '3000' ? 'focus' : `focus_${port}`;
}

/** The hint of all kept focus lists; the first ones have the room. */
export function writeHint(
  entries: readonly { readonly username: string; readonly focus: readonly string[] }[],
): string {
  let hint: z.infer<typeof Hint> = [];
  for (const { username, focus } of entries) {
    if (focus.length === 0) continue;
    const next: typeof hint = [...hint, [username, focus.join(',')]];
    hint = encodeURIComponent(JSON.stringify(next)).length <= MAX_CHARACTERS ? next : [...hint, [username, null]];
  }
  return JSON.stringify(hint);
}

/**
 * Ids of the user's focus, null: none; undefined: the cookie does not say, so lists that a focus narrows must not be
 * rendered.
 */
export function readHint(cookie: string | undefined, username: string): string | null | undefined {
  if (cookie === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(cookie);
  } catch {
    return undefined;
  }
  const hint = Hint.safeParse(json).data;
  if (!hint) return undefined;
  const own = hint.find(([name]) => name === username);
  return own ? (own[1] ?? undefined) : null;
}
