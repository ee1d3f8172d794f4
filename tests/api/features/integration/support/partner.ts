import { db } from '@/lib/platform/db/client';
import { callSms } from '../../../../support/sms-client';
import { quickHash } from '../../../../support/quick-hash';

/** A partner system with the scope import, and what it is answered. */

export interface Result {
  created: number;
  updated: number;
  unchanged: number;
  failed: { index: number; message: string }[];
}
const SECRET = 'Partner-Secret-1';
export const basic = (partnerId: string) => ({
  authorization: `Basic ${Buffer.from(`${partnerId}:${SECRET}`).toString('base64')}`,
});

/** `erp` may import, `portal` may only sign users in. */
export async function createPartners(): Promise<void> {
  const secretHash = await quickHash(SECRET);
  await db().partner.createMany({
    data: [
      { partnerId: 'erp', name: 'ERP', secretHash, scopes: ['import'] },
      { partnerId: 'portal', name: 'Portal', secretHash, scopes: ['token'] },
    ],
  });
}

export const sendRows = (entity: string, rows: readonly object[], partnerId = 'erp') =>
  callSms<Result>('POST', 'integration/upsert', { body: { entity, rows }, headers: basic(partnerId) });

/** @throws when the call itself is refused */
export async function importAll(entity: string, rows: readonly object[]): Promise<Result> {
  const answer = await sendRows(entity, rows);
  if (answer.code !== 200) throw new Error(`${entity}: ${answer.code} ${answer.message}`);
  return answer.data;
}

/** Always the same order for the same seed. */
export function shuffled<Row>(rows: readonly Row[], seed = 7): Row[] {
  const out = [...rows];
  let state = seed;
  for (let at = out.length - 1; at > 0; at -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (at + 1);
    const [one, two] = [out[at], out[other]];
    if (one === undefined || two === undefined) continue;
    out[at] = two;
    out[other] = one;
  }
  return out;
}
