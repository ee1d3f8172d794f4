import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { config, resetConfig } from '@/lib/config';
import { db, closeDb } from '@/lib/platform/db/client';
import { answerSms } from '@/lib/platform/door/web-door';
import { incomingOf, sendAnswer } from '@/lib/platform/http/node-adapter';
import { defineJob } from '@/lib/platform/jobs/define';
import { enqueue } from '@/lib/platform/jobs/enqueue';
import { performersOf } from '@/lib/platform/jobs/run';
import { startTracing, stopTracing, traced } from '@/lib/platform/system/tracing';
import { createWebServer } from '@/lib/programs/web/server';
import { createAccount, PASSWORD } from '../../../support/accounts';
import { useFreshDatabase } from '../../support/database';
import { openGateway, type ListeningGateway } from '../../live/telemetry/running-gateway';
import { createBox } from '../../live/telemetry/world';

/** Traces as a collector gets them (decision 025). */

const PHONE = '13912345678';
const AGENT = 'Zhang-private-agent';

const Value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.number(), z.string()]).optional() });
const Attribute = z.object({ key: z.string(), value: Value });
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(Attribute),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** All that a span may say; the words of `SpanAttribute`. */
const ALLOWED = [
  'http.request.method',
  'http.response.status_code',
  'portal.part',
  'portal.operation',
  'portal.job',
  'portal.attempt',
  'db.system.name',
  'db.operation.name',
  'db.collection.name',
  'error.type',
];

useFreshDatabase();

const bodies: string[] = [];
const headersSent: (string | undefined)[] = [];
const collector = createServer((request, response) => {
  headersSent.push(request.headers['x-tenant'] as string | undefined);
  void text(request).then((body) => {
    bodies.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
const listen = async (server: Server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
let gateway: ListeningGateway;
let web: Server;
let webUrl: string;

beforeAll(async () => {
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=lifts',
    // The ingress of this test stands here.
    TRUSTED_PROXIES: '127.0.0.1',
  });
  // Connections of before were made without spans.
  await closeDb();
  resetConfig();
  await startTracing('test');
  gateway = await openGateway();
  process.env.GATEWAY_URL = gateway.url;
  resetConfig();
  const settings = config();
  web = createWebServer(settings, {
    request: (_request, response) => void response.end('page'),
    upgrade: (_request, socket) => void socket.destroy(),
    sms: async (request, response) => sendAnswer(await answerSms(incomingOf(request, settings.publicUrl)), response),
  });
  webUrl = await listen(web);
});
afterAll(async () => {
  await gateway.close();
  await stopTracing();
  for (const server of [web, collector]) {
    server.closeAllConnections();
    server.close();
  }
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'GATEWAY_URL', 'TRUSTED_PROXIES'])
    Reflect.deleteProperty(process.env, name);
  resetConfig();
});

/** What the collector has got by now, of one trace where that is said. */
async function spans(traceId?: string) {
  // What is batched is sent by an end; another begin goes on.
  await stopTracing();
  await startTracing('test');
  return bodies
    .flatMap((body) => Sent.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    .filter((span) => traceId === undefined || span.traceId === traceId);
}
type CollectedSpan = Awaited<ReturnType<typeof spans>>[number];
/** The names of a span and of those that it stands in, innermost first. */
function chainOf(all: readonly CollectedSpan[], name: string): string[] {
  const names: string[] = [];
  for (let at = all.find((span) => span.name === name); at; at = all.find(({ spanId }) => spanId === at?.parentSpanId))
    names.push(at.name);
  return names;
}
const INGRESS = 'b'.repeat(16);
const begin = (digit: string) => ({ traceId: digit.repeat(32), traceparent: `00-${digit.repeat(32)}-${INGRESS}-01` });

it('one trace leads from the ingress through web process and operation to the statement, and tells nobody’s secrets', async () => {
  await createAccount('secret_user', [], { phone: PHONE });
  const { traceId, traceparent } = begin('a');
  const response = await fetch(`${webUrl}/sms/signToken?hint=${PHONE}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent, 'user-agent': AGENT },
    body: JSON.stringify({ type: 'password', username: 'secret_user', password: PASSWORD }),
  });
  await response.text();
  const all = await spans(traceId);
  const [operation] = all.filter(({ name }) => name.startsWith('sms '));
  const statement = all.find(
    ({ name, parentSpanId }) => name.startsWith('SELECT') && parentSpanId === operation?.spanId,
  );
  expect(chainOf(all, statement?.name ?? '')).toEqual([statement?.name, operation?.name, 'POST call']);
  expect(all.find(({ name }) => name === 'POST call')?.parentSpanId).toBe(INGRESS);
  expect(headersSent[0]).toBe('lifts');

  const everything = bodies.join();
  for (const secret of [PHONE, PASSWORD, 'secret_user', AGENT, 'hint', '/sms/', 'WHERE'])
    expect([secret, everything.includes(secret)]).toEqual([secret, false]);
  const said = new Set((await spans()).flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect([...said].filter((key) => !ALLOWED.includes(key))).toEqual([]);
});

it('the trace of a box leads through the web process into the gateway and to its statements', async () => {
  const box = await createBox('TB1', 'TE1');
  const { traceId, traceparent } = begin('c');
  const response = await fetch(`${webUrl}/sms/ingest/v1/TB1/status`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`TB1:${box.secret}`).toString('base64')}`,
      traceparent,
    },
    body: JSON.stringify({ v: 1, equipmentNo: 'TE1', at: Date.now(), status: { door: { value: 'Opened' } } }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  const all = await spans(traceId);
  expect(chainOf(all, 'sms ingest')).toEqual(['sms ingest', 'POST ingest', 'POST gateway']);
  const inOperation = all.filter(({ name }) => chainOf(all, name).includes('sms ingest') && name.startsWith('SELECT'));
  expect(inOperation.length).toBeGreaterThan(0);
});

it('a job runs in the trace of whoever wrote it, and does not see that', async () => {
  const seen: unknown[] = [];
  const job = defineJob({
    name: 'trace-test',
    payload: z.strictObject({ no: z.number() }),
    run: (payload) => Promise.resolve(void seen.push(payload)),
  });
  await traced('who wrote it', {}, () => enqueue(db(), job, { no: 7 }));
  const [row] = await db().$queryRaw<{ payload: unknown }[]>`
    SELECT payload FROM graphile_worker._private_jobs ORDER BY id DESC LIMIT 1`;
  const perform = performersOf([job], () => new Date())['trace-test'];
  await perform?.(row?.payload as never, { job: { id: '1', attempts: 1 }, abortSignal: undefined } as never);
  expect(seen).toEqual([{ no: 7 }]);
  const all = await spans();
  expect(chainOf(all, 'job trace-test')).toEqual(['job trace-test', 'who wrote it']);
});

it('a stranger begins no trace of ours', async () => {
  const stranger = createWebServer(
    { ...config(), trustedProxies: [] },
    {
      request: (_request, response) => void response.end('page'),
      upgrade: () => undefined,
    },
  );
  const { traceId, traceparent } = begin('d');
  await (await fetch(`${await listen(stranger)}/`, { headers: { traceparent } })).text();
  stranger.closeAllConnections();
  stranger.close();
  expect(await spans(traceId)).toEqual([]);
  expect((await spans()).map(({ name }) => name)).toContain('GET page');
});
