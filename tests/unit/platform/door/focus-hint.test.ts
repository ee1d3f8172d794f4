import { focusCookieName, readHint, writeHint } from '@/lib/platform/focus/focus-hint';

const list = (username: string, ...focus: string[]) => ({ username, focus });

describe('the cookie that tells the server of the focus projects', () => {
  it('bears the focus of every user of this browser; who is not in it has none', () => {
    const cookie = writeHint([list('cn10246', 'P1', 'P2'), list('张三', 'P3'), list('cn10358')]);
    expect(readHint(cookie, 'cn10246')).toBe('P1,P2');
    expect(readHint(cookie, '张三')).toBe('P3');
    expect(readHint(cookie, 'cn10358')).toBeNull();
    expect(readHint(cookie, 'somebody else')).toBeNull();
  });

  it('says that it does not know, rather than a part, where the list is too long for a cookie', () => {
    const many = Array.from({ length: 300 }, (_, index) => String(1_000_000_000 + index));
    const cookie = writeHint([list('cn10246', ...many), list('cn10358', 'P1')]);
    expect(encodeURIComponent(cookie).length).toBeLessThan(2100);
    expect(readHint(cookie, 'cn10246')).toBeUndefined();
    expect(readHint(cookie, 'cn10358')).toBe('P1');
  });

  it('gives the room to the users that were here last', () => {
    const hundred = (first: number) => Array.from({ length: 100 }, (_, index) => String(first + index));
    const cookie = writeHint([list('new', ...hundred(1_000_000_000)), list('old', ...hundred(2_000_000_000))]);
    expect(readHint(cookie, 'new')?.split(',')).toHaveLength(100);
    expect(readHint(cookie, 'old')).toBeUndefined();
  });

  it.each([
    ['no cookie', undefined],
    ['no JSON', 'P1,P2'],
    ['another shape', '{"cn10246":"P1"}'],
    ['what no header can carry', '[["cn10246","项目"]]'],
    ['a line break', '[["cn10246","P1\\r\\nx: y"]]'],
  ])('%s is as good as not knowing', (_what, cookie) => {
    expect(readHint(cookie, 'cn10246')).toBeUndefined();
  });

  it('knows nobody by the names that every object has', () => {
    expect(readHint('[]', 'constructor')).toBeNull();
    expect(readHint(writeHint([list('__proto__', 'P1')]), '__proto__')).toBe('P1');
  });

  it('has another name on another port, because cookies ignore it', () => {
    expect(focusCookieName('https://portal.example.com')).toBe('focus');
    expect(focusCookieName('http://localhost:3000')).toBe('focus');
    expect(focusCookieName('http://localhost:3100')).toBe('focus_3100');
  });
});
