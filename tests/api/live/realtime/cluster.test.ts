import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveChange } from '@/lib/live/units/live-message';
import { freePort } from '../../../support/ports';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { closeClients, connect, pause, seedUnits, signIn, startGateway } from './support/rtc';
import type { Gateway, Person } from './support/rtc';

/** Two gateways and a Redis between them; runs where a redis-server is installed. */
const withRedis = spawnSync('redis-server', ['--version']).status === 0 ? describe : describe.skip;

/** Changes of one gateway's own ingest. */
function makeBus() {
  const listeners = new Set<(changes: readonly LiveChange[]) => void>();
  return {
    subscribe(listener: (changes: readonly LiveChange[]) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(equipmentNo: string, value: number, at: number) {
      const changes = [
        {
          equipmentNo,
          equipmentType: 'YAE_ELT',
          displayType: 'EV' as const,
          changes: { speed: { value, at } },
          committedAt: Date.now(),
        },
      ];
      for (const listener of listeners) listener(changes);
    },
  };
}

async function startRedis(port: number): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until(() => said.includes('Ready to accept connections'));
  return child;
}

useFreshDatabase();

withRedis('two gateways with Redis', () => {
  const buses = [makeBus(), makeBus()] as const;
  const gateways: Gateway[] = [];
  let redis: ChildProcess;
  let redisPort: number;
  let staff: Person;

  const client = async (index: number) => {
    const gateway = gateways[index];
    if (!gateway) throw new Error('no such gateway');
    const made = await connect(gateway, { auth: { clientId: `browser-${index}` } });
    await made.send('authorize', await staff.token());
    return made;
  };

  beforeAll(async () => {
    await seedUnits();
    staff = await signIn('staff', ['MONITOR_READ', 'SUPER_MASTER']);
    redisPort = await freePort();
    redis = await startRedis(redisPort);
    for (const bus of buses)
      gateways.push(
        await startGateway({ publicUrl: 'https://portal.example', redisUrl: `redis://127.0.0.1:${redisPort}`, bus }),
      );
    await sleep(300);
  });
  afterEach(closeClients);
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    redis.kill('SIGKILL');
  });

  it('serve any browser with the changes of either, each once and in order', async () => {
    const clients = [await client(0), await client(1)];
    for (const each of clients) await each.watch('E1');
    for (let value = 1; value <= 8; value += 1) {
      buses[value % 2 === 0 ? 0 : 1].publish('E1', value, 1000 + value);
      // The next one only when all have this one: of two that come close together the later is enough.
      await until(() => clients.every((each) => each.values('E1', 'speed').at(-1) === value), 10_000);
    }
    await pause(300);
    for (const each of clients) {
      expect(each.values('E1', 'speed')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }
  });

  it('count and end streams together', async () => {
    const [first, second] = [await client(0), await client(1)];
    await first.watch('E2');
    await second.watch('E2', 'E3');
    const answer = await first.send<{
      data: { equipmentNo: string; clientSize: number; client: { clientId: string }[] }[];
    }>('list', []);
    expect(
      answer.data.map(({ equipmentNo, client: who }) => [equipmentNo, who.map(({ clientId }) => clientId).sort()]),
    ).toEqual([
      ['E2', ['browser-0', 'browser-1']],
      ['E3', ['browser-1']],
    ]);
    expect(await first.send('unsubscribe', [{ equipmentNo: 'E3', equipmentType: 'YAE_ELT' }])).toMatchObject({
      data: { removed: 1 },
    });
    await until(() => second.ended.length === 1);
    expect(second.ended).toEqual([['E3']]);
    await first.send('unsubscribe', []);
    await until(() => second.of('E2').length === 2 && first.of('E2').length === 2);
  });

  it('survive the loss of Redis: each serves its own changes, and when it is back everybody gets a snapshot', async () => {
    const [first, second] = [await client(0), await client(1)];
    await first.watch('E1');
    await second.watch('E1');
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    await pause(200);
    buses[0].publish('E1', 50, 2050);
    await until(() => first.values('E1', 'speed').at(-1) === 50);
    expect(second.values('E1', 'speed')).not.toContain(50);
    const before = second.of('E1').length;
    redis = await startRedis(redisPort);
    await until(
      () =>
        second
          .of('E1')
          .slice(before)
          .some(({ responseType }) => responseType === 'snapshot'),
      10_000,
    );
    await pause(500);
    buses[0].publish('E1', 51, 2051);
    await until(() => second.values('E1', 'speed').at(-1) === 51);
  });
});
