import type { Page } from '@playwright/test';

/** What of the demo can be replayed. */

interface Answer<T> {
  data: T;
}
export interface Row {
  callbackId: string;
  equipmentNo: string;
  createDate: string;
}

const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

/** The newest call-out of the last weeks with trapped persons whose unit was listened to; today's may be another test's. */
export async function trappedCall(page: Page): Promise<Row> {
  const found = await page.evaluate(
    async ([startCreateDate, endCreateDate]) => {
      const ask = async (path: string, init?: RequestInit) =>
        (await (await fetch(`/sms/${path}`, init)).json()) as unknown;
      const { data } = (await ask('callback/query', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ startCreateDate, endCreateDate, person: 'personTrapped', pageSize: 50 }),
      })) as Answer<{ records: Row[] }>;
      for (const call of data.records) {
        const at = encodeURIComponent(call.createDate);
        const replay = (await ask(`equipmentReplay/${call.equipmentNo}?at=${at}`)) as Answer<{ changes: unknown[] }>;
        if (replay.data.changes.length > 0) return call;
      }
      return undefined;
    },
    [day(27), day(1)],
  );
  if (!found) throw new Error('the demo has no trapped persons to replay in the last weeks');
  return found;
}
