import { db } from '@/lib/platform/db/client';
import { addressKey } from '@/lib/platform/mail/opt-out-link';

/** Ends all subscriptions that go to an address, whoever keeps them: its reader wants no more of them. */
export async function endByAddress(address: string, now: number): Promise<void> {
  await db().reportSubscription.updateMany({
    where: { emailAddress: { equals: addressKey(address), mode: 'insensitive' }, nextAt: { not: null } },
    data: { nextAt: null, endReason: 'optedOut', endDate: new Date(now) },
  });
}
