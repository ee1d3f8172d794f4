import { db, pool } from '@/lib/platform/db/client';
import { tick } from '@/lib/features/detector/internal/clock';
import { ContextKeeper } from '@/lib/features/detector/internal/context';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';
import { callbacksOf, Fleet, noticesOf, symptomsOf } from './fleet';

const CALM = { drive: 'Standing', door: 'Closed', load: 'Empty', mode: 'N', indoorzone: 'On Floor', entrapment: false };

describe('what the detector makes of an incident (silent-screens F2, F3; readings 78, 126)', () => {
  useFreshDatabase();

  let fleet: Fleet;
  let count = 0;
  const next = async (): Promise<string> => {
    const no = String((count += 1));
    await createBox(`C${no}`, `E${no}`);
    await fleet.status(no, CALM);
    await fleet.after(2);
    return no;
  };

  beforeAll(async () => {
    fleet = new Fleet();
    await pool().query(
      `INSERT INTO gb_code_dict (gb_code, text, kind, rule) VALUES ('01', 'x', 'error', 'B01'), ('44', 'x', 'fire', 'C03') ON CONFLICT DO NOTHING`,
    );
  });
  afterAll(() => fleet.stop());

  it('a trapped person makes one symptom, one call-out and one card, however often the box reports it', async () => {
    const no = await next();
    await fleet.status(no, { entrapment: true });
    await fleet.act();
    const once = async () => {
      expect(await symptomsOf(`E${no}`)).toEqual(['A01 OPEN 1']);
      expect(await callbacksOf(`E${no}`)).toEqual(['INIT trapped']);
      expect(await noticesOf(`E${no}`)).toEqual(['entrapment open', 'callback']);
    };
    await once();
    const callback = await db().callback.findFirstOrThrow({ where: { equipmentNo: `E${no}` } });
    expect(callback.callbackType).toBe('Telemonitoring Breakdown');
    const symptom = await db().symptom.findFirstOrThrow({ where: { equipmentNo: `E${no}` } });
    expect(symptom).toMatchObject({ callbackId: callback.callbackId, cbstate: 'INIT', ruleVersion: 1 });
    expect(symptom.eventDate?.getTime()).toBe(fleet.now);
    // Arrival counts from what the box saw (silent-screens F3, readings 128): 60 minutes without a district.
    const mark = await db().slaMark.findFirstOrThrow({ where: { callbackId: callback.callbackId, clock: 'arrival' } });
    expect(mark.dueDate?.getTime()).toBe(fleet.now + 3600_000);
    // The box repeats itself, the process is another one, the box sends its whole state.
    await fleet.status(no, { entrapment: true });
    await fleet.after(30);
    await fleet.restart();
    await fleet.status(no, { ...CALM, entrapment: true }, { full: true });
    await fleet.after(600);
    await once();
  });

  it('a box that tells of trapped persons by events alone gets a call-out too, whatever their code (readings 283)', async () => {
    const no = await next();
    const tell = (isOpen: boolean) =>
      fleet.send(`C${no}`, 'event', {
        ...{ equipmentNo: `E${no}`, eventId: `own-${no}`, subType: 'entrapment', title: 't' },
        ...{ objectStatus: String(isOpen), at: fleet.now },
      });
    await tell(true);
    await tell(true);
    await fleet.act();
    expect([await symptomsOf(`E${no}`), await callbacksOf(`E${no}`)]).toEqual([['A01 OPEN 1'], ['INIT trapped']]);
    await fleet.after(60);
    await tell(false);
    await fleet.act();
    expect(await db().entrapment.count({ where: { equipmentNo: `E${no}`, releasedAt: null } })).toBe(0);
    expect(await callbacksOf(`E${no}`)).toEqual(['INIT trapped']);
  });

  it('trapped persons are acted on before all else that was found, whenever it was', async () => {
    const [other, trapped] = [await next(), await next()];
    const effect = (no: string, rule: string) =>
      db().detectorEffect.create({
        data: {
          ...{ equipmentNo: `E${no}`, rule, kind: 'raise', version: 1 },
          ...{ eventDate: new Date(fleet.now), firedDate: new Date(fleet.now), nextAt: new Date(fleet.now) },
        },
      });
    await effect(other, 'B01');
    await effect(trapped, 'A01');
    await fleet.act();
    const { rows } = await pool().query<{ rule: string }>(
      `SELECT symptom_definition_id AS rule FROM symptom WHERE equipment_no = ANY($1) ORDER BY xmin::text::bigint`,
      [[`E${other}`, `E${trapped}`]],
    );
    expect(rows.map(({ rule }) => rule)).toEqual(['A01', 'B01']);
  });

  it('a finding that was stored before the process died is acted on once by the next process', async () => {
    const no = await next();
    await fleet.status(no, { entrapment: true });
    await fleet.restart();
    expect(await symptomsOf(`E${no}`)).toEqual([]);
    const keeper = new ContextKeeper(() => fleet.now);
    const context = await keeper.context();
    await Promise.all([tick(fleet.now, context), tick(fleet.now, context), fleet.act()]);
    expect(await symptomsOf(`E${no}`)).toEqual(['A01 OPEN 1']);
    expect(await callbacksOf(`E${no}`)).toEqual(['INIT trapped']);
    expect(await db().detectorEffect.count()).toBe(0);
  });

  it('a suspected entrapment is notified after two minutes without a message, and becomes a call-out three minutes later', async () => {
    const no = await next();
    await fleet.status(no, { load: 'Loaded' });
    await fleet.after(119);
    expect(await symptomsOf(`E${no}`)).toEqual([]);
    await fleet.after(1);
    expect(await symptomsOf(`E${no}`)).toEqual(['A02 INIT 1']);
    expect(await noticesOf(`E${no}`)).toEqual(['entrapment open']);
    expect(await callbacksOf(`E${no}`)).toEqual([]);
    await fleet.restart();
    await fleet.after(180);
    expect(await symptomsOf(`E${no}`)).toEqual(['A02 OPEN 1']);
    expect(await callbacksOf(`E${no}`)).toEqual(['INIT trapped']);
    await fleet.status(no, { door: 'Opened' });
    await fleet.act();
    expect(await noticesOf(`E${no}`)).toEqual(['entrapment', 'callback']);
    expect(await symptomsOf(`E${no}`)).toEqual(['A02 OPEN 1']);
    const symptom = await db().symptom.findFirstOrThrow({ where: { equipmentNo: `E${no}` } });
    expect(symptom.clearedDate).not.toBeNull();
  });

  it('persons between two floors join the open call-out of the unit and set its mark', async () => {
    const no = await next();
    await fleet.status(no, { errorstate: [true, { code: 1 }] });
    await fleet.after(120);
    expect(await symptomsOf(`E${no}`)).toEqual(['B01 OPEN 1']);
    expect(await callbacksOf(`E${no}`)).toEqual(['INIT']);
    await fleet.status(no, { indoorzone: 'Between Floors', load: 'Loaded', door: 'Opening' });
    await fleet.after(60);
    expect(await symptomsOf(`E${no}`)).toEqual(['A04 OPEN 1', 'B01 OPEN 1']);
    expect(await callbacksOf(`E${no}`)).toEqual(['INIT trapped']);
    const callback = await db().callback.findFirstOrThrow({ where: { equipmentNo: `E${no}` } });
    expect(callback.trappedDate).not.toBeNull();
  });

  it('an alarm button alone is a notice and no call-out', async () => {
    const no = await next();
    await fleet.status(no, { alarm: 'On' });
    await fleet.after(3);
    expect(await symptomsOf(`E${no}`)).toEqual(['A03 INIT 1']);
    expect(await noticesOf(`E${no}`)).toEqual(['event open']);
    expect(await callbacksOf(`E${no}`)).toEqual([]);
  });

  it('a fire that the box reported by its own event is not notified a second time', async () => {
    const no = await next();
    await fleet.send(`C${no}`, 'event', {
      equipmentNo: `E${no}`,
      eventId: 'f1',
      subType: 'event',
      code: '44',
      objectStatus: 'true',
      at: fleet.now,
      title: 'fire',
    });
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['C03 INIT 1']);
    expect(await noticesOf(`E${no}`)).toEqual(['event open']);
  });

  it('a release that is entered at the call-out ends the entrapment, and its symptom with the call-out', async () => {
    const no = await next();
    await fleet.status(no, { entrapment: true });
    await fleet.act();
    await db().equipmentStatus.update({
      where: { equipmentNo: `E${no}` },
      data: { entrapmentStatus: 0, detectorDue: new Date(fleet.now) },
    });
    await fleet.look();
    const symptom = await db().symptom.findFirstOrThrow({ where: { equipmentNo: `E${no}` } });
    expect(symptom).toMatchObject({ symptomState: 'OPEN', clearedDate: new Date(fleet.now) });
  });

  it('where an ERP is master there is a symptom and a notice, and no call-out', async () => {
    await db().setting.create({ data: { key: 'callback.erpMaster', value: true } });
    try {
      const no = await next();
      await fleet.status(no, { entrapment: true });
      await fleet.act();
      expect(await symptomsOf(`E${no}`)).toEqual(['A01 INIT 1']);
      expect(await callbacksOf(`E${no}`)).toEqual([]);
      expect(await noticesOf(`E${no}`)).toEqual(['entrapment open']);
      // The clocks hang on the symptom (readings 80): 3 minutes to answer from what the box saw.
      const mark = await db().slaMark.findFirstOrThrow({ where: { equipmentNo: `E${no}`, clock: 'response' } });
      const symptom = await db().symptom.findFirstOrThrow({ where: { equipmentNo: `E${no}` } });
      expect(mark).toMatchObject({ symptomId: symptom.symptomId, callbackId: null, limitSec: 180 });
      expect(mark.dueDate?.getTime()).toBe((symptom.eventDate?.getTime() ?? 0) + 180_000);
    } finally {
      await db().setting.delete({ where: { key: 'callback.erpMaster' } });
    }
  });

  it('where symptoms are imported nobody looks for them', async () => {
    const no = await next();
    await db().setting.create({ data: { key: 'detector.isImported', value: true } });
    try {
      await fleet.restart();
      await fleet.status(no, { entrapment: true });
      await fleet.look();
      expect(await symptomsOf(`E${no}`)).toEqual([]);
    } finally {
      await db().setting.delete({ where: { key: 'detector.isImported' } });
      await fleet.restart();
    }
  });

  it('a unit out of service is looked at and silent, but for persons', async () => {
    const no = await next();
    await db().equipment.update({ where: { equipmentNo: `E${no}` }, data: { serviceStopped: true } });
    await fleet.status(no, { mode: 'UNV' });
    await fleet.after(400);
    expect(await symptomsOf(`E${no}`)).toEqual([]);
    await fleet.status(no, { entrapment: true });
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['A01 OPEN 1']);
  });

  it('a unit out of service: its alarm button notifies nobody, a suspected entrapment still becomes a call-out', async () => {
    const no = await next();
    await db().equipment.update({ where: { equipmentNo: `E${no}` }, data: { serviceStopped: true } });
    await fleet.status(no, { alarm: 'On', load: 'Loaded' });
    await fleet.after(3);
    expect([await symptomsOf(`E${no}`), await noticesOf(`E${no}`)]).toEqual([[], []]);
    await fleet.after(117);
    expect(await symptomsOf(`E${no}`)).toEqual(['A02 OPEN 1']);
    expect(await callbacksOf(`E${no}`)).toEqual(['INIT trapped']);
  });

  it('a fault of 15 seconds is over for the rules as well where its end names no code', async () => {
    const no = await next();
    const event = (objectStatus: string, rest: object = {}) =>
      fleet.send(`C${no}`, 'event', {
        equipmentNo: `E${no}`,
        eventId: 'short',
        subType: 'error',
        objectStatus,
        at: fleet.now,
        ...rest,
      });
    await event('true', { code: '01' });
    await fleet.after(15);
    await event('false');
    await fleet.after(300);
    expect([await symptomsOf(`E${no}`), await callbacksOf(`E${no}`)]).toEqual([[], []]);
  });

  it('an alarm that rings beside a suspected entrapment goes the way of its call-out, its end included', async () => {
    const no = await next();
    await fleet.status(no, { load: 'Loaded' });
    await fleet.after(300);
    expect(await symptomsOf(`E${no}`)).toEqual(['A02 OPEN 1']);
    await fleet.status(no, { alarm: 'On' });
    await fleet.after(3);
    expect(await symptomsOf(`E${no}`)).toEqual(['A02 OPEN 1', 'A03 OPEN 1']);
    const other = await next();
    await fleet.status(other, { load: 'Loaded', alarm: 'On' });
    await fleet.after(3);
    expect(await symptomsOf(`E${other}`)).toEqual(['A03 INIT 1']);
    await fleet.after(117);
    expect(await symptomsOf(`E${other}`)).toEqual(['A02 OPEN 1', 'A03 OPEN 1']);
    const taken = await db().symptom.findMany({ where: { equipmentNo: `E${other}` } });
    expect(new Set(taken.map(({ callbackId }) => callbackId)).size).toBe(1);
  });

  it('a box whose clock is ahead is refused and its drift kept, until its clock is right', async () => {
    const no = await next();
    fleet.now += 61_000;
    const send = (at: number) =>
      fleet.send(`C${no}`, 'status', { equipmentNo: `E${no}`, at, status: { door: { value: 'Opened' } } });
    const { refusals } = await send(fleet.now + 400_000);
    expect(refusals.map(({ code }) => code)).toEqual(['bad_time']);
    await fleet.idle();
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['F04 INIT 1']);
    expect(await db().edgeCube.findUnique({ where: { cubeNo: `C${no}` } })).toMatchObject({ clockDriftSec: 400 });
    // Of what it measured nothing is taken.
    const { live } = await db().equipmentStatus.findUniqueOrThrow({ where: { equipmentNo: `E${no}` } });
    expect(live).toMatchObject({ door: { value: 'Closed' } });
    await fleet.after(61);
    await send(fleet.now);
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['F04 INACTIVE 1']);
  });

  it('a thing that cannot be done waits without keeping others from being done, and is done later in its order', async () => {
    const [bad, good] = [await next(), await next()];
    await pool().query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.equipment_no = 'E${bad}' THEN RAISE 'no'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON symptom FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    await fleet.status(bad, { mode: 'JBF' });
    await fleet.status(good, { mode: 'JBF' });
    await fleet.act();
    fleet.now += 500;
    await fleet.status(bad, { mode: 'N' });
    await fleet.act();
    expect(await symptomsOf(`E${good}`)).toEqual(['C03 INIT 1']);
    expect(await noticesOf(`E${bad}`)).toEqual([]);
    await pool().query('DROP TRIGGER refuse ON symptom; DROP FUNCTION refuse()');
    await fleet.after(10);
    expect(await symptomsOf(`E${bad}`)).toEqual(['C03 INACTIVE 1']);
    expect(await noticesOf(`E${bad}`)).toEqual(['event']);
  });
});
