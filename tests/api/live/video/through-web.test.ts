import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { parseConfig } from '@/lib/config';
import { readTags, VIDEO } from '@/lib/live/video/flv';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { createWebServer } from '@/lib/programs/web/server';
import { createPersonas } from '../../../support/personas';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { makeCamera, openStage } from './support/stage';
import type { Stage } from './support/stage';

/** Streams and talks as browsers get them: through the web process, which knows nothing of them. */

useFreshDatabase();

let stage: Stage;
let web: Server;
let origin: string;
let access: string;

beforeAll(async () => {
  await createPersonas();
  access = await sessionOf('branchDispatcher');
  await makeCamera('DEMO-1', 'E-1');
  stage = await openStage();
  const settings = parseConfig({ INTERNAL_SECRET: 'x'.repeat(32), GATEWAY_URL: stage.url });
  web = createWebServer(settings, {
    request: (_, response) => void response.writeHead(418).end(),
    upgrade: () => undefined,
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await stage.close();
  await closePortal();
});

const start = async (businessType: string) => {
  const { data } = await callSms<string>('POST', 'video/start', {
    headers: bearer(access),
    body: { equipmentNo: 'E-1', clientId: businessType, businessType },
  });
  return data;
};
const token = async () => (await issueSocketToken((await actorOfAccessToken(access)).actor)).token;

it('a stream runs through the web process, and ends in the relay when the browser leaves', async () => {
  const path = await start('real');
  const abort = new AbortController();
  const response = await fetch(`${origin}${path}`, { headers: bearer(await token()), signal: abort.signal });
  expect(response.status).toBe(200);
  let frames = 0;
  for await (const { type } of readTags(response.body as unknown as AsyncIterable<Uint8Array>)) {
    if (type === VIDEO) frames += 1;
    if (frames > 30) break;
  }
  abort.abort();
  await until(() => stage.video.watchers.size + stage.video.relay.streams === 0);
  expect((await fetch(`${origin}${path}`)).status).toBe(403);
});

it('a talk is upgraded through the web process', async () => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${await start('talk')}`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'authorize', token: await token() }));
  const [said] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(said.toString())).toEqual({ type: 'ready', sampleRate: 16_000 });
  socket.close();
  await once(socket, 'close');
});
