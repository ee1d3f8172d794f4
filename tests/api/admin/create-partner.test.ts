import { createPartner } from '@/lib/admin/create-partner';
import { resetRateLimits } from '@/lib/auth/rate-limits';
import { db } from '@/lib/db/client';
import { callSms } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

useFreshDatabase();
beforeEach(resetRateLimits);

const send = ({ partnerId, secret }: { partnerId: string; secret: string }) =>
  callSms('POST', 'integration/upsert', { body: { entity: 'branch', rows: [{ branchCode: 'B01', branchName: '上海' }] }, headers: { authorization: `Basic ${Buffer.from(`${partnerId}:${secret}`).toString('base64')}` } });

describe('npm run partner:create', () => {
  it('makes a partner whose secret opens the import; a new secret ends the old one', async () => {
    const first = await createPartner('erp', ['import'], 'ERP');
    expect(await send(first)).toMatchObject({ code: 200, data: { created: 1 } });
    expect(JSON.stringify(await db().partner.findMany())).not.toContain(first.secret);
    const second = await createPartner('erp', ['import', 'token']);
    expect(await send(first)).toMatchObject({ code: 401 });
    expect(await send(second)).toMatchObject({ code: 200, data: { unchanged: 1 } });
    expect(await db().partner.findUnique({ where: { partnerId: 'erp' } })).toMatchObject({ scopes: ['import', 'token'] });
  });
  it('refuses an odd id and unknown scopes', async () => {
    await expect(createPartner('', ['import'])).rejects.toThrow('is no partner id');
    await expect(createPartner('a:b', ['import'])).rejects.toThrow('is no partner id');
    await expect(createPartner('x', ['all'])).rejects.toThrow('A partner has one or both of the scopes import and token.');
    await expect(createPartner('x', [])).rejects.toThrow('A partner has one or both of the scopes import and token.');
  });
});
