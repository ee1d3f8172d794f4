import { changePolicy, countLockedOut, main, resetPolicy } from '@/lib/programs/admin/sign-in-policy';
import { db } from '@/lib/platform/db/client';
import { SIGN_IN_POLICY_KEY, signInPolicy } from '@/lib/features/session/policy';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();
beforeEach(resetPolicy);

const rules = async () => {
  const policy = await signInPolicy();
  return [policy.verifyRule(0), policy.verifyRule(1), policy.verifyRule(2), policy.passwordMaxAgeDays];
};

describe('npm run sign-in:policy', () => {
  it('changes what is given and leaves the rest; the next sign-in goes by it', async () => {
    expect(await rules()).toEqual(['never', 'never', 'never', null]);
    await changePolicy({ verify: 'newBrowser', kinds: { external: 'always', internal: 'never' } });
    expect(await rules()).toEqual(['newBrowser', 'never', 'always', null]);
    await changePolicy({ passwordDays: '180' });
    await changePolicy({ kinds: { internal: 'default' } });
    expect(await rules()).toEqual(['newBrowser', 'newBrowser', 'always', 180]);
    await changePolicy({ passwordDays: 'never' });
    expect(await rules()).toEqual(['newBrowser', 'newBrowser', 'always', null]);
    expect(await db().setting.findUnique({ where: { key: SIGN_IN_POLICY_KEY } })).toMatchObject({
      updateBy: 'sign-in:policy',
    });
    await resetPolicy();
    expect(await rules()).toEqual(['never', 'never', 'never', null]);
  });

  it.each([
    [{ verify: 'sometimes' }, '"sometimes" is no rule: never, newBrowser or always.'],
    [{ kinds: { guests: 'always' } }, '"guests" is no kind of account: branch, internal or external.'],
    [{ kinds: { external: '' } }, '"" is no rule: never, newBrowser or always.'],
    [{ passwordDays: '0' }, '"0" is no number of days: 1 to 9999, or never.'],
  ])('refuses %j and stores nothing', async (change, message) => {
    await expect(changePolicy(change)).rejects.toThrow(message);
    expect(await db().setting.count({ where: { key: SIGN_IN_POLICY_KEY } })).toBe(0);
  });

  it('does not build on a policy that cannot be read', async () => {
    await db().setting.create({ data: { key: SIGN_IN_POLICY_KEY, value: { verify: 'sometimes' } } });
    await expect(changePolicy({ verify: 'never' })).rejects.toThrow('The policy that is stored cannot be read');
    expect(await rules()).toEqual(['always', 'always', 'always', null]);
  });

  it('says what holds, and how many accounts it keeps out', async () => {
    await createPersonas();
    await db().user.update({ where: { username: 'customerElite' }, data: { phone: '13800000001' } });
    expect(await countLockedOut(await changePolicy({ verify: 'never' }))).toBe(0);
    const external = await db().user.count({ where: { customerType: 2, phone: null } });
    expect(await countLockedOut(await changePolicy({ kinds: { external: 'always' } }))).toBe(external);
    const written: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    await main(['--for', 'external=newBrowser', '--password-days', '90']).finally(() => write.mockRestore());
    expect(written.join('')).toContain('A code for external accounts  newBrowser\n');
    expect(written.join('')).toContain('A password lives              90 days\n');
    expect(written.join('')).toContain(`${external} accounts have no phone`);
  });
});
