import { config } from '@/lib/config';
import { takeReportMail } from '@/lib/platform/auth/limits/rate-limits';
import { AppError } from '@/lib/platform/contract/errors';
import { addToday, secondsLeft } from '@/lib/platform/db/day-counter';

/** How many e-mails one account may have sent (api.md §1.9): 10 a minute and 100 a day of Asia/Shanghai. */

const MAILS_A_DAY = 100;

/** Counts an e-mail that a person sends; a refused one does not count. @throws rate_limited with Retry-After */
export async function takeMail(username: string, now: number): Promise<void> {
  await takeReportMail(username);
  const key = `report-mail:${username}`;
  if ((await addToday(key, 1, now)) <= Math.ceil(MAILS_A_DAY * config().rateLimitScale)) return;
  await addToday(key, -1, now);
  throw new AppError('rate_limited', {
    messageKey: 'mailQuota',
    params: { limit: MAILS_A_DAY },
    headers: { 'Retry-After': String(secondsLeft(now)) },
  });
}
