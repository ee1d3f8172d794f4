/** Why a message or one entry of it was refused (api.md §4.4). */
export const REFUSAL_CODES = [
  'bad_message', 'too_large', 'bad_version', 'forbidden', 'bad_time', 'unknown_key', 'bad_value', 'rate_limited', 'server_error',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  code: RefusalCode;
  /** Status key, counter, field or id of the log entry; absent when the whole message is meant. */
  key?: string;
  /** One short English sentence for the engineer at the box. */
  message: string;
}

export function refusal(code: RefusalCode, message: string, key?: string): Refusal {
  return key === undefined ? { code, message } : { code, message, key: key.slice(0, 40) };
}
