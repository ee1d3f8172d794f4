import { pool } from '@/lib/platform/db/client';
import { readOutbox } from '@/lib/platform/texting/read-outbox';
import { callSms } from './sms-client';
import type { Answer } from './sms-client';

/** Codes as the phone gets them, and the time that has to pass between them. */

export interface CodeSent {
  serialNo: string;
  phone: string | null;
  intervalSeconds: number;
  expireSeconds: number;
}

/** The codes in the messages to a phone, newest first. */
export async function codesOf(phone: string): Promise<string[]> {
  return (await readOutbox({ phone, limit: 100 })).flatMap(({ type, text }) =>
    type === 'code' ? [/\d{6}/.exec(text)?.[0] ?? ''] : [],
  );
}

export async function codeOf(phone: string): Promise<string> {
  const [newest] = await codesOf(phone);
  if (!newest) throw new Error(`no code was sent to ${phone}`);
  return newest;
}

export const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const askCode = (
  body: Record<string, unknown>,
  ip?: string,
  headers?: Record<string, string>,
): Promise<Answer<CodeSent>> => callSms<CodeSent>('POST', 'verifyCode/send', { body, ip, headers });

/** Lets time pass for every limit and code: seconds. */
export async function passTime(seconds: number): Promise<void> {
  const back = `interval '${seconds} seconds'`;
  // Two steps through a distant time, because each row moves onto the key of another one.
  await pool().query(`UPDATE rate_counter SET window_start = window_start - interval '1000 years' - ${back}`);
  await pool().query(`UPDATE rate_counter SET window_start = window_start + interval '1000 years'`);
  await pool().query(`UPDATE verify_code SET sent_at = sent_at - ${back}, expire_at = expire_at - ${back}`);
}

/** As if nobody had ever asked or failed. */
export async function forgetLimits(): Promise<void> {
  await pool().query('DELETE FROM rate_counter');
  await pool().query('DELETE FROM verify_code');
}
