import { flushLocalLog, note, startLocalLog } from '@/lib/platform/local-log/recorder';
import type { LocalLogEntry } from '@/lib/platform/local-log/rules';

/** The browser's database, which Node has not; what it does itself is proven in a browser (tests/e2e/records.spec.ts). */
const mockKept: LocalLogEntry[] = [];
const mockSwept: number[] = [];
jest.mock('@/lib/platform/local-log/store', () => ({
  addEntries: async (entries: LocalLogEntry[]) => void mockKept.push(...entries),
  dropOldDays: async (now: number) => void mockSwept.push(now),
}));

const NOON = Date.parse('2026-11-21T04:00:00Z');
const DAY_MS = 86_400_000;
const log = globalThis as { indexedDB?: unknown };

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  log.indexedDB = {};
  mockKept.length = 0;
  mockSwept.length = 0;
});
afterEach(async () => {
  startLocalLog(undefined);
  await flushLocalLog();
  jest.useRealTimers();
  delete log.indexedDB;
});

it('keeps nothing before a user signs in, and keeps later entries under that name', async () => {
  note('info', 'page', '/login');
  startLocalLog('anna');
  note('info', 'page', '/campus');
  await jest.advanceTimersByTimeAsync(1000);
  expect(mockKept.map(({ username, message }) => [username, message])).toEqual([['anna', '/campus']]);
});

it('drops old days at the start, and at midnight of a page that stays open', async () => {
  startLocalLog('anna');
  note('info', 'page', '/campus');
  await jest.advanceTimersByTimeAsync(2000);
  expect(mockSwept).toEqual([NOON]);
  for (let day = 1; day <= 3; day += 1) {
    await jest.advanceTimersByTimeAsync(DAY_MS);
    note('debug', 'socket', 'again');
    note('debug', 'socket', 'and again');
    await jest.advanceTimersByTimeAsync(2000);
    note('debug', 'socket', 'the same day');
    await jest.advanceTimersByTimeAsync(2000);
    expect(mockSwept).toHaveLength(day + 1);
  }
});

it('a storm costs its middle, never memory', async () => {
  startLocalLog('anna');
  for (let index = 0; index < 2000; index += 1) note('debug', 'socket', String(index));
  await jest.advanceTimersByTimeAsync(1000);
  expect(mockKept).toHaveLength(500);
  note('debug', 'socket', 'after it');
  await jest.advanceTimersByTimeAsync(1000);
  expect(mockKept.at(-1)?.message).toBe('after it');
});

it('asks for nothing where there is no storage', async () => {
  delete log.indexedDB;
  startLocalLog('bella');
  note('info', 'page', '/campus');
  await jest.advanceTimersByTimeAsync(1000);
  expect([mockKept, mockSwept]).toEqual([[], []]);
});
