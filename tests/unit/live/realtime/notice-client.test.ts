import { NoticeClient } from '@/lib/live/realtime/browser/notice-client';
import { FakeSocket } from './support/fake-socket';

const item = (key: string, status: string, time: string) => ({
  key,
  type: 'CBK',
  status,
  time,
  equipmentName: 'a',
  equipmentNo: 'A',
  technician: null,
  phoneNumber: null,
  message: '',
  objectId: key,
  replay: false,
});

describe('the message connection of a page', () => {
  let sockets: FakeSocket[];
  let heard: string[];
  let client: NoticeClient;
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket');
    return socket;
  };
  const settle = () => jest.advanceTimersByTimeAsync(1);
  const connect = async () => {
    await settle();
    last().receive('connect');
    last().receive('authorize', { code: 200, message: 'success' });
  };

  beforeEach(() => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 6, 0, 0) });
    sockets = [];
    heard = [];
    client = new NoticeClient({
      getToken: async () => ({ token: 'token', expiresIn: 300 }),
      random: () => 1,
      openSocket: (settings) => {
        const socket = new FakeSocket(settings);
        sockets.push(socket);
        return socket;
      },
      onItem: ({ key, status }, isHistory) => heard.push(`${key} ${status}${isHistory ? ' history' : ''}`),
      onInstant: ({ title }, isHistory) => heard.push(`${title}${isHistory ? ' history' : ''}`),
    });
    client.open();
  });
  afterEach(() => {
    client.close();
    jest.useRealTimers();
  });

  it('[CAMP-041] authorises and then asks for the messages of the last day', async () => {
    await connect();
    expect(last().events('authorize')).toEqual(['token']);
    expect(last().events('notification')).toEqual([{ since: expect.any(Number) }]);
    expect((last().events('notification')[0] as { since: number }).since).toBeCloseTo(
      Date.now() - 24 * 3600_000 - 1000,
      -2,
    );
  });

  it('hands on each state once, and what was there before the page as history', async () => {
    await connect();
    last().receive('notification', item('C1', 'INIT', '2026-11-21 13:00:00'));
    last().receive('notification', item('C1', 'PAGE', '2026-11-21 14:00:05'));
    last().receive('notification', item('C1', 'PAGE', '2026-11-21 14:00:05'));
    last().receive('notification', { code: 200, message: 'success', data: { types: [] } });
    last().receive('instantMessage', {
      type: 'service',
      notificationId: '7',
      title: 'visit',
      message: '',
      notificationDate: '2026-11-21 14:00:09',
    });
    last().receive('instantMessage', { nonsense: true });
    expect(heard).toEqual(['C1 INIT history', 'C1 PAGE', 'visit']);
  });

  it('a lost connection comes back and asks for what followed the last message', async () => {
    await connect();
    last().receive('notification', item('C1', 'PAGE', '2026-11-21 14:00:05'));
    last().receive('disconnect');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(sockets).toHaveLength(2);
    await connect();
    expect(last().events('notification')).toEqual([{ since: Date.UTC(2026, 10, 21, 6, 0, 5) - 1000 }]);
  });

  it('an outdated token is replaced, a refused one ends it, and a token is renewed before it ends', async () => {
    await connect();
    await jest.advanceTimersByTimeAsync(240_000);
    expect(last().events('authorize')).toHaveLength(2);
    last().receive('authorize', { code: 511, message: 'Token expired!' });
    await settle();
    expect(sockets).toHaveLength(2);
    last().receive('authorize', { code: 511, message: 'Account disabled!' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('[CAMP-022] closed, it is silent and stays away', async () => {
    await connect();
    const socket = last();
    client.close();
    expect(socket.isDisconnected).toBe(true);
    socket.receive('notification', item('C9', 'INIT', '2026-11-21 14:00:05'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect([sockets.length, heard]).toEqual([1, []]);
  });

  describe('that rings for changes', () => {
    let bells: string[];
    const answerTo = (answer: FakeSocket['answer']) => {
      client.close();
      client = new NoticeClient({
        getToken: async () => ({ token: 'token', expiresIn: 300 }),
        random: () => 1,
        openSocket: (settings) => {
          const socket = new FakeSocket(settings);
          socket.answer = answer;
          sockets.push(socket);
          return socket;
        },
        types: ['incidents'],
        onRows: (kind) => bells.push(`rows ${kind ?? 'of any kind'}`),
        onIncidents: () => bells.push('incidents'),
        onLink: (lostSince) => bells.push(lostSince === undefined ? 'there' : 'lost'),
      });
      client.open();
    };
    beforeEach(() => void (bells = []));

    it('has the page read, and counts as there, when the server rings from now on, not before', async () => {
      answerTo(undefined);
      await connect();
      expect(bells).toEqual(['lost']);
      (last().sent.at(-1)?.args.at(-1) as (answer: unknown) => void)({ code: 200, message: 'success', data: {} });
      expect(bells).toEqual(['lost', 'incidents', 'rows of any kind', 'there']);
    });

    it('takes the answer as an event from a server that knows no acknowledgements', async () => {
      answerTo(undefined);
      await connect();
      last().receive('notification', { code: 200, message: 'success', data: { types: ['incidents'] } });
      last().receive('notification', { code: 200, message: 'success', data: { types: ['incidents'] } });
      expect(bells).toEqual(['lost', 'incidents', 'rows of any kind', 'there']);
    });

    it.each([
      ['does not answer', undefined, 20_000],
      ['is busy', { code: 429, message: 'too many events' }, 0],
      ['fails', { code: 500, message: 'server fault' }, 0],
    ])('asks again by a new connection when the server %s', async (_, answer, afterMs) => {
      answerTo(answer);
      const before = sockets.length;
      await connect();
      await jest.advanceTimersByTimeAsync(afterMs + 5000);
      expect(bells).toEqual(['lost', 'lost']);
      expect(sockets.length).toBe(before + 2);
    });
  });
});
