import { bumpAccess, revokeSession } from '@/lib/platform/auth/tokens/tokens';
import { db } from '@/lib/platform/db/client';
import { liveBus } from '@/lib/live/telemetry/bus';
import { quickest } from '../../../support/quickest';
import { msUntil, until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { closeClients, connect, openSession, pause, seedUnits, signIn, startGateway } from './support/rtc';
import type { Gateway, Person } from './support/rtc';

useFreshDatabase();

let gateway: Gateway;

beforeAll(async () => {
  await seedUnits();
  gateway = await startGateway({ publicUrl: 'https://portal.example' });
});
afterEach(closeClients);
afterAll(() => gateway?.close());

const LIMIT_MS = 5000;

async function watching(person: Person, ...numbers: string[]) {
  const client = await connect(gateway);
  await client.send('authorize', await person.token());
  await client.watch(...numbers);
  await until(() => client.messages.length === numbers.length);
  client.messages.length = 0;
  return client;
}

const publish = (...numbers: string[]) =>
  liveBus.publish(
    numbers.map((equipmentNo) => ({
      equipmentNo,
      equipmentType: 'YAE_ELT',
      displayType: 'EV' as const,
      changes: { load: { value: 'Empty', at: Date.now() } },
      committedAt: Date.now(),
    })),
  );

describe('a session that ends', () => {
  it('ends its sockets at once, and no other', async () => {
    await signIn('leaver', ['MONITOR_READ'], { projects: ['P1'] });
    const kept = await watching(await openSession('leaver'), 'E1');
    const tookMs = await quickest(1500, async () => {
      const person = await openSession('leaver');
      const ended = await watching(person, 'E1');
      await db().$transaction((sql) => revokeSession(sql, person.sessionId));
      const ms = await msUntil(() => ended.disconnectedBecause !== null, LIMIT_MS);
      expect(ended.authorizeAnswers.at(-1)).toEqual({ code: 511, message: 'Token invalid!' });
      kept.messages.length = 0;
      publish('E1');
      await until(() => kept.messages.length === 1);
      expect(ended.messages).toEqual([]);
      return ms;
    });
    expect(tookMs).toBeLessThan(1500);
  });

  it('ends its sockets within 5 s even when no hint comes', async () => {
    const person = await signIn('unheard', ['MONITOR_READ'], { projects: ['P1'] });
    const client = await watching(person, 'E1');
    await db().session.update({ where: { id: person.sessionId }, data: { revokedAt: new Date() } });
    await until(() => client.disconnectedBecause !== null, LIMIT_MS);
  });

  it('cannot be used to authorise again, and a locked account is told so', async () => {
    const person = await signIn('locked', ['MONITOR_READ'], { projects: ['P1'] });
    const client = await watching(person, 'E1');
    await db().user.update({ where: { username: 'locked' }, data: { enabled: false } });
    await until(() => client.disconnectedBecause !== null, LIMIT_MS);
    expect(client.authorizeAnswers.at(-1)).toEqual({ code: 511, message: 'Account disabled!' });
    const again = await connect(gateway);
    expect(await again.send('authorize', await person.token())).toMatchObject({ code: 511 });
  });
});

describe('rights that change', () => {
  it('take units away within 5 s: the socket hears which, and nothing more of them', async () => {
    const person = await signIn('mover', ['MONITOR_READ'], { projects: ['P1', 'P2'] });
    const client = await watching(person, 'E1', 'E3');
    await db().userMapping.deleteMany({ where: { username: 'mover', mappingId: 'P2' } });
    await until(() => client.errors.length === 1, LIMIT_MS);
    expect(client.errors).toEqual([
      { code: 511, message: 'no permission', checkResult: false, equipmentNoList: ['E3'] },
    ]);
    publish('E1', 'E3');
    await until(() => client.messages.length === 1);
    await pause(100);
    expect(client.messages.map(({ equipmentNo }) => equipmentNo)).toEqual(['E1']);
    expect(await client.watch('E3')).toMatchObject({ data: { subscribed: 0 } });
  });

  it('take everything away when the authority is gone, and a hint makes it prompt', async () => {
    const tookMs = await quickest(1500, async (tried) => {
      const name = `demoted${tried}`;
      const person = await signIn(name, ['MONITOR_READ'], { projects: ['P1'] });
      const client = await watching(person, 'E1');
      await db().$transaction(async (sql) => {
        await sql.roleAuthority.deleteMany({ where: { role: `role-${name}` } });
        await bumpAccess(sql, name);
      });
      const ms = await msUntil(() => client.errors.length === 1, LIMIT_MS);
      expect(client.errors[0]).toMatchObject({ code: 511, checkResult: false, equipmentNoList: ['E1'] });
      publish('E1');
      await pause(200);
      expect(client.messages).toEqual([]);
      expect(await client.watch('E1')).toMatchObject({ code: 403 });
      return ms;
    });
    expect(tookMs).toBeLessThan(1500);
  });

  it('give new units without a new connection', async () => {
    const person = await signIn('promoted', ['MONITOR_READ'], { projects: ['P1'] });
    const client = await watching(person, 'E1');
    await db().$transaction(async (sql) => {
      await sql.userMapping.create({ data: { username: 'promoted', type: 1, mappingId: 'P2' } });
      await bumpAccess(sql, 'promoted');
    });
    await pause(1000);
    expect(await client.watch('E1', 'E3')).toMatchObject({ data: { subscribed: 2 } });
  });
});
