import { resetConfig } from '@/lib/config';
import { forgetCounts, noteOwnWrite, sharedCount } from '@/lib/platform/db/shared-counts';

const ann = { username: 'ann' };
const bob = { username: 'bob' };

let asked = 0;
const count = () => Promise.resolve((asked += 1));

beforeEach(() => {
  process.env.COUNT_MEMORY_MS = '2000';
  resetConfig();
  forgetCounts();
  asked = 0;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  delete process.env.COUNT_MEMORY_MS;
  resetConfig();
});

describe('the total of a list', () => {
  it('is counted once for all who ask while it is counted', async () => {
    let finish: (total: number) => void = () => undefined;
    const slow = () => {
      asked += 1;
      return new Promise<number>((resolve) => (finish = resolve));
    };
    const both = [sharedCount(ann, 'list', { a: 1 }, slow), sharedCount(bob, 'list', { a: 1 }, slow)];
    jest.advanceTimersByTime(60_000);
    both.push(sharedCount(bob, 'list', { a: 1 }, slow));
    finish(7);
    expect(await Promise.all(both)).toEqual([7, 7, 7]);
    expect(asked).toBe(1);
  });

  it('is told for two seconds and then counted anew', async () => {
    expect(await sharedCount(ann, 'list', {}, count)).toBe(1);
    jest.advanceTimersByTime(1999);
    expect(await sharedCount(bob, 'list', {}, count)).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await sharedCount(bob, 'list', {}, count)).toBe(2);
  });

  it.each([
    ['another scope', { branchCode: { in: ['SH'] } }, { branchCode: { in: ['BJ'] } }],
    ['one branch more', { branchCode: { in: ['SH'] } }, { branchCode: { in: ['SH', 'BJ'] } }],
    ['another filter', { AND: [{ a: 1 }, { b: 1 }] }, { AND: [{ a: 1 }, { b: 2 }] }],
    ['a text and a number', { a: 1 }, { a: '1' }],
    ['null, nothing and an empty text', { a: null }, { a: undefined }],
    ['a moment and its text', { a: new Date(0) }, { a: '1970-01-01T00:00:00.000Z' }],
    ['a large number and its text', { a: 1n }, { a: '1' }],
    ['values of a statement', { text: 'x = $1', values: ['a'] }, { text: 'x = $1', values: ['b'] }],
  ])('is never that of %s', async (_, one, other) => {
    expect(await sharedCount(ann, 'list', one, count)).toBe(1);
    expect(await sharedCount(ann, 'list', other, count)).toBe(2);
    expect(await sharedCount(ann, 'list', one, count)).toBe(1);
  });

  it('is never that of another list', async () => {
    await sharedCount(ann, 'units', {}, count);
    expect(await sharedCount(ann, 'projects', {}, count)).toBe(2);
  });

  it('is counted for each when its condition cannot be written down', async () => {
    class Odd {
      toJSON() {
        return 'odd';
      }
    }
    await sharedCount(ann, 'list', { a: new Odd() }, count);
    expect(await sharedCount(ann, 'list', { a: new Odd() }, count)).toBe(2);
  });

  it('is new for whoever has written something, also when the count ran meanwhile, and stays for others', async () => {
    await sharedCount(ann, 'list', {}, count);
    noteOwnWrite('ann');
    expect(await sharedCount(bob, 'list', {}, count)).toBe(1);
    expect(await sharedCount(ann, 'list', {}, count)).toBe(2);
    expect(await sharedCount(ann, 'list', {}, count)).toBe(2);
    expect(await sharedCount(bob, 'list', {}, count)).toBe(2);
  });

  it('remembers writers beyond its room as if they had just written', async () => {
    noteOwnWrite('ann');
    await sharedCount(bob, 'list', {}, count);
    noteOwnWrite('zoe');
    for (let index = 0; index < 10_000; index += 1) noteOwnWrite(`writer ${index}`);
    expect(await sharedCount({ username: 'zoe' }, 'list', {}, count)).toBe(2);
  });

  it('is not kept when it failed', async () => {
    const failing = () => Promise.reject(new Error('away'));
    await expect(sharedCount(ann, 'list', {}, failing)).rejects.toThrow('away');
    expect(await sharedCount(ann, 'list', {}, count)).toBe(1);
  });

  it('is forgotten, oldest first, when there are a thousand', async () => {
    for (let index = 0; index <= 1000; index += 1) await sharedCount(ann, 'list', { index }, count);
    expect(asked).toBe(1001);
    await sharedCount(ann, 'list', { index: 1 }, count);
    expect(asked).toBe(1001);
    await sharedCount(ann, 'list', { index: 0 }, count);
    expect(asked).toBe(1002);
  });
});
