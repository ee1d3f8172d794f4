import { db } from '@/lib/platform/db/client';
import { flushAccessLog } from '@/lib/platform/audit/access-log';

/** What the newest line of an operation says of its changes. */
export async function auditedChange(operation: string): Promise<unknown> {
  await flushAccessLog();
  return (await db().apiAccessLog.findFirstOrThrow({ where: { operation }, orderBy: { id: 'desc' } })).diff;
}
