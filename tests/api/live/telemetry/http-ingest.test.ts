import { config } from '@/lib/config';
import { pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { openGateway, type ListeningGateway } from './running-gateway';
import { createBox, statusOf, type Box } from './world';

let gateway: ListeningGateway;

interface Answer {
  status: number;
  body: {
    code: number;
    data:
      | { applied: number; ignored: number; rejected: { key: string | null; reason: string }[] }
      | { result: string }
      | null;
    error?: string;
  };
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
const basic = (cubeNo: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${cubeNo}:${secret}`).toString('base64')}`,
});

describe('ingest over HTTPS (api.md §2.27)', () => {
  useFreshDatabase();

  describe('with a gateway', () => {
    let box: Box;
    beforeAll(async () => {
      box = await createBox('HB1', 'HE1');
      await createBox('HB2', 'HE2');
      gateway = await openGateway();
    });
    afterAll(() => gateway?.close());

    const send = (leaf: string, body: object, headers = basic(box.cubeNo, box.secret)) =>
      post(`/sms/ingest/v1/${box.cubeNo}/${leaf}`, { v: 1, equipmentNo: box.equipmentNo, ...body }, headers);

    it('answers after the commit with what applied, what was a repeat and what was refused', async () => {
      const at = Date.now();
      const body = { at, status: { door: { value: 'Opened' }, load: { value: 'Heavy' } } };
      expect(await send('status', body)).toMatchObject({
        status: 200,
        body: { code: 200, data: { applied: 1, ignored: 0, rejected: [{ key: 'load', reason: 'bad_value' }] } },
      });
      expect((await statusOf('HE1')).live.door).toMatchObject({ value: 'Opened', at });
      expect(await send('status', body)).toMatchObject({ body: { data: { applied: 0, ignored: 1 } } });
      expect(await send('event', { at, eventId: 'h-1', subType: 'event', objectStatus: 'true' })).toMatchObject({
        body: { data: { applied: 1, ignored: 0, rejected: [] } },
      });
      expect((await pool().query("SELECT event_id FROM equipment_event WHERE equipment_no = 'HE1'")).rows).toEqual([
        { event_id: 'h-1' },
      ]);
    });

    it("refuses what is not the box's own or not a message", async () => {
      const at = Date.now();
      expect((await send('status', { at, status: {} }, {} as ReturnType<typeof basic>)).status).toBe(401);
      expect((await send('status', { at, status: {} }, basic(box.cubeNo, 'wrong'))).status).toBe(401);
      expect(
        (
          await post(
            '/sms/ingest/v1/HB2/status',
            { v: 1, equipmentNo: 'HE2', at, status: {} },
            basic(box.cubeNo, box.secret),
          )
        ).status,
      ).toBe(403);
      expect(
        (await send('status', { equipmentNo: 'HE2', at, status: { door: { value: 'Opened' } } })).body,
      ).toMatchObject({ code: 403, error: 'access_denied' });
      expect((await send('status', { equipmentNo: 'NONE', at, status: { door: { value: 'Opened' } } })).status).toBe(
        403,
      );
      expect((await send('nothing', { at })).status).toBe(400);
      expect((await send('status', { v: 3, at, status: {} })).status).toBe(400);
      expect((await send('status', { status: {} })).status).toBe(400);
      expect((await send('status', { at, status: {}, pad: 'x'.repeat(9000) })).status).toBe(413);
      expect(
        (await post(`/sms/ingest/v1/HB1/log`, { pad: 'x'.repeat(80_000) }, basic(box.cubeNo, box.secret))).status,
      ).toBe(413);
      expect((await send('counters', { at, counters: { trips: { value: 1 } } })).status).toBe(200);
      expect((await send('counters', { at: at + 1, counters: { trips: { value: 2 } } })).status).toBe(429);
      expect((await statusOf('HE2')).live).toEqual({});
    });

    it('outside brokers ask who may connect and what a box may do', async () => {
      const internal = { 'x-internal-secret': config().internalSecret };
      const login = { clientid: box.cubeNo, username: box.cubeNo, password: box.secret, peerhost: '10.0.0.1' };
      expect((await post('/sms/mqtt/auth', login, internal)).body.data).toEqual({ result: 'allow' });
      expect((await post('/sms/mqtt/auth', { ...login, password: 'x' }, internal)).body.data).toEqual({
        result: 'deny',
      });
      expect((await post('/sms/mqtt/auth', { ...login, clientid: 'HB2' }, internal)).body.data).toEqual({
        result: 'deny',
      });
      expect((await post('/sms/mqtt/auth', login)).status).toBe(403);
      const acl = (action: string, topic: string) =>
        post('/sms/mqtt/acl', { clientid: box.cubeNo, username: box.cubeNo, action, topic }, internal).then(
          ({ body }) => body.data,
        );
      expect([
        await acl('publish', 'lift/v1/HB1/event'),
        await acl('subscribe', 'lift/v1/HB1/ack'),
        await acl('publish', 'lift/v1/HB2/event'),
        await acl('subscribe', 'lift/v1/+/ack'),
        await acl('publish', 'lift/v1/HB1/ack'),
      ]).toEqual([
        { result: 'allow' },
        { result: 'allow' },
        { result: 'deny' },
        { result: 'deny' },
        { result: 'deny' },
      ]);
    });

    it('tells its health and its metrics, and nothing else', async () => {
      const health = await fetch(`${gateway.url}/health`);
      expect([health.status, await health.json()]).toEqual([200, { database: true, realtime: true, broker: true }]);
      expect(await (await fetch(`${gateway.url}/metrics`)).text()).toContain('ingest_batch_seconds_count');
      expect((await fetch(`${gateway.url}/sms/user/query`, { method: 'POST' })).status).toBe(404);
    });
  });
});
