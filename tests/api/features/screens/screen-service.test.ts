import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScreenContent } from '@/lib/features/screens/contract';
import { contentsSent, sendDueContents } from '@/lib/features/screens/internal/screen-service';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { createPersonas } from '../../../support/personas';
import { useFreshDatabase } from '../../support/database';

/** A screen control service of a third party is told what its screens should show (api.md §2.26). */

useFreshDatabase();
const SECRET = 'a secret of some length';
const HOUR = 3_600_000;

let server: Server;
let status = 200;
/** Until then its answers wait. */
let held = Promise.resolve();
let posts: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const told = () => posts.map(({ body }) => JSON.parse(body) as { screenNo: string; content: ScreenContent });

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      posts.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      void held.then(() => response.writeHead(status).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.SCREEN_SERVICE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/contents`;
  process.env.SCREEN_SERVICE_SECRET = SECRET;
  resetConfig();
  await createPersonas();
  await db().equipment.createMany({
    data: ['SU-1', 'SU-2'].map((equipmentNo) => ({
      ...{ equipmentNo, equipmentName: 'x', equipmentType: 'YAE_ELT', displayType: 'EV' as const, branchCode: 'B01' },
    })),
  });
  await db().equipmentStatus.create({ data: { equipmentNo: 'SU-1', onlineStatus: 1, entrapmentStatus: 0 } });
});
beforeEach(async () => {
  status = 200;
  await trap(0);
  await db().smartScreen.createMany({
    data: ['L-1', 'L-2'].map((screenNo) => ({
      ...{ screenNo, equipmentNo: 'SU-1', branchCode: 'B01', place: 'car' as const },
      keyHash: screenNo === 'L-1' ? 'hash' : null,
    })),
  });
  posts = [];
});
afterEach(() => db().smartScreen.deleteMany());
afterAll(() => {
  delete process.env.SCREEN_SERVICE_URL;
  delete process.env.SCREEN_SERVICE_SECRET;
  resetConfig();
  server.close();
});

const publish = () =>
  db().screenNotice.create({
    data: {
      ...{ noticeId: 'n1', screenNo: 'L-1', text: '明早检修', priority: 'urgent' as const, createBy: 'x' },
      ...{ startTime: new Date(Date.now() - HOUR), endTime: new Date(Date.now() + HOUR) },
    },
  });
/** Sends what is due, and waits for the answers. */
async function sendAll(now?: () => number): Promise<number> {
  const begun = await sendDueContents(now);
  await contentsSent();
  return begun;
}
const trap = (entrapmentStatus: number) => db().equipmentStatus.updateMany({ data: { entrapmentStatus } });

describe('[MISC-015] a screen control service', () => {
  it('hears the content of each linked screen once, signed, and again only when it is another one', async () => {
    await publish();
    expect([await sendAll(), await sendAll()]).toEqual([1, 0]);
    expect(told()).toMatchObject([
      {
        screenNo: 'L-1',
        content: { comfort: false, notices: [{ noticeId: 'n1', text: '明早检修', priority: 'urgent' }] },
      },
    ]);
    const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(posts[0]?.headers['x-screen-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${at}.${posts[0]?.body}`).digest('hex'));
    await db().smartScreen.update({ where: { screenNo: 'L-1' }, data: { remark: 'x' } });
    expect(await sendAll()).toBe(0);
    await trap(1);
    expect(await sendAll()).toBe(1);
    expect(told()[1]?.content).toMatchObject({
      comfort: true,
      comfortTexts: { en: expect.stringContaining('help') as string },
    });
    await trap(0);
    expect(await sendAll()).toBe(1);
    expect(told()[2]?.content.comfort).toBe(false);
  });

  it('that is away hears what is to be shown when it is back, and is asked later and later meanwhile', async () => {
    status = 503;
    const now = Date.now();
    expect(await sendAll(() => now)).toBe(1);
    expect(await sendAll(() => now + 400)).toBe(0);
    expect(await sendAll(() => now + 1000)).toBe(1);
    await publish();
    status = 200;
    expect(await sendAll(() => now + 1500)).toBe(0);
    expect(await sendAll(() => now + 3000)).toBe(1);
    expect(told()[2]?.content.notices).toHaveLength(1);
    expect(await sendAll(() => now + HOUR)).toBe(0);
    expect(await db().smartScreen.findUnique({ where: { screenNo: 'L-1' } })).toMatchObject({
      sendTries: 0,
      sendAt: null,
    });
  });

  it('that does not know a screen is not asked again until its content is another one', async () => {
    status = 404;
    expect([await sendAll(), await sendAll(() => Date.now() + HOUR)]).toEqual([1, 0]);
    await publish();
    expect(await sendAll()).toBe(1);
  });

  it('hears each content once though another gateway looks while the first one still sends', async () => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    expect([await sendDueContents(), await sendDueContents()]).toEqual([1, 0]);
    release();
    await contentsSent();
    expect([await sendAll(), posts.length]).toEqual([0, 1]);
  });

  it('that answers nothing keeps nobody waiting: not other screens, and not trapped persons though every place is taken', async () => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    const screens = (unit: string, count: number) =>
      db().smartScreen.createMany({
        data: Array.from({ length: count }, (_, index) => ({
          ...{ screenNo: `${unit}-${1000 + index}`, equipmentNo: unit, branchCode: 'B01' },
          ...{ place: 'car' as const, keyHash: 'hash' },
        })),
      });
    const now = Date.now();
    const begin = () => sendDueContents(() => now);
    await screens('SU-1', 150);
    expect(await begin()).toBe(151);
    await screens('SU-2', 250);
    expect([await begin(), await begin()]).toEqual([49, 0]);
    await trap(1);
    await db().smartScreen.updateMany({ where: { screenNo: 'L-1' }, data: { sendAt: null } });
    expect(await begin()).toBe(1);
    held = Promise.resolve();
    release();
    await contentsSent();
    expect(told().filter(({ screenNo, content }) => screenNo === 'L-1' && content.comfort)).toHaveLength(1);
  });
});
