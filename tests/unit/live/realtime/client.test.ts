import { setUpClient } from './support/fake-socket';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

const EXPIRED = { code: 511, message: 'Token expired!' };

describe('connecting', () => {
  it('[RTC-001] sends the token first and, once authorised, the units with type and company', async () => {
    const { client, last, settle } = setUpClient();
    client.subscribe([{ equipmentNo: '1', equipmentType: 'YAE_ELT', companyCode: '3000' }]);
    await settle();
    expect(last().sent).toEqual([]);
    last().receive('connect');
    expect(last().sent.map(({ event, args }) => [event, args[0]])).toEqual([['authorize', 'token-1']]);
    last().receive('authorize', { code: 200, message: 'success' });
    expect(last().events('rtc')).toEqual([[{ equipmentNo: '1', equipmentType: 'YAE_ELT', companyCode: '3000' }]]);
    expect(client.state).toBe(1);
    last().sendValue();
    expect(client.state).toBe(0);
  });

  it('[RTC-015] hears authorize, rtc and sms_error', async () => {
    const { client, last, messages, errors, goLive } = setUpClient();
    await goLive();
    last().receive('sms_error', { code: 400, message: 'bad payload' });
    expect([client.state, messages.length, errors]).toEqual([0, 1, [{ code: 400, message: 'bad payload' }]]);
  });

  it('[RTC-007] is disconnected after three connect errors, keeps trying ever more slowly, and recovers by itself', async () => {
    const { client, sockets, last, settle } = setUpClient();
    client.subscribe([{ equipmentNo: '1' }]);
    const waits: number[] = [];
    for (let error = 1; error <= 10; error += 1) {
      await settle();
      const count = sockets.length;
      last().receive('connect_error', new Error('refused'));
      expect(client.state).toBe(error < 3 ? 1 : 2);
      const from = Date.now();
      while (sockets.length === count) await jest.advanceTimersByTimeAsync(100);
      waits.push(Date.now() - from);
    }
    expect(waits.slice(0, 6)).toEqual([500, 1000, 2000, 4000, 8000, 16_000]);
    expect(Math.max(...waits)).toBe(30_000);
    last().goLive();
    expect(client.state).toBe(0);
  });

  it('spreads its attempts by chance', async () => {
    const { client, sockets, last, settle } = setUpClient({ random: () => 0 });
    client.subscribe([{ equipmentNo: '1' }]);
    await settle();
    last().receive('connect_error');
    await jest.advanceTimersByTimeAsync(250);
    expect(sockets).toHaveLength(2);
  });

  it('counts a server that never answers authorize as a connect error', async () => {
    const { client, sockets, last, settle } = setUpClient();
    client.subscribe([{ equipmentNo: '1' }]);
    await settle();
    last().receive('connect');
    await jest.advanceTimersByTimeAsync(20_600);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.isDisconnected).toBe(true);
  });

  it('asks again when the server could not read the list', async () => {
    const { client, sockets, last, goLive } = setUpClient();
    await goLive();
    const ack = last().sent.find(({ event }) => event === 'rtc')?.args[1] as (answer: unknown) => void;
    ack({ code: 500, message: 'server fault' });
    await jest.advanceTimersByTimeAsync(600);
    expect(sockets).toHaveLength(2);
    last().goLive();
    expect(client.state).toBe(0);
  });
});

