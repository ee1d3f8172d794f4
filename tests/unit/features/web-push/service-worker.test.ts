import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

/** The worker that stands outside of every page (`public/service-worker.js`), run as a browser runs it. */

type Handler = (event: object) => void;
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

const SUBSCRIPTION = { endpoint: 'https://push.example/new', keys: { p256dh: 'P', auth: 'A' } };

function startWorker(answers: Readonly<Record<string, unknown>>) {
  const handlers = new Map<string, Handler>();
  const sent: Sent[] = [];
  const subscribe = jest.fn(() => Promise.resolve({ toJSON: () => SUBSCRIPTION }));
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    registration: { pushManager: { subscribe } },
    cookieStore: { get: (name: string) => Promise.resolve({ name, value: 'zh-CN' }) },
  };
  const languages = new Set<string | undefined>();
  const fetch = (url: string, { method, body, headers }: { method: string; body?: string; headers: object }) => {
    sent.push({ method, url, body: body === undefined ? undefined : JSON.parse(body) });
    languages.add(new Headers(headers as Record<string, string>).get('accept-language') ?? undefined);
    const answer = answers[url];
    return Promise.resolve({
      json: () => Promise.resolve({ data: (Array.isArray(answer) ? answer.shift() : answer) ?? null }),
    });
  };
  const navigator = { language: 'fr' };
  runInContext(readFileSync('public/service-worker.js', 'utf8'), createContext({ self, fetch, navigator }));
  return {
    sent,
    languages,
    subscribe,
    async tell(name: string, event: object) {
      let done: Promise<unknown> = Promise.resolve();
      handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
      await done;
    },
  };
}

const LIST = '/sms/push/device/list';
const SAVE = '/sms/push/device/save';
const change = { oldSubscription: { options: { applicationServerKey: 'KEY' } }, newSubscription: null };

describe('the push service renews the address of a browser', () => {
  it('which is told to the portal with what was chosen, and the old one goes', async () => {
    const { tell, sent, subscribe, languages } = startWorker({
      [LIST]: { devices: [{ deviceId: 'D1', isThis: true, faults: true }] },
      [SAVE]: { deviceId: 'D2' },
    });
    await tell('pushsubscriptionchange', change);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' });
    expect(sent.slice(1)).toEqual([
      { method: 'POST', url: SAVE, body: { endpoint: SUBSCRIPTION.endpoint, p256dh: 'P', auth: 'A', faults: true } },
      { method: 'DELETE', url: '/sms/push/device/D1', body: undefined },
    ]);
    expect([...languages]).toEqual(['zh-CN']);
  });

  it('which takes the place of the old one where all are taken, by the key of the portal where the browser names none', async () => {
    const { tell, sent, subscribe } = startWorker({
      [LIST]: { publicKey: 'PORTAL', devices: [{ deviceId: 'D1', isThis: true, faults: false }] },
      [SAVE]: [null, { deviceId: 'D2' }],
    });
    await tell('pushsubscriptionchange', { oldSubscription: null, newSubscription: null });
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'PORTAL' });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${LIST}`,
      `POST ${SAVE}`,
      'DELETE /sms/push/device/D1',
      `POST ${SAVE}`,
    ]);
  });

  it.each([
    ['signed out since', { devices: [] }],
    ['another device of the account', { devices: [{ deviceId: 'D1', isThis: false, faults: true }] }],
    ['a session that is over', undefined],
  ])('of nobody: %s', async (_, list) => {
    const { tell, sent } = startWorker({ [LIST]: list });
    await tell('pushsubscriptionchange', change);
    expect(sent.map(({ url }) => url)).toEqual([LIST]);
  });
});
