import { readTags, VIDEO } from '@/lib/live/video/flv';
import { hashKey } from '@/lib/live/video/cameras';
import { openSession } from '@/lib/live/video/sessions';
import { signTicket } from '@/lib/live/video/tickets';
import { flvPath } from '@/lib/live/video/stream-protocol';
import { db } from '@/lib/platform/db/client';
import { Publisher } from '../../api/live/video/support/publisher';
import { startServer } from '../support/child';
import type { Server } from '../support/child';
import { median, report, ROUNDS, run, sized, sleep } from '../support/measure';
import { closeWorld, createPerson, createUnits, unitNo } from '../support/world';

/** One camera of 1.5 Mbit/s watched by 20 people: what it costs the gateway, and how soon a picture is there. */

const KEY = 'key-of-the-bench';
const CAMERA = 'CAM-1';
const RATE = 25;
const VIEWERS = 20;
const CLIENTS_A_PERSON = 4;
const CORE_SHARE = 15;
const FIRST_FRAME_MS = 1000;
const FRAME_BYTES = 7000;

/** An encoder's pictures: a key frame every two seconds. */
function publish(publisher: Publisher): () => void {
  publisher.tag({ type: VIDEO, at: 0, data: Buffer.from([0x17, 0, 0, 0, 0, 1, 100, 0, 31]) });
  let frame = 0;
  const timer = setInterval(() => {
    const isKey = frame % (2 * RATE) === 0;
    const data = Buffer.alloc(isKey ? FRAME_BYTES * 6 : FRAME_BYTES, frame & 255);
    data.set([isKey ? 0x17 : 0x27, 1, 0, 0, 0]);
    publisher.tag({ type: VIDEO, at: frame * (1000 / RATE), data });
    frame += 1;
  }, 1000 / RATE);
  return () => clearInterval(timer);
}

/** Somebody watches. @returns how soon the first picture came, ms; and what ends it */
async function watch(server: Server, person: Awaited<ReturnType<typeof createPerson>>, clientId: string) {
  const abort = new AbortController();
  const { sessionId, username } = person;
  const request = { username, sessionId, clientId, equipmentNo: unitNo(0), cameraId: CAMERA, businessType: 'real' };
  const token = await person.token();
  const from = performance.now();
  const videoSessionId = await openSession(request, new Date());
  const ticket = await signTicket({ videoSessionId, username, sessionId, cameraId: CAMERA, kind: 'real' }, Date.now());
  const response = await fetch(`http://127.0.0.1:${server.port}${flvPath(CAMERA, ticket)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`);
  const tags = readTags(response.body as unknown as AsyncIterable<Uint8Array>);
  for (;;) {
    const { value, done } = await tags.next();
    if (done) throw new Error('the stream ended');
    if (value.type === VIDEO && value.data[1] === 1) break;
  }
  const firstMs = performance.now() - from;
  void (async () => {
    // Read on, so that nothing waits.
    while (!(await tags.next()).done);
  })().catch(() => undefined);
  return { firstMs, stop: () => abort.abort() };
}

run(async () => {
  await createUnits(10);
  const { branchCode } = await db().equipment.findUniqueOrThrow({ where: { equipmentNo: unitNo(0) } });
  await db().camera.create({
    data: {
      cameraId: CAMERA,
      equipmentNo: unitNo(0),
      branchCode,
      platform: 'video',
      deviceId: CAMERA,
      channelId: 1,
      position: 'car',
      keyHash: hashKey(KEY),
    },
  });
  const viewers = sized(VIEWERS, 2);
  const people = await Promise.all(
    Array.from({ length: Math.ceil(viewers / CLIENTS_A_PERSON) }, (_, index) => createPerson(`watcher${index}`)),
  );
  const server = await startServer('cameras');
  const { rtmpPort = 0 } = await server.ask({ type: 'state' });
  const { publisher } = await Publisher.open(rtmpPort, `${CAMERA}?key=${KEY}`);
  const stop = publish(publisher);
  await sleep(1000);
  const watching = [];
  for (let index = 0; index < viewers; index += 1) {
    const person = people[index % people.length];
    if (person) watching.push(await watch(server, person, `client-${index}`));
  }
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, from] = [await server.ask({ type: 'state' }), performance.now()];
    await sleep(sized(4000, 200));
    const after = await server.ask({ type: 'state' });
    if (after.viewers !== viewers) throw new Error(`${after.viewers} of ${viewers} watch`);
    shares.push((((after.cpu ?? 0) - (before.cpu ?? 0)) / 1000 / (performance.now() - from)) * 100);
  }
  const share = median(shares);
  const first = median(watching.map(({ firstMs }) => firstMs));
  report(
    `Relay of one camera to ${VIEWERS} people, CPU beside ${CORE_SHARE} % of a core`,
    { ours: share, bare: CORE_SHARE, ratio: share / CORE_SHARE },
    '%',
    { atMost: 1 },
  );
  report(
    `First picture of a stream beside ${FIRST_FRAME_MS} ms`,
    { ours: first, bare: FIRST_FRAME_MS, ratio: first / FIRST_FRAME_MS },
    'ms',
    { atMost: 1 },
  );
  for (const one of watching) one.stop();
  stop();
  publisher.end();
  await server.stop();
  await closeWorld();
});
