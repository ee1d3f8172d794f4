import { db, pool } from '@/lib/platform/db/client';
import { connectionConfig } from '@/lib/platform/db/client';
import pg from 'pg';
import { useFreshDatabase } from '../../support/database';

describe('what the database keeps by itself', () => {
  useFreshDatabase();

  beforeAll(async () => {
    const account = { passwordHash: 'x', passwordAt: new Date(), userType: 1, nickName: 'n' };
    await db().user.createMany({
      data: [
        { ...account, username: 'Ann', usernameLower: 'ann' },
        { ...account, username: 'Bob', usernameLower: 'bob' },
      ],
    });
    await db().role.createMany({ data: [{ role: 'reader', description: 'd' }] });
    await db().authority.createMany({ data: [{ authority: 'EQUIPMENT_READ' }] });
  });

  const version = async (username: string) =>
    (await db().user.findUniqueOrThrow({ where: { username } })).accessVersion;

  it.each<[string, () => Promise<unknown>]>([
    ['a role is given', () => db().userRole.create({ data: { username: 'Ann', role: 'reader' } })],
    [
      'the role gets an authority',
      () => db().roleAuthority.create({ data: { role: 'reader', authority: 'EQUIPMENT_READ' } }),
    ],
    ['the role loses it', () => db().roleAuthority.deleteMany({ where: { role: 'reader' } })],
    ['a mapping is added', () => db().userMapping.create({ data: { username: 'Ann', type: 1, mappingId: 'p1' } })],
    ['a mapping is removed', () => db().userMapping.deleteMany({ where: { username: 'Ann' } })],
    ['the account is disabled', () => db().user.update({ where: { username: 'Ann' }, data: { enabled: false } })],
    ['the account is deleted', () => db().user.update({ where: { username: 'Ann' }, data: { deletedAt: new Date() } })],
    ['the role is taken away', () => db().userRole.deleteMany({ where: { username: 'Ann' } })],
  ])('raises the access version of the account, and of no other, when %s', async (_title, change) => {
    const before = [await version('Ann'), await version('Bob')];
    await change();
    expect([await version('Ann'), await version('Bob')]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  });

  it('leaves the access version alone when a name changes', async () => {
    const before = await version('Ann');
    await db().user.update({ where: { username: 'Ann' }, data: { nickName: 'Anna' } });
    expect(await version('Ann')).toBe(before);
  });

  it('wakes the readers of the outbox at commit', async () => {
    const listener = new pg.Client(connectionConfig());
    await listener.connect();
    try {
      await listener.query('LISTEN outbox');
      const heard = new Promise((resolve) => listener.once('notification', resolve));
      await db().outbox.create({ data: { topic: 'test', key: 'k', payload: { a: 1 } } });
      await expect(heard).resolves.toMatchObject({ channel: 'outbox' });
    } finally {
      await listener.end();
    }
  });

  it('marks an outbox row with its transaction, so that a reader can stop below those still open', async () => {
    const slow = await pool().connect();
    try {
      await slow.query('BEGIN');
      await slow.query(`INSERT INTO outbox (topic, payload) VALUES ('slow', '{}')`);
      await db().outbox.create({ data: { topic: 'fast', payload: {} } });
      const visible = () =>
        pool()
          .query<{ topic: string }>(
            `SELECT topic FROM outbox WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) AND topic IN ('slow', 'fast') ORDER BY xid, id`,
          )
          .then(({ rows }) => rows.map(({ topic }) => topic));
      expect(await visible()).toEqual([]);
      await slow.query('COMMIT');
      expect(await visible()).toEqual(['slow', 'fast']);
    } finally {
      slow.release();
    }
  });

  it('refuses a second live unit on one box, but takes the box of a deleted unit', async () => {
    await db().branch.create({ data: { branchCode: 'SH', branchId: 'b1', branchName: 'n', branchFullName: 'n' } });
    const unit = {
      equipmentName: 'n',
      equipmentType: 'YAE_ELT',
      displayType: 'EV',
      branchCode: 'SH',
      cubeNo: 'c1',
    } as const;
    await db().equipment.create({ data: { ...unit, equipmentNo: '1' } });
    await expect(db().equipment.create({ data: { ...unit, equipmentNo: '2' } })).rejects.toMatchObject({
      code: 'P2002',
    });
    await db().equipment.update({ where: { equipmentNo: '1' }, data: { deletedAt: new Date() } });
    await db().equipment.create({ data: { ...unit, equipmentNo: '2' } });
  });

  it('refuses a condition that is undefined instead of reading every row', async () => {
    const username: string | undefined = [][0];
    await expect(async () => db().user.findFirst({ where: { username } as never })).rejects.toThrow(/undefined/);
  });
});
