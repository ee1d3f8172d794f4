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
  };
  const fetch = (url: string, { method, body }: { method: string; body?: string }) => {
    sent.push({ method, url, body: body === undefined ? undefined : JSON.parse(body) });
    return Promise.resolve({ json: () => Promise.resolve({ data: answers[url] ?? null }) });
  };
  runInContext(readFileSync('public/service-worker.js', 'utf8'), createContext({ self, fetch }));
  return {
    sent,
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
    const { tell, sent, subscribe } = startWorker({
      [LIST]: { devices: [{ deviceId: 'D1', isThis: true, faults: true }] },
      [SAVE]: { deviceId: 'D2' },
    });
    await tell('pushsubscriptionchange', change);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' });
    expect(sent.slice(1)).toEqual([
      { method: 'POST', url: SAVE, body: { endpoint: SUBSCRIPTION.endpoint, p256dh: 'P', auth: 'A', faults: true } },
      { method: 'DELETE', url: '/sms/push/device/D1', body: undefined },
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
