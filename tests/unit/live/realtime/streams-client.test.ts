import { StreamsClient } from '@/lib/live/realtime/browser/streams-client';
import type { StreamsState } from '@/lib/live/realtime/browser/streams-client';
import { FakeSocket } from './support/fake-socket';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function setUp() {
  const sockets: FakeSocket[] = [];
  const states: StreamsState[] = [];
  const errors: unknown[] = [];
  const getToken = jest.fn(async (): Promise<string> => `token-${getToken.mock.calls.length}`);
  const client = new StreamsClient({
    getToken,
    random: () => 1,
    onState: (state) => states.push(state),
    onError: (error) => errors.push(error),
    openSocket: (settings) => {
      const socket = new FakeSocket(settings);
      sockets.push(socket);
      return socket;
    },
  });
  const last = () => sockets.at(-1) as FakeSocket;
  const settle = () => jest.advanceTimersByTimeAsync(0);
  const goReady = async () => {
    client.retry();
    await settle();
    last().receive('connect');
    last().receive('authorize', { code: 200, message: 'success' });
  };
  /** Answers the latest event of this name. */
  const answer = (name: string, value: unknown) =>
    (
      last()
        .sent.filter(({ event }) => event === name)
        .at(-1)
        ?.args.at(-1) as (value: unknown) => void
    )(value);
  return { client, sockets, states, errors, getToken, last, settle, goReady, answer };
}

it('[RTC-027] asks for polling', async () => {
  const { sockets, goReady } = setUp();
  await goReady();
  expect(sockets.map(({ settings }) => settings)).toEqual([{ isPollingOnly: true }]);
});

it('[RTC-028] authorises with the token first; an expired one is renewed by connecting again', async () => {
  const { sockets, states, last, settle, goReady } = setUp();
  await goReady();
  expect(sockets[0]?.sent.map(({ event, args }) => [event, args[0]])).toEqual([['authorize', 'token-1']]);
  last().receive('authorize', { code: 511, message: 'Token expired!' });
  await settle();
  last().receive('connect');
  expect(sockets).toHaveLength(2);
  expect(sockets[0]?.isDisconnected).toBe(true);
  expect(last().events('authorize')).toEqual(['token-2']);
  last().receive('authorize', { code: 200, message: 'success' });
  expect(states).toEqual(['connecting', 'ready', 'connecting', 'ready']);
});

it('ends when every new token is called expired, and at once when a token is refused', async () => {
  const { client, sockets, states, last, settle } = setUp();
  client.retry();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await settle();
    last().receive('connect');
    last().receive('authorize', { code: 511, message: 'Token expired!' });
    await jest.advanceTimersByTimeAsync(30_000);
  }
  expect([sockets.length, states.at(-1)]).toEqual([3, 'disconnected']);
  client.retry();
  await settle();
  last().receive('connect');
  last().receive('authorize', { code: 511, message: 'Token invalid!' });
  await jest.advanceTimersByTimeAsync(60_000);
  expect([sockets.length, states.at(-1)]).toEqual([4, 'disconnected']);
});

it('[RTC-029] sends the numbers as objects, none for all, and gives the rows', async () => {
  const { client, last, goReady, answer } = setUp();
  await goReady();
  const all = client.list([]);
  answer('list', {
    code: 200,
    message: 'success',
    data: [{ equipmentNo: 'E1', equipmentType: 'YAE_ELT', clientSize: 1, client: [] }],
  });
  await expect(all).resolves.toMatchObject({ code: 200, data: [{ equipmentNo: 'E1' }] });
  void client.list(['E1', 'E2']);
  expect(last().events('list')).toEqual([[], [{ equipmentNo: 'E1' }, { equipmentNo: 'E2' }]]);
});

it('[RTC-030] sends number and type to unsubscribe, and gives code 200 or the message', async () => {
  const { client, last, goReady, answer } = setUp();
  await goReady();
  const ended = client.unsubscribe([{ equipmentNo: 'E1', equipmentType: 'YAE_ELT' }]);
  answer('unsubscribe', { code: 200, message: 'success', data: { removed: 1 } });
  await expect(ended).resolves.toMatchObject({ code: 200 });
  const refused = client.unsubscribe([]);
  answer('unsubscribe', { code: 500, message: 'server fault' });
  await expect(refused).resolves.toEqual({ code: 500, message: 'server fault' });
  expect(last().events('unsubscribe')).toEqual([[{ equipmentNo: 'E1', equipmentType: 'YAE_ELT' }], []]);
});

it('[RTC-031] hands sms_error to the log and goes on', async () => {
  const { states, errors, last, goReady } = setUp();
  await goReady();
  last().receive('sms_error', { code: 403, message: '没有权限操作' });
  expect([errors, states.at(-1)]).toEqual([[{ code: 403, message: '没有权限操作' }], 'ready']);
});

it('is disconnected after three connect errors and stays so until the user retries', async () => {
  const { client, sockets, states, last, settle } = setUp();
  client.retry();
  for (let error = 1; error <= 3; error += 1) {
    await settle();
    last().receive('connect_error', new Error('refused'));
    await jest.advanceTimersByTimeAsync(60_000);
  }
  expect([sockets.length, states.at(-1)]).toEqual([3, 'disconnected']);
  await expect(client.list([])).resolves.toEqual({ code: 504, message: '' });
  client.retry();
  await settle();
  expect(sockets).toHaveLength(4);
});

it('comes back by itself after a lost connection, and no answer ends in a code', async () => {
  const { client, sockets, last, settle, goReady } = setUp();
  await goReady();
  const unanswered = client.list([]);
  await jest.advanceTimersByTimeAsync(15_000);
  await expect(unanswered).resolves.toEqual({ code: 504, message: '' });
  last().receive('disconnect', 'transport close');
  await jest.advanceTimersByTimeAsync(500);
  await settle();
  expect(sockets).toHaveLength(2);
  client.close();
  last().receive('disconnect');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(2);
});
