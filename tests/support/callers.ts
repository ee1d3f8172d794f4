import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { handleSms } from '@/lib/platform/door/web-door';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import type { PersonaName } from './personas';
import { shownRows } from './sheet';
import { bearer, callSms, ORIGIN, sessionOf } from './sms-client';
import type { Answer } from './sms-client';

/** The door as signed-in people use it: each has a session when first heard of. */

const tokens = new Map<string, string>();

/** Headers of a persona or any account. */
export async function headersOf(name: PersonaName | string): Promise<Record<string, string>> {
  const held = tokens.get(name) ?? (await sessionOf(name));
  tokens.set(name, held);
  return bearer(held);
}

/** They get new sessions, with the rights as they are then; those of an old token are known for some seconds. */
export function forgetTokens(): void {
  tokens.clear();
}

export async function call<T = Record<string, unknown>>(
  name: PersonaName | string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  return callSms<T>(method, path, { ...(body === undefined ? {} : { body }), headers: await headersOf(name) });
}

/** As if nobody had called before. */
export function resetLimits(): void {
  resetRateLimits();
  resetExportLimits();
}

/** The rows of the workbook that an export answers, the heads first. */
export async function sheetOf(name: PersonaName | string, path: string, body: object = {}): Promise<unknown[][]> {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await headersOf(name)) },
      body: JSON.stringify(body),
    }),
  );
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  return shownRows(new Uint8Array(await response.arrayBuffer()));
}
