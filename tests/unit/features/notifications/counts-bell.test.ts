import { CountsBell } from '@/lib/features/notifications/counts-bell';
import type { LiveChange } from '@/lib/live/units/live-message';

/** When those who show sums and incidents are told (api.md §3.6, readings 213). */

const change = (equipmentNo: string, more: Partial<LiveChange> = {}): LiveChange => ({
  equipmentNo,
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  changes: {},
  isCounted: true,
  committedAt: 0,
  ...more,
});

let told: string[];
let bell: CountsBell;
beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  told = [];
  const listener = {
    hearCounts: (places: readonly { branchCode: string }[], _at: number, isUrgent: boolean) =>
      told.push(`${Date.now()} ${places.map(({ branchCode }) => branchCode).join(',')}${isUrgent ? ' urgent' : ''}`),
  };
  bell = new CountsBell(
    () => [listener],
    (error) => {
      throw error;
    },
    async (units) => units.map((branchCode) => ({ branchCode, projectIds: [] }) as never),
  );
});
afterEach(() => {
  bell.stop();
  jest.useRealTimers();
});

it('changes are sent together after 200 ms, and at most once a second', async () => {
  bell.hear([change('A'), change('still', { isCounted: false })]);
  await jest.advanceTimersByTimeAsync(100);
  bell.hear([change('B')]);
  await jest.advanceTimersByTimeAsync(150);
  bell.hear([change('C')]);
  await jest.advanceTimersByTimeAsync(3000);
  expect(told).toEqual(['200 A,B', '1200 C']);
});

it('trapped persons wait for no second, and bring nothing else forward', async () => {
  bell.hear([change('A')]);
  await jest.advanceTimersByTimeAsync(300);
  bell.hear([change('B'), change('T', { isUrgent: true })]);
  bell.hear([change('T', { isUrgent: true })]);
  await jest.advanceTimersByTimeAsync(3000);
  expect(told).toEqual(['200 A', '350 T urgent', '1200 B']);
});

it('an ended bell says nothing more', async () => {
  bell.hear([change('A'), change('T', { isUrgent: true })]);
  bell.stop();
  await jest.advanceTimersByTimeAsync(3000);
  expect(told).toEqual([]);
});
