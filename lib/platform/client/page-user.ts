/** Name of the `<meta>` that tells the page's scripts who is signed in. */
export const PAGE_USER_META = 'portal-user';

/**
 * The user of this page; null for a visitor. Only for what a browser stores per user, never for a decision about
 * rights.
 */
export function pageUser(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_USER_META}"]`)?.content || null;
}
