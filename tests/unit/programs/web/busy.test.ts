import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseConfig } from '@/lib/config';
import { OPERATIONS } from '@/lib/platform/door/registry';
import type { Importance, LoadShedder } from '@/lib/platform/system/load';
import { plainAnswerHeaders } from '@/lib/platform/auth/pages/security-headers';
import { loadGate } from '@/lib/programs/web/busy';
import { importanceOf, NAMED_OPERATIONS } from '@/lib/programs/web/importance';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { createWebServer } from '@/lib/programs/web/server';

/** A web process that has more to do than it can refuses what can wait, and nothing else. */

describe('what matters how much', () => {
  it.each<[Importance, string, string]>([
    ['always', 'GET', '/'],
    ['always', 'GET', '/detail/callback'],
    ['always', 'GET', '/monitor/elevator'],
    ['always', 'GET', '/screen'],
    ['always', 'GET', '/metrics'],
    ['always', 'GET', '/_next/static/chunks/main.js'],
    ['always', 'POST', '/sms/duty/query'],
    ['always', 'POST', '/sms/incident/query'],
    ['always', 'POST', '/sms/callback/transition'],
    ['always', 'PUT', '/sms/callback'],
    ['always', 'POST', '/sms/signToken'],
    ['always', 'POST', '/sms/screen/v1/beat'],
    ['always', 'GET', '/sms/health/ready'],
    ['live', 'GET', '/campus'],
    ['live', 'POST', '/sms/equipmentExtension/statusList'],
    ['live', 'GET', '/callbacklist'],
    ['other', 'GET', '/equipmentlist'],
    ['live', 'POST', '/sms/callback/query'],
    ['other', 'POST', '/sms/equipment/query'],
    ['other', 'POST', '/sms/callback/download'],
    ['other', 'POST', '/sms/dashboard/ranking'],
    ['other', 'GET', '/sms/nobody/knows'],
  ])('%s: %s %s', (importance, method, path) => {
    expect(importanceOf(method, path)).toBe(importance);
  });

  it('is said of operations that exist', () => {
    const names = new Set(OPERATIONS.map(({ name }) => name));
    expect(NAMED_OPERATIONS.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('the gate of a web process', () => {
  const settings = parseConfig({ INTERNAL_SECRET: 's'.repeat(40) });
  const full = new Set<Importance>();
  let left = 0;
  const shedder: LoadShedder = {
    note: () => undefined,
    get isLimited() {
      return full.size > 0;
    },
    enter: (importance) => (full.has(importance) ? undefined : () => void (left += 1)),
  };
  const standing = plainAnswerHeaders(settings.session);
  const server = createWebServer(settings, {
    request: (_request, response) => void response.end('page'),
    upgrade: (_request, socket) => void socket.destroy(),
    sms: async (_request, response) => void response.end('call'),
    refuses: loadGate(shedder, standing),
  });
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => full.clear());

  const ask = (path: string, init?: RequestInit) => fetch(`${base}${path}`, init);
  const statusOf = async (path: string, method = 'GET') => (await ask(path, { method })).status;

  it('lets everything pass as long as there is time for it', async () => {
    expect([await statusOf('/equipmentlist'), await statusOf('/sms/equipment/query', 'POST')]).toEqual([200, 200]);
  });

  it('refuses lists before live pages, and never what a trapped person needs', async () => {
    full.add('other');
    const answers = async () => [
      await statusOf('/sms/equipment/query', 'POST'),
      await statusOf('/sms/equipmentExtension/statusList', 'POST'),
      await statusOf('/sms/duty/query', 'POST'),
      await statusOf('/sms/callback/transition', 'POST'),
      await statusOf('/detail/callback'),
    ];
    expect(await answers()).toEqual([503, 200, 200, 200, 200]);
    full.add('live');
    expect(await answers()).toEqual([503, 503, 200, 200, 200]);
  });

  it('refuses before it looks at anything else, a body that is too large among it', async () => {
    const send = () => ask('/sms/equipment/query/', { method: 'POST', body: 'x'.repeat(2_000_000) });
    expect((await send()).status).toBe(413);
    full.add('other');
    expect((await send()).status).toBe(503);
  });

  it('gives a place back when the answer has ended', async () => {
    full.add('other');
    left = 0;
    await statusOf('/sms/equipmentExtension/statusList', 'POST');
    await statusOf('/sms/equipment/query', 'POST');
    expect(left).toBe(1);
  });

  it('says when to ask again: a call gets the envelope, a browser a page in its language that asks by itself', async () => {
    full.add('other');
    const call = await ask('/sms/equipment/query', { method: 'POST' });
    expect(await call.json()).toMatchObject({ code: 503, error: 'unavailable' });
    expect(Number(call.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
    for (const [name, value] of Object.entries(standing)) expect(call.headers.get(name)).toBe(value);
    const inEnglish = await ask('/sms/equipment/query', { method: 'POST', headers: { 'accept-language': 'en' } });
    const { message } = (await inEnglish.json()) as { message: string };
    expect(message).toBe(translateServer('en', 'errors', 'unavailable'));
    expect(message).not.toBe(translateServer('zh-CN', 'errors', 'unavailable'));
    const page = await raw(base, '/equipmentlist', { 'sec-fetch-dest': 'document', cookie: 'a=1; language=en' });
    expect(page.status).toBe(503);
    expect(page.body).toContain('<html lang="en">');
    expect(page.body).toMatch(/http-equiv="refresh" content="[2-6]"/);
    expect(page.body).toContain('more to do than it can');
  });
});

/** `fetch` does not send Sec-Fetch headers of ours. */
function raw(base: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status?: number; body: string }>((resolve, reject) => {
    request(`${base}${path}`, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}
