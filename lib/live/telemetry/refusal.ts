/** Lengths of the columns that keep them. */
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
  /** Status key, counter, field or id of the log entry; absent when the whole message is meant. */
  key?: string;
  /** One short English sentence for the engineer at the box. */
  message: string;
}

/** Cut to what fits; a name of the box's may have been cut within a character. */
const fitting = (text: string, max: number) => text.slice(0, max).toWellFormed().replaceAll('\0', '\ufffd');

/** A refusal whose texts can be stored and sent, whatever the box named its keys. */
export function refusal(code: RefusalCode, message: string, key?: string): EntryRefusal {
  const said = fitting(message, MAX_MESSAGE);
  return key === undefined ? { code, message: said } : { code, message: said, key: fitting(key, MAX_KEY) };
}
