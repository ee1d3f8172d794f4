/**
 * The masked phone of an account that must reset its password, from the sign-in's answer. The reset page may show it,
 * but a user name alone never reveals a phone (silent-screens B10). Kept in this tab only.
 */
const KEY = 'sms_reset_phone';

export function rememberResetPhone(username: string, phone: string | null): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ username, phone }));
  } catch {
    // Without storage, the page's text leaves out the number.
  }
}

/** The masked phone of this account; null when this tab has none. */
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
