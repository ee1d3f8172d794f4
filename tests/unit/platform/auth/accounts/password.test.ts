import { verify } from '@node-rs/argon2';
import { hashPassword, verifyPassword } from '@/lib/platform/auth/accounts/password';
import { passwordFault, passwordPolicy } from '@/lib/platform/auth/accounts/password-policy';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<{ verify: typeof verify }>('@node-rs/argon2');
  return { ...real, verify: jest.fn(real.verify) };
});
beforeEach(() => jest.mocked(verify).mockClear());

describe('the password rule', () => {
  it.each([
    ['Xbcdefg1', null],
    ['abcdefg1!', null],
    ['ABCDEFG1!', null],
    ['Abcdefg!', null],
    ['A1!a', 'passwordRule'],
    ['Abcdef1', 'passwordRule'],
    ['Abcdefghijklmnopqrs1', null],
    ['Abcdefghijklmnopqrst1', 'passwordRule'],
    ['abcdefgh', 'passwordRule'],
    ['Abcdefgh', 'passwordRule'],
    ['12345678!', 'passwordRule'],
    ['Abcdefg1\n', 'passwordRule'],
    ['Abc defg', 'passwordRule'],
    ['Passw0rd', 'passwordCommon'],
    ['P@ssw0rd123', 'passwordCommon'],
    ['1qaz@WSX', 'passwordCommon'],
    ['Admin@123', 'passwordCommon'],
  ])('%j: %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
  });

  it('is one object that an installation can tighten', () => {
    const strict = { ...passwordPolicy, minLength: 12, minClasses: 4 };
    expect(passwordFault('Abcdefgh1', strict)).toBe('passwordRule');
    expect(passwordFault('Abcdefgh1!xy', strict)).toBeNull();
    expect(passwordFault('Passw0rd', { ...passwordPolicy, refusesCommon: false })).toBeNull();
  });
});

describe('password hashes', () => {
  it('are argon2id, salted, and fit only their password', async () => {
    const [one, two] = await Promise.all([hashPassword('Abcdefg1'), hashPassword('Abcdefg1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, 'Abcdefg1')).toBe(true);
    expect(await verifyPassword(one, 'Abcdefg2')).toBe(false);
  });

  it('checking without an account, or one that has no password, is the same work and fails', async () => {
    const work = ([stored]: Parameters<typeof verify>) =>
      /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(String(stored))?.[0];
    const real = await hashPassword('Abcdefg1');
    for (const stored of [real, null, '!upstream', '']) expect(await verifyPassword(stored, 'wrong')).toBe(false);
    const [asked, ...others] = jest.mocked(verify).mock.calls.map(work);
    expect(asked).toMatch(/m=19456,t=2,p=1/);
    expect(others).toEqual([asked, asked, asked]);
    // What it is held against is a hash that can be computed: a broken one would be refused at once.
    const [, [dummy = ''] = []] = jest.mocked(verify).mock.calls;
    await expect(jest.requireActual<{ verify: typeof verify }>('@node-rs/argon2').verify(dummy, 'wrong')).resolves.toBe(
      false,
    );
  });
});
