/** Where to continue after sign-in: only paths of this origin, and no page that redirects back here. */

const BASE = 'http://own.invalid';
const MAX_LENGTH = 2000;
const NOT_PAGES = /^\/(?:login|api|sms|_next|3rd)(?:\/|$)/i;

/** The path with query that `to` names; null for anything that would leave the origin or is no page. */
export function safeReturnPath(to: string | null | undefined): string | null {
  if (!to || to.length > MAX_LENGTH || !to.startsWith('/') || /[\\\p{Cc}]/u.test(to) || !URL.canParse(to, BASE))
    return null;
  const url = new URL(to, BASE);
  if (url.origin !== BASE || url.pathname.startsWith('//') || NOT_PAGES.test(url.pathname)) return null;
  return `${url.pathname}${url.search}`;
}
