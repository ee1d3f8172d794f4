import { once } from 'node:events';
import { createServer } from 'node:http';
import { brokerHooks, hookServer } from '../../scripts/broker-hooks.mjs';

/** A gateway that knows the box HB1, and notes what it was asked. */
const asked = [];
let status = 200;
const gateway = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text);
  asked.push({ path: request.url, secret: request.headers['x-internal-secret'], body });
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ code: status, data: { result: body.username === 'HB1' ? 'allow' : 'deny' } }));
});
let server;
const address = (of) => `http://127.0.0.1:${of.address().port}`;
const ask = async (path, body) => {
  const answer = await fetch(`${address(server)}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
};

beforeAll(async () => {
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  server = hookServer(
    brokerHooks({ gatewayUrl: address(gateway), secret: 'inner', username: 'portal', password: 'known' }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  asked.length = 0;
  status = 200;
});
afterAll(() => {
  for (const one of [server, gateway]) {
    one.closeAllConnections();
    one.close();
  }
});

describe('hooks of a broker', () => {
  it('ask the gateway for a box and answer without the envelope', async () => {
    const login = { clientid: 'HB1', username: 'HB1', password: 'secret', peerhost: '10.0.0.1' };
    expect(await ask('/auth', login)).toEqual([200, { result: 'allow' }]);
    expect(asked).toEqual([{ path: '/sms/mqtt/auth', secret: 'inner', body: login }]);
    expect(await ask('/acl', { username: 'HB2', topic: 'lift/v1/HB2/status' })).toEqual([200, { result: 'deny' }]);
    expect(asked[1].path).toBe('/sms/mqtt/acl');
  });

  it("know the portal's own account, which only its own topics are for", async () => {
    expect(await ask('/auth', { username: 'portal', password: 'known' })).toEqual([200, { result: 'allow' }]);
    expect(await ask('/auth', { username: 'portal', password: 'guessed' })).toEqual([200, { result: 'deny' }]);
    expect(await ask('/auth', { username: 'portal' })).toEqual([200, { result: 'deny' }]);
    for (const [topic, result] of [
      ['$share/portal/lift/v1/+/status', 'allow'],
      ['lift/v1/+/connection', 'allow'],
      ['lift/v1/HB1/config', 'allow'],
      ['#', 'deny'],
      ['$SYS/brokers', 'deny'],
      ['other/lift/v1/x', 'deny'],
    ])
      expect([topic, await ask('/acl', { username: 'portal', topic })]).toEqual([topic, [200, { result }]]);
    expect(asked).toEqual([]);
  });

  it('say 503 while the gateway cannot answer or does not know us, and deny what it cannot read', async () => {
    for (const [code, expected] of [
      [503, [503, {}]],
      [429, [503, {}]],
      [403, [503, {}]],
      [400, [200, { result: 'deny' }]],
    ]) {
      status = code;
      expect(await ask('/auth', { username: 'HB1' })).toEqual(expected);
    }
  });

  it('answer nothing but the two hooks and their own health', async () => {
    expect(await ask('/other', {})).toEqual([404, {}]);
    expect((await fetch(`${address(server)}/auth`)).status).toBe(404);
    expect((await fetch(`${address(server)}/auth`, { method: 'POST', body: 'no json' })).status).toBe(404);
    expect((await fetch(`${address(server)}/auth`, { method: 'POST', body: `"${'x'.repeat(20_000)}"` })).status).toBe(
      404,
    );
    expect((await fetch(`${address(server)}/health`)).status).toBe(200);
  });
});
