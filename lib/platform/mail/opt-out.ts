import { db } from '@/lib/platform/db/client';
import { FieldError } from '@/lib/platform/contract/errors';
import { addressKey } from './opt-out-link';

/** Addresses that want no report e-mails any more (silent-screens B9, G3). */

/** Remembers an address; again is no harm. */
export async function optOut(address: string): Promise<void> {
  await db().mailOptOut.createMany({ data: { emailAddress: addressKey(address) }, skipDuplicates: true });
}

/**
 * Ask it before a report e-mail is queued, and again before it is sent.
 * @throws validation_failed for an address that opted out
 */
export async function requireMailable(address: string): Promise<void> {
  const found = await db().mailOptOut.count({ where: { emailAddress: addressKey(address) } });
  if (found > 0) throw new FieldError('emailAddress', 'mailOptedOut');
}
