import { createSession } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import { call, type Answer, type Caller } from './watch';

/** A session of a client of the contract: an access token that has run out is renewed, and the call is made again. */
export async function openRenewed(port: number, username: string) {
  const { access, refresh } = await db().$transaction((sql) =>
    createSession(sql, { username, ip: '127.0.0.1', userAgent: 'chaos' }),
  );
  const caller: Caller & { token: string } = { port, token: access };
  let latest = refresh;
  let running: Promise<void> | undefined;
  let renewals = 0;
  const renew = async () => {
    const { status, text } = await call(caller, { path: '/sms/refreshToken', body: { refresh_token: latest } });
    if (status !== 200) return;
    const { data } = JSON.parse(text) as { data: { access_token: string; refresh_token: string } };
    [caller.token, latest] = [data.access_token, data.refresh_token];
    renewals += 1;
  };
  return {
    caller,
    renewals: () => renewals,
    async renewed(one: () => Promise<Answer>): Promise<Answer> {
      const answer = await one();
      if (answer.status !== 401) return answer;
      running ??= renew().finally(() => (running = undefined));
      await running;
      return one();
    },
  };
}
