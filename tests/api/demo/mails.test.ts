import { connectionConfig, db } from '@/lib/platform/db/client';
import pg from 'pg';
import { handleSms } from '@/lib/platform/door/web-door';
import { MAIL_STATES } from '@/lib/platform/mail/contract';
import type { Account } from '@/prisma/demo/accounts';
import { loadMails } from '@/prisma/demo/mails';
import { headersOf, resetLimits } from '../../support/callers';
import { createPersonas, persona } from '../../support/personas';
import { callSms, ORIGIN } from '../../support/sms-client';
import { useDataDir } from '../support/data-dir';
import { useFreshDatabase } from '../support/database';

/** The e-mails of the demo: every state is there, and what their links promise is kept. */

useFreshDatabase();
const folder = useDataDir();
beforeAll(async () => {
  await createPersonas();
  const client = new pg.Client(connectionConfig());
  await client.connect();
  try {
    const accounts = [persona('customerLite'), persona('customerElite')] as unknown as Account[];
    await loadMails(client, accounts, { dataDir: folder.path, now: new Date() });
  } finally {
    await client.end();
  }
});
beforeEach(resetLimits);

/** The token of the first link to this page that an e-mail carries. */
async function tokenOf(page: string): Promise<string> {
  const { content } = await db().mailLog.findFirstOrThrow({ where: { content: { contains: `/${page}?token=` } } });
  const [link = ''] = new RegExp(`https?:\\S+/${page}\\?token=\\S+`).exec(content) ?? [];
  return new URL(link).searchParams.get('token') ?? '';
}

it('stand in every state that an e-mail can have', async () => {
  const states = await db().mailLog.findMany({ distinct: ['state'], select: { state: true } });
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(MAIL_STATES));
});

it('lead to a file that opens as a PDF for who is signed in', async () => {
  const path = `mail/file?token=${encodeURIComponent(await tokenOf('mailFile'))}`;
  const answer = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, {
      headers: { 'x-forwarded-for': '192.0.2.1', ...(await headersOf('customerLite')) },
    }),
  );
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-1\.4\n[\s\S]+%%EOF\n$/);
  expect(await callSms('GET', path, {})).toMatchObject({ code: 401 });
});

it('end by their link the e-mails to their address', async () => {
  const answer = await callSms('POST', 'mail/unsubscribe', { body: { token: await tokenOf('unsubscribe') } });
  expect(answer).toMatchObject({ code: 200, data: { emailAddress: 'c***@example.com' } });
  expect(await db().mailOptOut.findMany({ select: { emailAddress: true } })).toEqual([
    { emailAddress: 'customerlite@example.com' },
  ]);
  expect(await callSms('POST', 'mail/unsubscribe', { body: { token: 'made.up' } })).not.toMatchObject({ code: 200 });
});