describe('silence', () => {
  it('[RTC-008] of 60 s means disconnected; any message starts the time anew', async () => {
    const { client, last, goLive } = setUpClient();
    await goLive();
    await jest.advanceTimersByTimeAsync(59_000);
    last().sendValue();
    await jest.advanceTimersByTimeAsync(59_900);
    expect(client.state).toBe(0);
    await jest.advanceTimersByTimeAsync(200);
    expect(client.state).toBe(2);
  });

  it('of 120 s where the page is that patient', async () => {
    const { client, goLive } = setUpClient({ staleAfterMs: 120_000 });
    await goLive();
    await jest.advanceTimersByTimeAsync(119_900);
    expect(client.state).toBe(0);
    await jest.advanceTimersByTimeAsync(200);
    expect(client.state).toBe(2);
  });

  it('also counts before the first data', async () => {
    const { client, last, settle } = setUpClient();
    client.subscribe([{ equipmentNo: '1' }]);
    await settle();
    last().receive('connect');
    last().receive('authorize', { code: 200, message: 'success' });
    await jest.advanceTimersByTimeAsync(60_100);
    expect(client.state).toBe(2);
  });

  it('is followed by a new connection, and data ends the disconnected state', async () => {
    const { client, sockets, last, goLive } = setUpClient();
    await goLive();
    await jest.advanceTimersByTimeAsync(61_000);
    expect(sockets).toHaveLength(2);
    last().goLive();
    expect(client.state).toBe(0);
  });
});

describe('tokens', () => {
  it('[RTC-003] an expired one is renewed and the channel reconnects at once', async () => {
    const { client, sockets, last, settle, getToken } = setUpClient();
    client.subscribe([{ equipmentNo: '1' }]);
    await settle();
    last().receive('connect');
    last().receive('authorize', EXPIRED);
    await settle();
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.isDisconnected).toBe(true);
    last().receive('connect');
    expect(last().events('authorize')).toEqual(['token-2']);
    expect(getToken).toHaveBeenCalledTimes(2);
  });

  it('[RTC-003] the same when it expires in the middle of the stream, and the units are asked for again', async () => {
    const { client, sockets, last, settle, goLive } = setUpClient();
    await goLive();
    last().receive('authorize', EXPIRED);
    await settle();
    expect(sockets).toHaveLength(2);
    last().goLive();
    expect(last().events('rtc')).toHaveLength(1);
    expect(client.state).toBe(0);
    last().receive('sms_error', EXPIRED);
    await settle();
    expect(sockets).toHaveLength(3);
  });

  it('new ones that are refused as expired do not make a storm of calls', async () => {
    const { client, sockets, last, settle } = setUpClient();
    client.subscribe([{ equipmentNo: '1' }]);
    for (let round = 0; round < 3; round += 1) {
      await settle();
      last().receive('connect');
      last().receive('authorize', EXPIRED);
    }
    await settle();
    expect(sockets.length).toBeLessThanOrEqual(2);
  });

  it('[RTC-002] any other 511 disconnects for good: access is denied until somebody retries', async () => {
    const { client, sockets, last, settle, goLive } = setUpClient();
    await goLive();
    last().receive('authorize', { code: 511, message: 'Account disabled!' });
    expect([client.state, sockets[0]?.isDisconnected]).toEqual([4, true]);
    await jest.advanceTimersByTimeAsync(300_000);
    expect([client.state, sockets.length]).toEqual([4, 1]);
    client.retry();
    await settle();
    last().goLive();
    expect(client.state).toBe(0);
  });

  it('[RTC-004] a failed renewal means disconnected', async () => {
    const { client, last, getToken, sockets, goLive } = setUpClient();
    await goLive();
    getToken.mockRejectedValue(Object.assign(new Error('signed out'), { code: 401 }));
    last().receive('authorize', EXPIRED);
    await jest.advanceTimersByTimeAsync(0);
    expect(client.state).toBe(2);
    await jest.advanceTimersByTimeAsync(120_000);
    expect([sockets.length, getToken.mock.calls.length]).toEqual([1, 2]);
  });

  it('a renewal that failed for the network is tried again', async () => {
    const { client, last, getToken, goLive } = setUpClient();
    await goLive();
    getToken.mockRejectedValueOnce(Object.assign(new Error('away'), { code: 0 }));
    last().receive('authorize', EXPIRED);
    await jest.advanceTimersByTimeAsync(0);
    expect(client.state).toBe(2);
    await jest.advanceTimersByTimeAsync(600);
    last().goLive();
    expect(client.state).toBe(0);
  });

  it('are renewed before they end, on the same connection and without asking for the units again', async () => {
    const { sockets, last, getToken, goLive } = setUpClient({ staleAfterMs: 10_000_000 });
    getToken.mockImplementation(async () => ({ token: `token-${getToken.mock.calls.length}`, expiresIn: 300 }));
    await goLive();
    await jest.advanceTimersByTimeAsync(240_100);
    expect(last().events('authorize')).toEqual(['token-1', 'token-2']);
    last().receive('authorize', { code: 200, message: 'success' });
    getToken.mockRejectedValueOnce(new Error('away'));
    await jest.advanceTimersByTimeAsync(250_100);
    expect(last().events('authorize')).toHaveLength(3);
    expect([sockets.length, last().events('rtc').length]).toEqual([1, 1]);
  });
});

