import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

/** The worker that keeps the page of a screen (`public/screen-worker.js`), run as a browser runs it. */

type Handler = (event: object) => void;
const PAGE = '/screen';
const pathOf = (request: unknown) =>
  (typeof request === 'string' ? request : (request as { url: string }).url).replace('https://portal', '');

function startWorker(served: Map<string, string | number>) {
  const handlers = new Map<string, Handler>();
  const kept = new Map<string, string>();
  const fetch = async (request: unknown) => {
    const body = served.get(pathOf(request));
    if (body === undefined) throw new TypeError('no network');
    return typeof body === 'number' ? new Response('', { status: body }) : new Response(body);
  };
  const cache = {
    keys: async () => [...kept.keys()].map((path) => ({ url: `https://portal${path}` })),
    add: async (path: string) => void kept.set(path, await (await fetch(path)).text()),
    put: async (path: string, answer: Response) => void kept.set(path, await answer.text()),
    delete: async (path: string) => kept.delete(path),
  };
  const caches = {
    open: async () => cache,
    match: async (request: unknown) => {
      const body = kept.get(pathOf(request));
      return body === undefined ? undefined : new Response(body);
    },
  };
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    location: { origin: 'https://portal' },
  };
  const globals = { self, fetch, caches, URL, Response, AbortSignal };
  runInContext(readFileSync('public/screen-worker.js', 'utf8'), createContext(globals));
  return {
    kept: () => [...kept.keys()].sort(),
    async keep() {
      let done: Promise<unknown> = Promise.resolve();
      handlers.get('message')?.({ data: 'keep', waitUntil: (work: Promise<unknown>) => (done = work) });
      await done;
    },
    /** undefined: the worker leaves it to the browser. */
    async ask(path: string, mode = 'navigate', method = 'GET'): Promise<string | undefined> {
      let answer: Promise<Response> | undefined;
      const request = { url: `https://portal${path}`, mode, method };
      handlers.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
      return answer && (await answer).text();
    },
  };
}

const html = (...parts: string[]) => parts.map((part) => `<script src="/_next/static/${part}"></script>`).join('');

describe('the page of a screen is kept', () => {
  it('with the parts that it names, and is there without a network or where a proxy says that the portal is away', async () => {
    const served = new Map<string, string | number>([
      [PAGE, html('a.js', 'b.css')],
      ['/_next/static/a.js', 'a'],
      ['/_next/static/b.css', 'b'],
    ]);
    const worker = startWorker(served);
    await worker.keep();
    expect(worker.kept()).toEqual(['/_next/static/a.js', '/_next/static/b.css', PAGE]);
    served.set(PAGE, 502);
    expect(await worker.ask(PAGE)).toBe(html('a.js', 'b.css'));
    served.clear();
    expect(await worker.ask(PAGE)).toBe(html('a.js', 'b.css'));
    expect(await worker.ask('/_next/static/a.js', 'no-cors')).toBe('a');
  });

  it('anew with every build, without the parts of the one before', async () => {
    const served = new Map<string, string | number>([
      [PAGE, html('a.js')],
      ['/_next/static/a.js', 'a'],
      ['/_next/static/c.js', 'c'],
    ]);
    const worker = startWorker(served);
    await worker.keep();
    served.set(PAGE, html('c.js'));
    expect(await worker.ask(PAGE)).toBe(html('c.js'));
    await worker.keep();
    expect(worker.kept()).toEqual(['/_next/static/c.js', PAGE]);
    served.set(PAGE, 503);
    await worker.keep();
    expect(worker.kept()).toEqual(['/_next/static/c.js', PAGE]);
  });

  it('and nothing else is: calls and other pages are the browser’s', async () => {
    const worker = startWorker(new Map());
    expect(await worker.ask('/sms/screen/v1/beat', 'cors', 'POST')).toBeUndefined();
    expect(await worker.ask('/sms/health/ready', 'cors')).toBeUndefined();
    expect(await worker.ask('/equipmentlist')).toBeUndefined();
  });
});
