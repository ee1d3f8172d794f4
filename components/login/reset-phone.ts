/**
 * The masked phone of an account that must reset its password, as the sign-in answered it: the reset page may show it, but
 * asking by user name tells no phone (silent-screens B10). Kept in the tab only.
 */
const KEY = 'sms_reset_phone';

export function rememberResetPhone(username: string, phone: string | null): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ username, phone }));
  } catch {
    // The page then words it without the number.
  }
}

/** The masked phone of this account; null when this tab was not told. */
export function recalledResetPhone(username: string): string | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as {
      username?: unknown;
      phone?: unknown;
    } | null;
    return kept?.username === username && typeof kept.phone === 'string' ? kept.phone : null;
  } catch {
    return null;
  }
}
