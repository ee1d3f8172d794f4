/** Name of the `<meta>` by which a page says to its scripts who is signed in. */
export const PAGE_USER_META = 'portal-user';

/** The user of this page; null for a visitor. For what a browser keeps per user, never for a decision about rights. */
export function pageUser(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_USER_META}"]`)?.content || null;
}
