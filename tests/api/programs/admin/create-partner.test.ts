import { createPartner } from '@/lib/programs/admin/create-partner';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { createPersonas } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
beforeEach(resetRateLimits);

const send = ({ partnerId, secret }: { partnerId: string; secret: string }) =>
  callSms('POST', 'integration/upsert', {
    body: { entity: 'branch', rows: [{ branchCode: 'B09', branchName: '上海' }] },
    headers: { authorization: `Basic ${Buffer.from(`${partnerId}:${secret}`).toString('base64')}` },
  });

describe('npm run partner:create', () => {
  it('makes a partner whose secret opens the import; a new secret ends the old one', async () => {
    const first = await createPartner('erp', ['import'], 'ERP');
    expect(await send(first)).toMatchObject({ code: 200, data: { created: 1 } });
    expect(JSON.stringify(await db().partner.findMany())).not.toContain(first.secret);
    const second = await createPartner('erp', ['import', 'token']);
    expect(await send(first)).toMatchObject({ code: 401 });
    expect(await send(second)).toMatchObject({ code: 200, data: { unchanged: 1 } });
    expect(await db().partner.findUnique({ where: { partnerId: 'erp' } })).toMatchObject({
      scopes: ['import', 'token'],
    });
  });
  it('grants the named accounts, which the partner may then sign in; a new secret keeps them', async () => {
    await createPersonas();
    const mint = ({ partnerId, secret }: { partnerId: string; secret: string }, username: string) =>
      callSms('POST', 'thirdParty/token', {
        body: { username },
        headers: { authorization: `Basic ${Buffer.from(`${partnerId}:${secret}`).toString('base64')}` },
      });
    const tower = await createPartner('tower', ['token'], 'Tower', ['CustomerLite']);
    expect([(await mint(tower, 'customerLite')).code, (await mint(tower, 'customerElite')).code]).toEqual([200, 403]);
    expect((await mint(await createPartner('tower', ['token']), 'customerLite')).code).toBe(200);
    await expect(createPartner('tower', ['token'], 'Tower', ['nobody'])).rejects.toThrow(
      'Not every one of these accounts exists.',
    );
  });

  it('refuses an odd id and unknown scopes', async () => {
    await expect(createPartner('', ['import'])).rejects.toThrow('is no partner id');
    await expect(createPartner('a:b', ['import'])).rejects.toThrow('is no partner id');
    await expect(createPartner('x', ['all'])).rejects.toThrow('A partner has some of the scopes import, token, mail.');
    await expect(createPartner('x', [])).rejects.toThrow('A partner has some of the scopes import, token, mail.');
  });
});
