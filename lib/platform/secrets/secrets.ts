/** What no log of a browser may hold (silent-screens B6). Pure, for the browser and the server. */

const PHONE = /(?<!\d)(1\d{2})\d{4}(\d{4})(?!\d)/g;
const NAMED =
  /((?:pass(?:word)?|pwd|token|secret|authorization|(?:verify|sms)?code)["']?\s*[:=]\s*["']?)(?:bearer\s+)?[^\s"'&,;}]+/gi;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const BEARER = /\bbearer\s+[\w.~+/=-]+/gi;

/** Tokens, passwords and codes become `***`, the middle of phone numbers `****`. */
export function withoutSecrets(text: string): string {
  return text.replace(JWT, '***').replace(BEARER, 'Bearer ***').replace(NAMED, '$1***').replace(PHONE, '$1****$2');
}
