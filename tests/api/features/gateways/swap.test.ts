import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import type { CubeDiagnosis, EdgeCubeRow } from '@/lib/features/gateways/contract';
import { call, resetLimits } from '../../../support/callers';
import { createPersonas } from '../../../support/personas';
import { until } from '../../../support/until';
import { openGateway, type ListeningGateway } from '../../live/telemetry/running-gateway';
import { mosquittoPub } from '../../live/telemetry/world';
import { useFreshDatabase } from '../../support/database';

/** A box from its registration to its end, with a real client at the embedded broker (silent-screens A1). */

useFreshDatabase();
const ADMIN = 'platformAdmin';
let gateway: ListeningGateway;
let equipmentNo = '';

beforeAll(async () => {
  await createPersonas();
  gateway = await openGateway();
  const unit = await db().equipment.findFirstOrThrow({ where: { displayType: 'EV', cubeNo: null } });
  ({ equipmentNo } = unit);
});
beforeEach(resetLimits);
afterAll(async () => {
  await gateway?.close();
  await closePortal();
});

const secretOf = async (cubeNo: string) =>
  (await call<{ secret: string }>(ADMIN, 'POST', 'gateway/saveOrUpdate', { cubeNo })).data.secret;
const post = async (path: string, body: object) => {
  resetLimits();
  expect([path, await call(ADMIN, 'POST', `gateway/${path}`, body)]).toMatchObject([path, { code: 200 }]);
};
const sends = (cubeNo: string, secret: string, leaf = 'status') =>
  mosquittoPub(
    gateway.mqttPort,
    { cubeNo, secret, equipmentNo },
    `lift/v1/${cubeNo}/${leaf}`,
    JSON.stringify(
      leaf === 'status'
        ? { v: 1, equipmentNo, at: Date.now(), status: { door: { value: 'Opened' } } }
        : { v: 1, state: 'online', session: 's1', at: Date.now(), signal: -70 },
    ),
  );
const mayConnect = async (cubeNo: string, secret: string) => (await sends(cubeNo, secret, 'connection')).code === 0;
const row = async (cubeNo: string) =>
  (await call<{ records: EdgeCubeRow[] }>(ADMIN, 'POST', 'gateway/query', { cubeNo })).data.records[0];
/** Asked without haste: an account has so many calls a minute. */
const isOnline = (cubeNo: string) => until(async () => (await row(cubeNo))?.onlineStatus === 1, 20_000, 250);

it('register, secret once, connect, bind, replace, unbind, retire, reset: the old secret is refused', async () => {
  const first = await secretOf('SWAP-0001');
  expect(await mayConnect('SWAP-0001', first)).toBe(true);
  expect(await mayConnect('SWAP-0001', `${first}x`)).toBe(false);

  await post('bind', { cubeNo: 'SWAP-0001', equipmentNo });
  expect((await sends('SWAP-0001', first)).code).toBe(0);
  await isOnline('SWAP-0001');

  // The swap: the new box sends for the unit, the old one does no more.
  const second = await secretOf('SWAP-0002');
  await post('replace', { equipmentNo, newCubeNo: 'SWAP-0002', reason: 'fault' });
  expect(await row('SWAP-0002')).toMatchObject({ onlineStatus: 2, bindState: 'BOUND', equipmentNo });
  await sends('SWAP-0001', first);
  expect(await row('SWAP-0002')).toMatchObject({ onlineStatus: 2 });
  await sends('SWAP-0002', second);
  await isOnline('SWAP-0002');

  const renewed = (await call<{ secret: string }>(ADMIN, 'POST', 'gateway/resetSecret', { cubeNo: 'SWAP-0002' })).data;
  await until(async () => !(await mayConnect('SWAP-0002', second)));
  expect(await mayConnect('SWAP-0002', renewed.secret)).toBe(true);

  await post('unbind', { cubeNo: 'SWAP-0002', reason: '拆除' });
  await sends('SWAP-0002', renewed.secret);
  await until(
    async () => (await db().ingestReject.count({ where: { cubeNo: 'SWAP-0002', code: 'forbidden' } })) > 0,
    20_000,
  );
  await post('retire', { cubeNo: 'SWAP-0002', retired: true });
  await until(async () => !(await mayConnect('SWAP-0002', renewed.secret)));
  // A box that is switched off is refused as well.
  await post('saveOrUpdate', { cubeNo: 'SWAP-0001', enabled: false });
  await until(async () => !(await mayConnect('SWAP-0001', first)));
}, 120_000);

it('what it sent stands in its diagnosis: the last messages, the bars of the hours, what was refused, where from', async () => {
  const { secret } = (await call<{ secret: string }>(ADMIN, 'POST', 'gateway/saveOrUpdate', { cubeNo: 'DIAG-0001' }))
    .data;
  await post('bind', { cubeNo: 'DIAG-0001', equipmentNo });
  for (let index = 0; index < 3; index += 1) await sends('DIAG-0001', secret);
  await mosquittoPub(gateway.mqttPort, { cubeNo: 'DIAG-0001', secret, equipmentNo }, 'lift/v1/DIAG-0001/status', '{');
  // What is collected is written once a minute, and when the gateway ends.
  await gateway.close();
  gateway = await openGateway();
  const { data } = await call<CubeDiagnosis>(ADMIN, 'GET', 'gateway/diagnose/DIAG-0001');
  expect(data.lastMessages).toHaveLength(3);
  expect(data.lastMessages[0]).toMatchObject({ topic: 'status', payload: expect.stringContaining('"door"') as string });
  expect(data.messagesPerHour.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(data.rejects.map(({ code }) => code)).toEqual(['bad_message']);
  expect((await db().edgeCube.findUniqueOrThrow({ where: { cubeNo: 'DIAG-0001' } })).ip).toBe('127.0.0.1');
}, 60_000);
