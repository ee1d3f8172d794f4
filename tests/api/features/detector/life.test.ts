import { db } from '@/lib/platform/db/client';
import { moveSymptoms } from '@/lib/features/detector/internal/clock';
import { formatDate } from '@/lib/platform/i18n/format';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';
import { callbacksOf, Fleet, symptomsOf } from './fleet';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('the life of a detected symptom (silent-screens F2, readings 134)', () => {
  useFreshDatabase();

  let fleet: Fleet;
  let count = 0;
  const next = async (values: object = {}): Promise<string> => {
    const no = String((count += 1));
    await createBox(`C${no}`, `E${no}`);
    await fleet.status(no, { mode: 'N', errorstate: false, ...values });
    fleet.now += 1000;
    return no;
  };
  beforeAll(() => {
    fleet = new Fleet();
  });
  afterAll(() => fleet.stop());

  it.each([
    ['A', { alarm: 'On' }, 3, 120],
    ['C', { mode: 'JBF' }, 0, DAY],
    ['D', { health: 'Bad' }, 600, 3 * DAY],
  ])(
    'one of category %s that nobody takes is unprocessed in time, on two gateways at once',
    async (_category, values, hold, takenSec) => {
      const no = await next();
      await fleet.status(no, values);
      await fleet.after(hold);
      await fleet.after(takenSec - 1);
      await fleet.timers();
      expect((await symptomsOf(`E${no}`))[0]).toMatch(/ INIT 1$/);
      fleet.now += 1000;
      const at = new Date(fleet.now);
      const moved = await Promise.all([moveSymptoms(at), moveSymptoms(at)]);
      expect(moved[0] + moved[1]).toBe(1);
      expect((await symptomsOf(`E${no}`))[0]).toMatch(/ NOT_PROCESSED 1$/);
    },
  );

  it('one that ends by itself sleeps, wakes within its window, and is another one after it', async () => {
    const no = await next();
    await fleet.status(no, { mode: 'JBF' });
    await fleet.act();
    await fleet.after(100);
    await fleet.status(no, { mode: 'N' });
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['C03 INACTIVE 1']);
    await fleet.after(4 * HOUR - 1);
    await fleet.status(no, { mode: 'JBF' });
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['C03 INIT 2']);
    await fleet.after(10);
    await fleet.status(no, { mode: 'N' });
    await fleet.act();
    await fleet.after(4 * HOUR + 1);
    await fleet.status(no, { mode: 'JBF' });
    await fleet.act();
    expect((await symptomsOf(`E${no}`)).sort()).toEqual(['C03 INACTIVE 2', 'C03 INIT 1']);
  });

  it('one without another hit expires; one that lasts is raised anew after its window', async () => {
    const no = await next();
    await fleet.status(no, { mode: 'JBF' });
    await fleet.act();
    fleet.now += 3 * DAY * 1000;
    await fleet.timers();
    expect(await symptomsOf(`E${no}`)).toEqual(['C03 EXPIRED 1']);
    fleet.now += (4 * HOUR - 1) * 1000;
    await fleet.timers();
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['C03 EXPIRED 1']);
    fleet.now += 1000;
    await fleet.timers();
    await fleet.act();
    expect((await symptomsOf(`E${no}`)).sort()).toEqual(['C03 EXPIRED 1', 'C03 INIT 1']);
  });

  it('a fault that lasts after its call-out was closed is raised anew after an hour, with a new call-out', async () => {
    const no = await next();
    await fleet.status(no, { errorstate: true });
    await fleet.after(120);
    await db().callback.updateMany({
      where: { equipmentNo: `E${no}` },
      data: { jobStatus: 'CLSO', closeDate: new Date(fleet.now) },
    });
    await db().symptom.updateMany({
      where: { equipmentNo: `E${no}` },
      data: { symptomState: 'CLOSED', closedDate: new Date(fleet.now) },
    });
    await fleet.after(HOUR - 1);
    await fleet.timers();
    await fleet.act();
    expect(await callbacksOf(`E${no}`)).toEqual(['CLSO']);
    await fleet.after(1);
    await fleet.timers();
    await fleet.act();
    expect(await callbacksOf(`E${no}`)).toEqual(['CLSO', 'INIT']);
    expect((await symptomsOf(`E${no}`)).sort()).toEqual(['B01 CLOSED 1', 'B01 OPEN 1']);
  });

  it('a suspected entrapment that lasts beyond its call-out is raised anew, with a call-out', async () => {
    const no = await next({ drive: 'Standing', door: 'Closed', load: 'Empty' });
    await fleet.status(no, { load: 'Loaded' });
    await fleet.after(300);
    expect(await callbacksOf(`E${no}`)).toEqual(['INIT trapped']);
    const closedDate = new Date(fleet.now);
    await db().callback.updateMany({
      where: { equipmentNo: `E${no}` },
      data: { jobStatus: 'CLSO', closeDate: closedDate },
    });
    await db().symptom.updateMany({ where: { equipmentNo: `E${no}` }, data: { symptomState: 'CLOSED', closedDate } });
    await fleet.after(600);
    await fleet.timers();
    await fleet.act();
    expect((await symptomsOf(`E${no}`)).sort()).toEqual(['A02 CLOSED 1', 'A02 OPEN 1']);
    expect(await callbacksOf(`E${no}`)).toEqual(['CLSO trapped', 'INIT trapped']);
  });

  it('a call-out that is cancelled after 80 hours leaves its symptom unprocessed; the window counts from then', async () => {
    const no = await next();
    await fleet.status(no, { errorstate: true });
    await fleet.after(120);
    fleet.now += 80 * HOUR * 1000;
    const closeDate = new Date(fleet.now);
    await db().callback.updateMany({ where: { equipmentNo: `E${no}` }, data: { jobStatus: 'CLSC', closeDate } });
    await db().symptom.updateMany({ where: { equipmentNo: `E${no}` }, data: { symptomState: 'NOT_PROCESSED' } });
    const pass = async (sec: number) => {
      await fleet.after(sec);
      await fleet.timers();
      await fleet.act();
      return [await symptomsOf(`E${no}`), await callbacksOf(`E${no}`)];
    };
    expect(await pass(0)).toEqual([['B01 NOT_PROCESSED 1'], ['CLSC']]);
    expect(await pass(HOUR - 1)).toEqual([['B01 NOT_PROCESSED 1'], ['CLSC']]);
    const [symptoms, callOuts] = await pass(1);
    expect([symptoms?.toSorted(), callOuts]).toEqual([
      ['B01 EXPIRED 1', 'B01 OPEN 1'],
      ['CLSC', 'INIT'],
    ]);
  });

  it('unintended movement is over with its symptom, and not raised anew', async () => {
    const no = await next();
    await fleet.status(no, { indoorzone: 'Between Floors', drive: 'Moving', door: 'Opened' });
    await fleet.after(1);
    await fleet.status(no, { indoorzone: 'On Floor', drive: 'Standing' });
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['A05 OPEN 1']);
    await db().callback.updateMany({ where: { equipmentNo: `E${no}` }, data: { jobStatus: 'CLSO' } });
    await db().symptom.updateMany({
      where: { equipmentNo: `E${no}` },
      data: { symptomState: 'CLOSED', closedDate: new Date(fleet.now) },
    });
    await fleet.after(HOUR);
    await fleet.timers();
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['A05 CLOSED 1']);
  });

  it('imported symptoms are moved by nobody here', async () => {
    const no = await next();
    const past = new Date(fleet.now - 90 * DAY * 1000);
    await db().symptom.create({
      data: {
        symptomId: 'IMPORTED',
        symptomTitle: 'B01-x',
        equipmentNo: `E${no}`,
        branchCode: 'B1',
        equipmentText: 'x',
        category: 'B',
        symptomState: 'INIT',
        createDate: past,
        expiredDate: past,
      },
    });
    await fleet.timers();
    expect(await db().symptom.findUniqueOrThrow({ where: { symptomId: 'IMPORTED' } })).toMatchObject({
      symptomState: 'INIT',
    });
  });

  it('a diagnosis is taken along by the job that a technician has begun today', async () => {
    const no = await next({ health: 'Bad' });
    await fleet.after(600);
    expect(await symptomsOf(`E${no}`)).toEqual(['D08 INIT 1']);
    const begun = (jobNo: string, days: number) =>
      db().maintenanceJob.create({
        data: {
          jobNo,
          equipmentNo: `E${no}`,
          branchCode: 'B1',
          jobStatus: 'LOCK',
          maintenanceType: 'BI',
          planDate: new Date(formatDate(fleet.now + days * 24 * HOUR * 1000)),
        },
      });
    await begun('J0', -1);
    await fleet.timers();
    expect(await symptomsOf(`E${no}`)).toEqual(['D08 INIT 1']);
    await begun('J1', 0);
    await fleet.timers();
    expect(await db().symptom.findFirstOrThrow({ where: { equipmentNo: `E${no}` } })).toMatchObject({
      symptomState: 'OPEN',
      jobNo: 'J1',
    });
  });
});
