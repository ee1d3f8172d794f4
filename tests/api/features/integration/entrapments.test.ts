import { db } from '@/lib/platform/db/client';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { createBox } from '../../live/telemetry/world';
import { useFreshDatabase } from '../../support/database';
import { createPartners, importAll } from './support/partner';

/** A file of call-outs, and trapped persons of whom a box or the file told (readings 287). */

useFreshDatabase();

const MINUTE = 60_000;
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
/** So many minutes ago, as files write it. */
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE);
const text = (at: Date) => at.toISOString();

beforeAll(async () => {
  await createPartners();
  await createBox('C1', 'E1');
});
afterAll(closePortal);
beforeEach(async () => {
  resetRateLimits();
  await db().callback.deleteMany();
  await db().entrapment.deleteMany();
  await importAll('callback', [
    {
      callbackId: 'ERP-1',
      equipmentNo: 'E1',
      createDate: text(ago(40)),
      jobStatus: 'PAGE',
      jobUpdateDate: text(ago(39)),
      jobDescription: '关门故障',
    },
  ]);
});

const file = (row: object) => importAll('callback', [{ callbackId: 'ERP-1', ...row }]);

/** What the box said, minutes ago: trapped, released, trapped … */
async function boxSaid(...minutes: number[]): Promise<void> {
  for (let index = 0; index < minutes.length; index += 2) {
    const [start = 0, release] = minutes.slice(index, index + 2);
    await db().entrapment.create({
      data: {
        equipmentNo: 'E1',
        callbackId: 'ERP-1',
        startAt: ago(start),
        startSource: 'box',
        createDate: ago(start),
        toldDate: ago(start),
        ...(release === undefined
          ? {}
          : { releasedAt: ago(release), releaseSource: 'box', releaseToldDate: ago(release) }),
      },
    });
  }
  const isTrapped = minutes.length % 2 === 1;
  const entrapmentStatus = isTrapped ? 1 : 0;
  await db().equipmentStatus.upsert({
    where: { equipmentNo: 'E1' },
    create: { equipmentNo: 'E1', entrapmentStatus },
    update: { entrapmentStatus },
  });
  const last = await db().entrapment.findFirstOrThrow({ orderBy: { id: 'desc' } });
  await db().callback.update({
    where: { callbackId: 'ERP-1' },
    data: {
      personTrapped: true,
      trappedDate: last.startAt,
      releaseDate: last.releasedAt,
      releaseSource: last.releaseSource,
    },
  });
}

const open = () => db().entrapment.count({ where: { equipmentNo: 'E1', releasedAt: null } });
const boxWord = async () => (await db().equipmentStatus.findUnique({ where: { equipmentNo: 'E1' } }))?.entrapmentStatus;
const said = () =>
  db().callback.findUniqueOrThrow({
    where: { callbackId: 'ERP-1' },
    select: { personTrapped: true, trappedDate: true, releaseDate: true, releaseSource: true },
  });

describe('persons of whom the box told', () => {
  it.each([
    ['with the release of those before them', { releaseDate: text(ago(20)), personTrapped: 1 }],
    ['that knows of nobody', { personTrapped: 0 }],
    ['that knows of nobody any more', { releaseDate: text(ago(20)), personTrapped: 0 }],
  ])('stay trapped whatever a file says %s', async (_which, row) => {
    await boxSaid(30, 20, 5);
    await file(row);
    expect([await open(), await boxWord()]).toEqual([1, 1]);
    expect(await said()).toEqual({ personTrapped: true, trappedDate: ago(5), releaseDate: null, releaseSource: null });
    expect(await db().callbackFact.findUnique({ where: { callbackId: 'ERP-1' } })).toMatchObject({
      personTrapped: true,
    });
  });

  it('stay trapped in the minute in which those before them were released, also where their box is slow', async () => {
    await boxSaid(30, 5);
    await db().entrapment.create({
      data: { equipmentNo: 'E1', callbackId: 'ERP-1', startAt: ago(6), startSource: 'box', createDate: ago(4) },
    });
    await file({ releaseDate: text(ago(5)), personTrapped: 1 });
    expect(await open()).toBe(1);
  });

  it('are free with their own release, entered without seconds, and the box is believed anew', async () => {
    await boxSaid(30, 20);
    const startAt = new Date(ago(5).getTime() + 40_000);
    await boxSaid(5);
    await db().entrapment.updateMany({ where: { releasedAt: null }, data: { startAt, createDate: startAt } });
    await file({ releaseDate: text(ago(5)), personTrapped: 1 });
    expect([await open(), await boxWord()]).toEqual([0, 0]);
  });

  it.each(['callback', 'callbackStatus'])(
    'are free with the call-out that a file of %s closes, at its end',
    async (entity) => {
      await boxSaid(30, 20, 15);
      await file({ releaseDate: text(ago(20)), personTrapped: 0 });
      expect(await open()).toBe(1);
      const closed = { callbackId: 'ERP-1', updateTime: text(ago(3)), status: 'CLSO' };
      await (entity === 'callback'
        ? file({ jobStatus: 'CLSO', jobUpdateDate: text(ago(3)), closeDate: text(ago(3)), releaseDate: text(ago(20)) })
        : importAll('callbackStatus', [closed]));
      expect([await open(), await boxWord()]).toEqual([0, 0]);
      expect(await db().entrapment.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({ releasedAt: ago(3) });
      expect(await said()).toMatchObject({ trappedDate: ago(15), releaseDate: ago(3), releaseSource: 'person' });
    },
  );

  it.each([
    ['has not heard of their release', { releaseDate: '', personTrapped: 1 }],
    ['knows of nobody', { personTrapped: 0 }],
    ['still has the release of those before them', { releaseDate: text(ago(20)), personTrapped: 1 }],
  ])('a file that %s changes nothing of what the box said of its end', async (_which, row) => {
    await boxSaid(30, 20, 10, 7);
    await file(row);
    expect(await open()).toBe(0);
    expect(await said()).toEqual({
      personTrapped: true,
      trappedDate: ago(10),
      releaseDate: ago(7),
      releaseSource: 'box',
    });
  });
});

describe('persons of whom files told', () => {
  it('are trapped, freed, and trapped again when the file takes the release back or names a later start', async () => {
    await file({ personTrapped: 1 });
    expect(await open()).toBe(1);
    await file({ releaseDate: text(ago(10)) });
    expect(await open()).toBe(0);
    await file({ releaseDate: '' });
    expect(await open()).toBe(1);
    await file({ personTrapped: 0 });
    expect(await open()).toBe(0);
    expect((await said()).personTrapped).toBe(false);
  });

  it('come after those of whom the box told only with a later start', async () => {
    await boxSaid(30, 20);
    await file({ personTrapped: 1, releaseDate: '', trappedDate: text(ago(4)) });
    expect(await db().entrapment.findFirst({ where: { releasedAt: null } })).toMatchObject({
      startAt: ago(4),
      startSource: 'person',
    });
    await file({ releaseDate: text(ago(20)) });
    expect(await open()).toBe(1);
    await file({ releaseDate: text(ago(1)) });
    expect(await open()).toBe(0);
  });
});
