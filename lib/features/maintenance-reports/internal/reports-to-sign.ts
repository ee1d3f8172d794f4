import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import { formatDate } from '@/lib/platform/i18n/format';
import { documentScope, listOf, phoneScope, reportWhere, toRow } from '../list';
import { MAX_REPORT_DAYS, UNSIGNED } from '../value-sets';

const DAY_MS = 86_400_000;
const toSign = listOf('reportsToSign');

/**
 * What the caller has to sign, the oldest first: recent reports that await a signature, of a customer's own units or
 * sent to the caller’s phone. The caller may sign.
 */
export async function reportsToSign(actor: Actor, now: number, pageSize: number) {
  const scope = isCustomer(actor) ? await documentScope(actor) : await phoneScope(actor);
  const days = { startDate: formatDate(now - MAX_REPORT_DAYS * DAY_MS), endDate: formatDate(now) };
  const { where } = await reportWhere(
    actor,
    { searchObject: undefined, mntType: undefined, status: UNSIGNED, ...days },
    scope,
  );
  const { total, rows } = await toSign.page(
    actor,
    { pageIndex: 1, pageSize, sortField: 'mntDate', sortOrder: 'asc' },
    where,
  );
  return { rows: rows.map(toRow), total };
}
