/**
 * Until when this browser heard from the server, in its local storage: the page that stands there without a network says
 * it (public/offline.js). Nothing else is kept for that page.
 */
export const KNOWN_UNTIL = 'sms.known-until';

/** Signed out: this page, which is being left, writes no more. */
let isForgotten = false;

/** @param at epoch ms of this browser */
export function noteKnownUntil(at: number): void {
  if (isForgotten) return;
  try {
    localStorage.setItem(KNOWN_UNTIL, String(at));
  } catch {
    // Without browser storage the page says no time.
  }
}

/** Nothing of the account stays when somebody signs out. */
export function forgetKnownUntil(): void {
  isForgotten = true;
  try {
    localStorage.removeItem(KNOWN_UNTIL);
  } catch {
    // There is none.
  }
}
