import { CAMPUS_ROLE } from '@/lib/features/roles/internal/standard-roles';
import type { CampusApply } from '@/lib/platform/db/generated/client';
import { notifyAccount } from '@/lib/features/account/internal/notify-account';
import type { Transaction } from '@/lib/platform/db/transaction';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { queueSms } from '@/lib/platform/texting/queue';

/**
 * What an application gives: the role of the wall and, through the application itself, the authorities of its tabs
 * (api.md §5.8). Both end together.
 */

type ApplicationMessage =
  'contacted' | 'enabled' | 'enabledUntil' | 'extended' | 'extendedUntil' | 'rejected' | 'expired' | 'ending';

/** Gives the role. */
export async function openWall(sql: Transaction, username: string): Promise<void> {
  const { role, description } = CAMPUS_ROLE;
  // It comes with every installation; one that was deleted is made anew.
  await sql.role.upsert({
    where: { role },
    update: {},
    create: {
      role,
      description,
      seeded: true,
      authorities: { create: CAMPUS_ROLE.authorities.map((authority) => ({ authority })) },
    },
  });
  await sql.userRole.createMany({ data: [{ username, role }], skipDuplicates: true });
}

/** Takes the role back, unless another application still holds it. */
export async function closeWall(
  sql: Transaction,
  { username, applyId }: Pick<CampusApply, 'username' | 'applyId'>,
): Promise<void> {
  const others = await sql.campusApply.count({ where: { username, status: 'ENABLED', applyId: { not: applyId } } });
  if (others === 0) await sql.userRole.deleteMany({ where: { username, role: CAMPUS_ROLE.role } });
}

/** Tells the applicant in the portal and by text message. `guid` makes the same news one message. @returns false: told before */
export async function notifyApplicant(
  sql: Transaction,
  {
    applyId,
    username,
    applyPhone,
    branchCode,
  }: Pick<CampusApply, 'applyId' | 'username' | 'applyPhone' | 'branchCode'>,
  message: ApplicationMessage,
  guid: string,
  params: Record<string, string> = {},
): Promise<boolean> {
  const isNew = await notifyAccount(sql, {
    username,
    words: { namespace: 'campusApplications', title: 'message.title', message: `message.${message}`, params },
    objectId: applyId,
    guid,
  });
  const text = translateServer(DEFAULT_LANGUAGE, 'campusApplications', `message.${message}`, params);
  if (isNew) await queueSms(sql, { type: 'account', phone: applyPhone, text, username, branchCode });
  return isNew;
}
