import { hashPassword, verifyPassword } from '@/lib/platform/auth/accounts/password';
import { passwordFault, passwordPolicy } from '@/lib/platform/auth/accounts/password-policy';

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

  it('checking without an account, or one that has no password, takes as long and fails', async () => {
    const hash = await hashPassword('Abcdefg1');
    const timed = async (stored: string | null) => {
      const times: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        const began = performance.now();
        expect(await verifyPassword(stored, 'wrong')).toBe(false);
        times.push(performance.now() - began);
      }
      // The quickest of them says what the work costs; the others what else the machine had to do.
      return Math.min(...times);
    };
    const known = await timed(hash);
    for (const stored of [null, '!upstream', '']) expect(await timed(stored)).toBeGreaterThan(known / 3);
  });
});
