import { hearIncidents } from '@/lib/features/incidents/shared/incident-channel';
import { listening } from '../home/support/channel';
import type { FakeSocket } from '../../unit/live/realtime/support/fake-socket';

/** When a page reads its incidents anew (readings 135, 213). */

let sockets: FakeSocket[];
let reads: number[];
let end: () => void;

beforeEach(async () => {
  jest.useFakeTimers({ now: 0 });
  sockets = [];
  reads = [];
  end = hearIncidents('somebody', () => reads.push(Date.now()), listening(sockets));
  await jest.advanceTimersByTimeAsync(0);
  sockets[0]?.receive('connect');
  sockets[0]?.receive('authorize', { code: 200, message: 'success' });
  await jest.advanceTimersByTimeAsync(300);
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

it('reads together what comes together, once a second', async () => {
  expect(reads).toEqual([300]);
  sockets[0]?.receive('incidents', { at: 1 });
  await jest.advanceTimersByTimeAsync(100);
  sockets[0]?.receive('incidents', { at: 2 });
  await jest.advanceTimersByTimeAsync(3000);
  expect(reads).toEqual([300, 1300]);
});

it('an entrapment is read at once, also while others wait, and at most four times a second', async () => {
  await jest.advanceTimersByTimeAsync(500);
  sockets[0]?.receive('incidents', { at: 1 });
  sockets[0]?.receive('incidents', { at: 2, urgent: true });
  await jest.advanceTimersByTimeAsync(0);
  expect(reads).toEqual([300, 800]);
  for (let turn = 0; turn < 10; turn += 1) sockets[0]?.receive('incidents', { at: 3, urgent: true });
  // What follows of it, the call-out for one, has its second.
  sockets[0]?.receive('incidents', { at: 4 });
  await jest.advanceTimersByTimeAsync(3000);
  expect(reads).toEqual([300, 800, 1050]);
  sockets[0]?.receive('incidents', { at: 5 });
  await jest.advanceTimersByTimeAsync(3000);
  expect(reads).toEqual([300, 800, 1050, 4100]);
});