describe('losing the connection', () => {
  it('is shown only when it is not back within two seconds; then the units are asked for again', async () => {
    const { client, states, last, sockets, goLive } = setUpClient();
    await goLive();
    last().receive('disconnect', 'transport close');
    await jest.advanceTimersByTimeAsync(600);
    expect(sockets).toHaveLength(2);
    last().goLive();
    await jest.advanceTimersByTimeAsync(5000);
    expect(states).toEqual([0]);
    last().receive('disconnect', 'transport close');
    await jest.advanceTimersByTimeAsync(2100);
    expect(client.state).toBe(1);
  });

  it('[RTC-010] after two successful reconnects a fresh connection is made with polling only', async () => {
    const { client, sockets, last, settle, goLive } = setUpClient();
    await goLive();
    for (const expected of [2, 3]) {
      last().receive('disconnect', 'transport error');
      await jest.advanceTimersByTimeAsync(600);
      expect(sockets).toHaveLength(expected);
      expect(last().settings.isPollingOnly).toBe(false);
      last().goLive();
      await settle();
    }
    expect(sockets).toHaveLength(4);
    expect(sockets[2]?.isDisconnected).toBe(true);
    expect(last().settings.isPollingOnly).toBe(true);
    last().goLive();
    expect(client.state).toBe(0);
    last().receive('disconnect', 'transport error');
    await jest.advanceTimersByTimeAsync(600);
    expect(last().settings.isPollingOnly).toBe(true);
    expect(sockets).toHaveLength(5);
  });

  it('[RTC-010] failed attempts and renewed tokens do not count as reconnects', async () => {
    const { sockets, last, settle, goLive } = setUpClient();
    await goLive();
    for (let round = 0; round < 3; round += 1) {
      last().receive('authorize', EXPIRED);
      await settle();
      last().goLive();
    }
    last().receive('disconnect', 'transport close');
    for (let error = 0; error < 3; error += 1) {
      await jest.advanceTimersByTimeAsync(30_000);
      last().receive('connect_error');
    }
    await jest.advanceTimersByTimeAsync(30_000);
    last().goLive();
    expect(sockets.every(({ settings }) => !settings.isPollingOnly)).toBe(true);
  });
});

