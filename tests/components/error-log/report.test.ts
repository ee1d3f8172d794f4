import { reportError } from '@/lib/features/error-log/shared/report';
import { callSms } from '@/lib/platform/client/client';

/** Errors of a browser on their way to the error log (silent-screens B6). */

jest.mock('@/lib/platform/client/client', () => ({ callSms: jest.fn() }));
const send = jest.mocked(callSms);
const sent = () => send.mock.calls.map(([, body]) => body as { message: string; level: string; route: string });

let now = Date.parse('2026-11-29T00:00:00Z');
beforeEach(() => {
  // Each test two minutes after the one before: what one has sent does not count in the next.
  jest.useFakeTimers({ now: (now += 120_000) });
  send.mockReset().mockResolvedValue(undefined as never);
});

it('are sent with where they happened, and never as a second error', async () => {
  send.mockRejectedValue(new Error('offline'));
  reportError(new TypeError('x is undefined'));
  reportError('', 'warn');
  await jest.advanceTimersByTimeAsync(0);
  expect(sent()).toEqual([
    expect.objectContaining({ level: 'error', message: 'TypeError: x is undefined', route: window.location.pathname }),
  ]);
});

it('are sent once a minute each, and ten a minute', () => {
  for (let round = 0; round < 2; round += 1)
    for (let nr = 0; nr < 12; nr += 1) reportError(new Error(`fault ${nr}`), 'warn');
  expect(sent().map(({ message }) => message)).toEqual(Array.from({ length: 10 }, (_, nr) => `Error: fault ${nr}`));
  jest.setSystemTime(now + 61_000);
  reportError(new Error('fault 0'));
  expect(sent()).toHaveLength(11);
});

it.each(['ResizeObserver loop completed', 'Script error.', 'NEXT_REDIRECT'])('%s is none', (text) => {
  reportError(text);
  expect(sent()).toEqual([]);
});
