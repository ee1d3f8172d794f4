import { notifyAccount } from '@/lib/features/account/internal/notify-account';
import { db } from '@/lib/platform/db/client';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { REMIND_AFTER_DAYS } from '../value-sets';

const DAY_MS = 86_400_000;

/**
 * Reminds the head office of applications that have waited for more than 30 days, each account once per application
 * (silent-screens B3). @returns how many messages were stored
 */
export async function remindOfApprovals(now: number): Promise<number> {
  const waiting = await db().userApproval.findMany({
    where: { state: 'PENDING', createDate: { lt: new Date(now - REMIND_AFTER_DAYS * DAY_MS) } },
    select: { approvalId: true, username: true },
  });
  if (waiting.length === 0) return 0;
  const deciders = await db().user.findMany({
    where: {
      userType: USER_TYPE.headOffice,
      enabled: true,
      deletedAt: null,
      roles: { some: { roleRow: { authorities: { some: { authority: 'USER_WRITE' } } } } },
    },
    select: { username: true },
  });
  let told = 0;
  for (const { approvalId, username } of waiting) {
    for (const decider of deciders) {
      const guid = `ap-${approvalId.slice(0, 36)}-${decider.username}`.slice(0, 64);
      if (
        await notifyAccount(db(), {
          username: decider.username,
          words: {
            namespace: 'approvals',
            title: 'message.title',
            message: 'message.waiting',
            params: { username, days: REMIND_AFTER_DAYS },
          },
          objectId: approvalId,
          guid,
        })
      )
        told += 1;
    }
  }
  return told;
}