describe('refusals', () => {
  it('[RTC-005] of the only unit mean access denied, and the page hears which', async () => {
    const { client, last, denied, settle } = setUpClient({ refusals: 'cover' });
    client.subscribe([{ equipmentNo: '1' }]);
    await settle();
    last().receive('connect');
    last().receive('authorize', { code: 200, message: 'success' });
    last().receive('sms_error', { code: 511, message: 'no permission', checkResult: false, equipmentNoList: ['1'] });
    expect([client.state, denied]).toEqual([4, [['1']]]);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(client.state).toBe(4);
  });

  it('[RTC-005] of some units leave the others live', async () => {
    const { client, last, denied, errors, goLive } = setUpClient({ refusals: 'cover' });
    await goLive(['1', '2']);
    last().receive('sms_error', { code: 511, message: 'no permission', checkResult: false, equipmentNoList: ['2'] });
    expect([client.state, denied, errors]).toEqual([0, [['2']], []]);
  });

  it('[RTC-006] are logged and nothing else where the page does not cover itself: of some units, of all of them, of the authority', async () => {
    const { client, last, states, errors, sockets, goLive } = setUpClient();
    await goLive(['1', '2']);
    for (const error of [
      { code: 511, message: 'no permission', checkResult: false, equipmentNoList: ['2'] },
      { code: 511, message: 'no permission', checkResult: false, equipmentNoList: ['1', '2'] },
      { code: 511, message: 'no permission', checkResult: false },
      { code: 403, message: 'forbidden' },
      { code: 429, message: 'too many events' },
    ])
      last().receive('sms_error', error);
    expect(errors.map(({ code }) => code)).toEqual([511, 511, 511, 403, 429]);
    await jest.advanceTimersByTimeAsync(200_000);
    expect([client.state, states, sockets.length]).toEqual([0, [0], 1]);
  });

  it('[RTC-006] of all units of a page that waits for its first data leave it without a cover', async () => {
    const { client, last, settle } = setUpClient();
    client.subscribe([{ equipmentNo: '1' }]);
    await settle();
    last().receive('connect');
    last().receive('authorize', { code: 200, message: 'success' });
    last().receive('sms_error', { code: 511, message: 'no permission', checkResult: false, equipmentNoList: ['1'] });
    await jest.advanceTimersByTimeAsync(200_000);
    expect(client.state).toBe(0);
  });

  it('other than those are handed over to be logged', async () => {
    const { client, last, errors, goLive } = setUpClient();
    await goLive();
    last().receive('sms_error', { code: 429, message: 'too many events' });
    expect([client.state, errors]).toEqual([0, [{ code: 429, message: 'too many events' }]]);
  });

  it('for lack of the authority mean access denied', async () => {
    const { client, last, errors, goLive } = setUpClient({ refusals: 'cover' });
    await goLive();
    last().receive('sms_error', { code: 403, message: 'x' });
    expect([client.state, errors.length]).toEqual([4, 1]);
  });
});

it('streams ended by an administrator stay ended until the user retries', async () => {
  const { client, last, sockets, settle, goLive } = setUpClient();
  await goLive(['1', '2']);
  last().receive('unsubscribe', { equipmentNoList: ['1'] });
  last().sendValue('2');
  await jest.advanceTimersByTimeAsync(200_000);
  expect([client.state, sockets.length]).toEqual([2, 1]);
  client.retry();
  await settle();
  last().goLive();
  expect(client.state).toBe(0);
});

describe('the list', () => {
  it('follows the page, many changes in one event', async () => {
    const { client, last, goLive } = setUpClient();
    await goLive();
    client.subscribe([{ equipmentNo: '1' }, { equipmentNo: '2' }]);
    client.subscribe([{ equipmentNo: '2' }, { equipmentNo: '3' }]);
    await jest.advanceTimersByTimeAsync(100);
    expect(last().events('rtc').slice(1)).toEqual([[{ equipmentNo: '2' }, { equipmentNo: '3' }]]);
  });

  it('is never longer than 200, and empty it is live without data', async () => {
    const { client, last, goLive } = setUpClient();
    await goLive(Array.from({ length: 250 }, (_, index) => String(index)));
    expect(last().events('rtc')[0]).toHaveLength(200);
    client.subscribe([]);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(client.state).toBe(0);
  });
});

it('after closing nothing is left: no timer, no socket, no late answer', async () => {
  const { client, sockets, states, goLive } = setUpClient();
  await goLive();
  const before = [...states];
  client.close();
  expect(jest.getTimerCount()).toBe(0);
  sockets[0]?.receive('disconnect', 'x');
  sockets[0]?.sendValue();
  await jest.advanceTimersByTimeAsync(300_000);
  expect([sockets.length, sockets[0]?.isDisconnected, states]).toEqual([1, true, before]);
});
