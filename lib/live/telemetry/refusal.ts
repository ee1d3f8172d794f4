/** Lengths of the columns that store them. */
const MAX_KEY = 40;
const MAX_MESSAGE = 200;

/** Why a message or one entry of it was refused (api.md §4.4). */
export const REFUSAL_CODES = [
  'bad_message',
  'too_large',
  'bad_version',
  'forbidden',
  'bad_time',
  'unknown_key',
  'bad_value',
  'rate_limited',
  'server_error',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface EntryRefusal {
  code: RefusalCode;
  /** Status key, counter, field or id of the log entry; absent when it concerns the whole message. */
  key?: string;
  /** One short English sentence for the engineer at the box. */
  message: string;
}

/** Cuts the text to the column's length. The cut may fall within a character, so halves are removed. */
const fitting = (text: string, max: number) => text.slice(0, max).toWellFormed().replaceAll('\0', '\ufffd');

/** A refusal whose texts can be stored and sent, whatever names the box used. */
export function refusal(code: RefusalCode, message: string, key?: string): EntryRefusal {
  const said = fitting(message, MAX_MESSAGE);
  return key === undefined ? { code, message: said } : { code, message: said, key: fitting(key, MAX_KEY) };
}
