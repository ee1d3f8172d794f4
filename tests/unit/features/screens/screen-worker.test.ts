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
    match: async (path: string) => (kept.has(path) ? new Response(kept.get(path)) : undefined),
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
  /** What the worker does beside its answers. */
  let beside: Promise<unknown> = Promise.resolve();
  const waitUntil = (work: Promise<unknown>) => void (beside = work);
  return {
    kept: () => [...kept.keys()].sort(),
    async keep() {
      handlers.get('message')?.({ data: 'keep', waitUntil });
      await beside;
    },
    settled: () => beside,
    /** undefined: the worker leaves it to the browser. */
    async ask(path: string, mode = 'navigate', method = 'GET'): Promise<string | undefined> {
      let answer: Promise<Response> | undefined;
      const request = { url: `https://portal${path}`, mode, method };
      handlers.get('fetch')?.({ request, waitUntil, respondWith: (given: Promise<Response>) => (answer = given) });
      return answer && (await answer).text();
    },
  };
}

const html = (...parts: string[]) => parts.map((part) => `<script src="/_next/static/${part}"></script>`).join('');

describe('the page of a screen is kept', () => {
  it('with the parts that it names, and is there without a network and whatever the portal answers', async () => {
    const served = new Map<string, string | number>([
      [PAGE, html('a.js', 'b.css')],
      ['/_next/static/a.js', 'a'],
      ['/_next/static/b.css', 'b'],
    ]);
    const worker = startWorker(served);
    await worker.keep();
    expect(worker.kept()).toEqual(['/_next/static/a.js', '/_next/static/b.css', PAGE]);
    for (const status of [502, 500, 404, 403, 429]) {
      served.set(PAGE, status);
      expect(await worker.ask(PAGE)).toBe(html('a.js', 'b.css'));
      await worker.settled();
    }
    served.clear();
    expect(await worker.ask(PAGE)).toBe(html('a.js', 'b.css'));
    expect(await worker.ask('/_next/static/a.js', 'no-cors')).toBe('a');
    await worker.settled();
    expect(worker.kept()).toEqual(['/_next/static/a.js', '/_next/static/b.css', PAGE]);
  });

  it('anew with every build, for the next reload: the page that loads now keeps its own parts', async () => {
    const served = new Map<string, string | number>([
      [PAGE, html('a.js')],
      ...['a', 'c', 'd'].map((part): [string, string] => [`/_next/static/${part}.js`, part]),
    ]);
    const worker = startWorker(served);
    await worker.keep();
    served.set(PAGE, html('c.js'));
    expect(await worker.ask(PAGE)).toBe(html('a.js'));
    await worker.settled();
    expect(worker.kept()).toEqual(['/_next/static/a.js', '/_next/static/c.js', PAGE]);
    await worker.keep();
    expect(worker.kept()).toContain('/_next/static/a.js');
    served.set(PAGE, html('d.js'));
    expect(await worker.ask(PAGE)).toBe(html('c.js'));
    await worker.settled();
    expect(worker.kept()).toEqual(['/_next/static/c.js', '/_next/static/d.js', PAGE]);
  });

  it('and stays whole where a part of the new one does not come, or where another page is in its place', async () => {
    const served = new Map<string, string | number>([
      [PAGE, html('a.js')],
      ['/_next/static/a.js', 'a'],
      ['/_next/static/c.js', 'c'],
    ]);
    const worker = startWorker(served);
    await worker.keep();
    for (const [page, status] of [
      [html('c.js', 'd.js'), 404],
      [html('c.js', 'd.js'), 500],
      ['please sign in to this network', 200],
    ] as const) {
      served.set(PAGE, page).set('/_next/static/d.js', status);
      await worker.keep();
      expect(worker.kept()).toEqual(['/_next/static/a.js', PAGE]);
      expect(await worker.ask(PAGE)).toBe(html('a.js'));
      await worker.settled();
    }
  });

  it('as the portal serves it where none is kept yet', async () => {
    const worker = startWorker(new Map([[PAGE, html('a.js')]]));
    expect(await worker.ask(PAGE)).toBe(html('a.js'));
  });

  it('and nothing else is: calls and other pages are the browser’s', async () => {
    const worker = startWorker(new Map());
    expect(await worker.ask('/sms/screen/v1/beat', 'cors', 'POST')).toBeUndefined();
    expect(await worker.ask('/sms/health/ready', 'cors')).toBeUndefined();
    expect(await worker.ask('/equipmentlist')).toBeUndefined();
  });
});
