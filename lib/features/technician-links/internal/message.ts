import { placeOf } from '@/lib/features/entrapments/internal/place';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { Transaction } from '@/lib/platform/db/transaction';

/** What a technician reads on the phone: unit, address, floor, trapped or not, since when, whom to call, and the link (readings 245). */

export interface DispatchedCallback {
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly isTrapped: boolean;
  /** Since when somebody is trapped, else when the call-out came in. */
  readonly since: Date;
}

const words = (key: string, params: Record<string, string> = {}) =>
  translateServer(DEFAULT_LANGUAGE, 'assignments', `text.${key}`, params);

/** Whom the technician calls: who dispatched, with the number of the account, and the branch. */
export async function contactOf(
  sql: Pick<Transaction, 'user' | 'branch'>,
  branchCode: string,
  operator: string | null,
) {
  const [branch, user] = await Promise.all([
    sql.branch.findUnique({ where: { branchCode }, select: { branchName: true } }),
    operator === null
      ? null
      : sql.user.findUnique({ where: { username: operator }, select: { nickName: true, phone: true } }),
  ]);
  return { branchName: branch?.branchName ?? branchCode, name: user?.nickName ?? null, phone: user?.phone ?? null };
}

export async function messageOf(
  sql: Transaction,
  { callbackId, equipmentNo, branchCode, isTrapped, since }: DispatchedCallback,
  { operator, href }: { operator: string | null; href: string },
): Promise<string> {
  const [{ name, address, floor }, contact] = await Promise.all([
    placeOf(sql, equipmentNo, since),
    contactOf(sql, branchCode, operator),
  ]);
  return [
    words(isTrapped ? 'trapped' : 'calm', { name, no: equipmentNo }),
    ...(address ? [words('address', { address })] : []),
    ...(floor ? [words('floor', { floor })] : []),
    words(isTrapped ? 'trappedSince' : 'since', { time: formatDateTime(since).slice(5, 16) }),
    words('callback', { id: callbackId }),
    words('contact', { contact: [contact.branchName, contact.name, contact.phone].filter(Boolean).join(' ') }),
    words('link', { href }),
  ].join(words('separator'));
}
