import { pool } from '@/lib/platform/db/client';
import type { LiveChange } from '@/lib/live/units/live-message';
import { liveBus } from '@/lib/live/telemetry/bus';
import { Ingest, type IngestResult } from '@/lib/live/telemetry/ingest';
import { applyTimeRules } from '@/lib/live/telemetry/time-rules';
import type { DownLeaf, UpLeaf } from '@/lib/live/telemetry/topics';
import { useFreshDatabase } from '../../support/database';
import { createBox, statusOf } from './world';

const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('effects of the ingest (api.md §4.5, §4.6)', () => {
  useFreshDatabase();

  let now = Date.now();
  let ingest: Ingest;
  const pushed: LiveChange[] = [];
  const down: { cubeNo: string; leaf: DownLeaf; body: Record<string, unknown> }[] = [];
  let unsubscribe: () => void;

  beforeAll(() => {
    unsubscribe = liveBus.subscribe((changes) => pushed.push(...changes));
    ingest = new Ingest({
      pool,
      now: () => now,
      flushMs: 5,
      downlink: {
        publish: (cubeNo, leaf, payload) =>
          down.push({ cubeNo, leaf, body: JSON.parse(payload) as Record<string, unknown> }),
      },
    });
  });
  afterAll(async () => {
    unsubscribe();
    await ingest.stop();
  });
  beforeEach(() => {
    // Far enough apart that no test meets the rates of another.
    now += 20_000;
    pushed.length = 0;
    down.length = 0;
  });

  const send = (cubeNo: string, leaf: UpLeaf, body: Record<string, unknown>) =>
    new Promise<IngestResult>((settle) => {
      ingest.offer({ cubeNo, leaf, source: 'mqtt', payload: Buffer.from(JSON.stringify({ v: 1, ...body })), settle });
    });
  const status = (cubeNo: string, equipmentNo: string, values: Record<string, unknown>, more: object = {}) =>
    send(cubeNo, 'status', { equipmentNo, at: now, status: values, ...more });
  const event = (cubeNo: string, equipmentNo: string, eventId: string, more: object = {}) =>
    send(cubeNo, 'event', {
      equipmentNo,
      eventId,
      subType: 'error',
      code: '52',
      objectStatus: 'true',
      at: now,
      title: 't',
      ...more,
    });
  const pushedKeys = () =>
    pushed.map(({ equipmentNo, changes }) => [equipmentNo, ...Object.keys(changes).sort()].join(' '));
  const day = async (equipmentNo: string) =>
    (
      await pool().query(
        "SELECT to_char(day, 'YYYY-MM-DD') AS day, trips, openings, run_sec, full_sec, crawl_sec, standby_sec, energy_kwh, passengers, flagged FROM equipment_day WHERE equipment_no = $1 ORDER BY 1",
        [equipmentNo],
      )
    ).rows;

  it('data brings a silent unit online; the same value later moves its time; that it came is pushed once a minute alone', async () => {
    await createBox('C1', 'E1');
    await status('C1', 'E1', { door: { value: 'Closed' } });
    expect(await statusOf('E1')).toMatchObject({ online_status: 1, error_status: 0, last_data_at: new Date(now) });
    expect(pushedKeys()).toEqual(['E1 door lastdata onlinestatus']);
    now += 1000;
    await status('C1', 'E1', { door: { value: 'Closed' } });
    expect(pushedKeys()).toHaveLength(1);
    const row = await statusOf('E1');
    expect(row.live.door?.at).toBe(now);
    expect(row.last_data_at?.getTime()).toBe(now - 1000); // written at most once a minute
    now += MINUTE;
    await status('C1', 'E1', { door: { value: 'Closed' } }, { at: now - 10_000_000 });
    expect((await statusOf('E1')).last_data_at?.getTime()).toBe(now);
    // Nothing changed, and the box is heard (readings 262): when the newest value was measured, when something came.
    expect(pushed.at(-1)?.changes).toEqual({ lastdata: { value: now - MINUTE, at: now } });
  });

  it('a clock more than 24 h off is a sign of life only', async () => {
    await createBox('C2', 'E2');
    const result = await status('C2', 'E2', { door: { value: 'Closed' } }, { at: now - 25 * HOUR });
    expect(result).toMatchObject({ applied: 0, ignored: 1, isRefused: false });
    const row = await statusOf('E2');
    expect(row.last_data_at?.getTime()).toBe(now);
    expect([row.online_status, row.live]).toEqual([0, {}]);
    expect(pushed).toEqual([]);
  });

  it('72 hours without data: offline by the clock, unknown error state, and back with data', async () => {
    await createBox('C3', 'E3');
    await status('C3', 'E3', { door: { value: 'Closed' } });
    const changesAt = async (moment: number) =>
      (await applyTimeRules(pool(), moment)).filter((change) => change.equipmentNo === 'E3').map((one) => one.changes);
    // The last data came 59 s after the time that is stored: 72 hours count from it.
    now += 59_000;
    await status('C3', 'E3', { door: { value: 'Opened' } });
    expect(await changesAt(now + 72 * HOUR - 1)).toEqual([]);
    const offlineAt = now + 72 * HOUR + 1000;
    expect(await changesAt(offlineAt)).toEqual([{ onlinestatus: { value: 0, at: offlineAt } }]);
    expect(await statusOf('E3')).toMatchObject({ online_status: 0, error_status: 2 });
    now += 73 * HOUR;
    await status('C3', 'E3', { door: { value: 'Opened' } });
    expect(await statusOf('E3')).toMatchObject({ online_status: 1, error_status: 0 });
  });

  it('connected false for 5 min: cabinet disconnected; true for 60 s: back', async () => {
    await createBox('C4', 'E4', { displayType: 'ES', equipmentType: 'YAE_ESC' });
    await status('C4', 'E4', { connected: { value: false } });
    now += 4 * MINUTE;
    await status('C4', 'E4', { connected: { value: false } });
    await applyTimeRules(pool(), now);
    expect((await statusOf('E4')).online_status).toBe(1);
    now += MINUTE;
    await applyTimeRules(pool(), now);
    // That it is well nobody knows meanwhile.
    expect(await statusOf('E4')).toMatchObject({ online_status: 3, error_status: 2 });
    await pool().query("UPDATE equipment_status SET error_status = 0 WHERE equipment_no = 'E4'");
    await applyTimeRules(pool(), now);
    expect(await statusOf('E4')).toMatchObject({ online_status: 3, error_status: 2 });
    await status('C4', 'E4', { connected: { value: true } });
    expect((await statusOf('E4')).online_status).toBe(3);
    await applyTimeRules(pool(), now + MINUTE);
    expect(await statusOf('E4')).toMatchObject({ online_status: 1, error_status: 0 });
  });

  it('a unit without a box is not installed, one with a new box is offline until it is heard', async () => {
    await createBox('C5', 'E5');
    await pool().query("UPDATE equipment SET cube_no = NULL WHERE equipment_no = 'E5'");
    await applyTimeRules(pool(), now);
    expect((await statusOf('E5')).online_status).toBe(4);
    await pool().query("UPDATE equipment SET cube_no = 'C5' WHERE equipment_no = 'E5'");
    await applyTimeRules(pool(), now);
    expect((await statusOf('E5')).online_status).toBe(0);
  });

  it('error state follows errorstate and open error events', async () => {
    await createBox('C6', 'E6');
    await status('C6', 'E6', { errorstate: { value: true, code: 52 } });
    expect((await statusOf('E6')).error_status).toBe(1);
    await event('C6', 'E6', 'x');
    await status('C6', 'E6', { errorstate: { value: false, at: now + 1 } });
    expect((await statusOf('E6')).error_status).toBe(1);
    now += 1000;
    await event('C6', 'E6', 'x', { objectStatus: 'false' });
    expect((await statusOf('E6')).error_status).toBe(0);
  });

  it('a fault opens an event, a notification and an inspection; its end closes them; a late start only fills its time', async () => {
    await createBox('C7', 'E7');
    await pool().query("INSERT INTO gb_code_dict (gb_code, text) VALUES ('52', '地震') ON CONFLICT DO NOTHING");
    await event('C7', 'E7', 'a', { title: null });
    await event('C7', 'E7', 'a', { objectStatus: 'false', at: now + 5000 });
    await event('C7', 'E7', 'b', { objectStatus: 'false', at: now, code: '77' });
    await event('C7', 'E7', 'b', { at: now - 5000, code: '77' });
    const rows = (
      await pool().query(
        `SELECT e.event_id, e.object_status, e.start_at, e.end_at, n.title, n.object_status AS notice_status, n.notification_type, i.text, i.start_date, i.recover_date, i.result
         FROM equipment_event e JOIN notification n ON n.guid = 'event-' || e.id JOIN error_inspection i ON i.event_ref = e.id WHERE e.equipment_no = 'E7' ORDER BY 1`,
      )
    ).rows as Record<string, unknown>[];
    expect(rows).toEqual([
      {
        event_id: 'a',
        object_status: false,
        start_at: new Date(now),
        end_at: new Date(now + 5000),
        title: '地震',
        notice_status: false,
        notification_type: 'error',
        text: '地震',
        start_date: new Date(now),
        recover_date: new Date(now + 5000),
        result: 'PENDING',
      },
      {
        event_id: 'b',
        object_status: false,
        start_at: new Date(now - 5000),
        end_at: new Date(now),
        title: 't',
        notice_status: false,
        notification_type: 'error',
        text: '',
        start_date: new Date(now - 5000),
        recover_date: new Date(now),
        result: 'PENDING',
      },
    ]);
    expect(down.flatMap(({ leaf, body }) => (leaf === 'ack' ? (body.items as unknown[]) : []))).toHaveLength(4);
  });

  it('commissioning is stored ended', async () => {
    await createBox('C8', 'E8');
    await event('C8', 'E8', 'c', { subType: 'event', message: '启动和投入使用' });
    const { rows } = await pool().query(
      "SELECT object_status, start_at, end_at FROM equipment_event WHERE equipment_no = 'E8'",
    );
    expect(rows).toEqual([{ object_status: false, start_at: new Date(now), end_at: new Date(now) }]);
  });

  it('an alarm of trapped persons opens one entrapment event; entrapment false ends it; a release stands', async () => {
    await createBox('C9', 'E9');
    const alarm = { value: 'On', tracking: { code: 10002, entrap_enable: true } };
    await status('C9', 'E9', { alarm });
    await status('C9', 'E9', { alarm: { ...alarm, at: now + 1 } });
    const events = async () =>
      (
        await pool().query(
          "SELECT sub_type, object_status, code FROM equipment_event WHERE equipment_no = 'E9' ORDER BY id",
        )
      ).rows;
    expect(await events()).toEqual([{ sub_type: 'entrapment', object_status: true, code: '10002' }]);
    expect((await statusOf('E9')).entrapment_status).toBe(1);
    await status('C9', 'E9', { alarm: { value: 'Off', at: now + 2 } });
    expect((await statusOf('E9')).entrapment_status).toBe(1);
    await pool().query("UPDATE equipment_status SET entrapment_status = 0 WHERE equipment_no = 'E9'"); // release entered at the callback
    await status('C9', 'E9', { door: { value: 'Opened' } });
    expect((await statusOf('E9')).entrapment_status).toBe(0);
    await status('C9', 'E9', { entrapment: { value: false, at: now + 3 } });
    expect(await events()).toEqual([{ sub_type: 'entrapment', object_status: false, code: '10002' }]);
    await status('C9', 'E9', { entrapment: { value: true, at: now + 4 } });
    expect((await statusOf('E9')).entrapment_status).toBe(1);
  });

  describe('what a person entered stands until the box says something new (readings 248, 253)', () => {
    const alarm = { value: 'On', tracking: { code: 10002, entrap_enable: true } };
    const rows = async (equipmentNo: string) =>
      (
        await pool().query<{ source: string; open: boolean }>(
          'SELECT start_source AS source, released_at IS NULL AS open FROM entrapment WHERE equipment_no = $1 ORDER BY id',
          [equipmentNo],
        )
      ).rows.map(({ source, open }) => `${source} ${open ? 'open' : 'over'}`);
    /** As a release at the call-out: nobody is trapped in the unit any more. */
    const release = async (equipmentNo: string) => {
      await pool().query('UPDATE equipment_status SET entrapment_status = 0 WHERE equipment_no = $1', [equipmentNo]);
      await pool().query(
        "UPDATE entrapment SET released_at = greatest($2, start_at), release_source = 'person' WHERE equipment_no = $1 AND released_at IS NULL",
        [equipmentNo, new Date(now)],
      );
    };
    const reportByPerson = (equipmentNo: string) =>
      pool().query(
        "INSERT INTO entrapment (equipment_no, start_at, start_source, create_date) VALUES ($1, $2, 'person', $2)",
        [equipmentNo, new Date(now)],
      );
    const eventsOf = async (equipmentNo: string) =>
      (
        await pool().query<{ open: boolean }>(
          'SELECT object_status AS open FROM equipment_event WHERE equipment_no = $1 ORDER BY id',
          [equipmentNo],
        )
      ).rows.map(({ open }) => open);

    it('the alarm that rings again is of others who are trapped, with a card of its own; one that goes on is not', async () => {
      await createBox('C71', 'E71');
      await status('C71', 'E71', { alarm });
      expect([await rows('E71'), await eventsOf('E71')]).toEqual([['box open'], [true]]);
      await release('E71');
      now += MINUTE;
      await status('C71', 'E71', { alarm });
      expect([await rows('E71'), (await statusOf('E71')).entrapment_status]).toEqual([['box over'], 0]);
      now += MINUTE;
      await status('C71', 'E71', { alarm: { value: 'Off' } });
      now += MINUTE;
      await status('C71', 'E71', { alarm });
      expect([await rows('E71'), (await statusOf('E71')).entrapment_status]).toEqual([['box over', 'box open'], 1]);
      expect(await eventsOf('E71')).toEqual([false, true]);
    });

    it('also where the key says trapped all the while', async () => {
      await createBox('C72', 'E72');
      await status('C72', 'E72', { entrapment: { value: true } });
      await release('E72');
      now += MINUTE;
      await status('C72', 'E72', { alarm });
      expect(await rows('E72')).toEqual(['box over', 'box open']);
    });

    it('the end of what was answered before frees nobody whom a person reported since', async () => {
      await createBox('C73', 'E73');
      await status('C73', 'E73', { entrapment: { value: true } });
      now += MINUTE;
      await release('E73');
      now += MINUTE;
      await reportByPerson('E73');
      now += MINUTE;
      await status('C73', 'E73', { entrapment: { value: false } });
      expect(await rows('E73')).toEqual(['box over', 'person open']);
    });

    it('what an event alone tells reaches at once whoever shows the unit or counts such units, and its end too (readings 284)', async () => {
      await createBox('C75', 'E75', { onlineStatus: 1 });
      const trapped = { subType: 'entrapment', code: undefined };
      const news = { equipmentNo: 'E75', isEdited: true, isCounted: true, isUrgent: true };
      for (const objectStatus of ['true', 'false']) {
        now += MINUTE;
        pushed.length = 0;
        await event('C75', 'E75', 'told', { ...trapped, objectStatus });
        expect(pushed).toContainEqual(expect.objectContaining(news));
      }
    });

    it('nor does the end of an event, of before or of hours ago', async () => {
      await createBox('C74', 'E74');
      const trapped = { subType: 'entrapment', code: undefined };
      await event('C74', 'E74', 'first', trapped);
      now += MINUTE;
      await release('E74');
      now += MINUTE;
      await reportByPerson('E74');
      now += MINUTE;
      await event('C74', 'E74', 'first', { ...trapped, objectStatus: 'false' });
      expect(await rows('E74')).toEqual(['box over', 'person open']);
      now += MINUTE;
      await event('C74', 'E74', 'late', { ...trapped, at: now - 3 * HOUR });
      await event('C74', 'E74', 'late', { ...trapped, objectStatus: 'false', at: now - 2 * HOUR });
      expect(await rows('E74')).toEqual(['box over', 'person open']);
      // Its own word of these persons does.
      now += MINUTE;
      await event('C74', 'E74', 'now', trapped);
      now += MINUTE;
      await event('C74', 'E74', 'now', { ...trapped, objectStatus: 'false' });
      expect(await rows('E74')).toEqual(['box over', 'person over']);
    });
  });

  describe('a box that says by its status alone that persons are trapped', () => {
    const eventsOf = async (equipmentNo: string) =>
      (
        await pool().query(
          `SELECT e.event_id, e.object_status AS open, e.code, e.payload, n.notification_type, n.object_status AS card
             FROM equipment_event e JOIN notification n ON n.guid = 'event-' || e.id WHERE e.equipment_no = $1 ORDER BY e.id`,
          [equipmentNo],
        )
      ).rows;

    it('gets the card of an entrapment with the red tile, and both end when it says that nobody is', async () => {
      await createBox('C20', 'E20');
      await status('C20', 'E20', { entrapment: { value: true } });
      await status('C20', 'E20', { entrapment: { value: true, at: now + 1 } });
      expect((await statusOf('E20')).entrapment_status).toBe(1);
      expect(await eventsOf('E20')).toEqual([
        {
          event_id: expect.any(String),
          open: true,
          code: null,
          payload: null,
          notification_type: 'entrapment',
          card: true,
        },
      ]);
      await status('C20', 'E20', { entrapment: { value: false, at: now + 2 } });
      expect((await statusOf('E20')).entrapment_status).toBe(0);
      expect(await eventsOf('E20')).toMatchObject([{ open: false, card: false }]);
    });

    it('has one card also where its own event follows, which then says when it is over', async () => {
      await createBox('C21', 'E21');
      await status('C21', 'E21', { entrapment: { value: true } });
      await event('C21', 'E21', 'own', { subType: 'entrapment', code: '9', at: now + 200, payload: { floor: '7' } });
      await event('C21', 'E21', 'own', { subType: 'entrapment', code: '9', at: now + 200 });
      expect(await eventsOf('E21')).toMatchObject([{ event_id: 'own', open: true, code: '9', card: true }]);
      await event('C21', 'E21', 'own', { subType: 'entrapment', code: '9', at: now + 900, objectStatus: 'false' });
      expect(await eventsOf('E21')).toMatchObject([
        { event_id: 'own', open: false, card: false, payload: { floor: '7' } },
      ]);
    });

    it('frees nobody by a whole state that leaves the key out', async () => {
      await createBox('C22', 'E22');
      await status('C22', 'E22', { entrapment: { value: true } });
      await status('C22', 'E22', { door: { value: 'Closed' } }, { at: now + 10, full: true });
      expect((await statusOf('E22')).entrapment_status).toBe(1);
      expect(await eventsOf('E22')).toMatchObject([{ open: true, card: true }]);
      const isOver = async () =>
        (await pool().query("SELECT released_at IS NOT NULL AS over FROM entrapment WHERE equipment_no = 'E22'")).rows;
      expect(await isOver()).toEqual([{ over: false }]);
      await status('C22', 'E22', { entrapment: { value: false } }, { at: now + 20 });
      expect((await statusOf('E22')).entrapment_status).toBe(0);
      expect(await isOver()).toEqual([{ over: true }]);
      expect(await eventsOf('E22')).toMatchObject([{ open: false, card: false }]);
    });
  });

  it('counters: shown by time, differences go to the Shanghai day, a reset goes on, late readings correct', async () => {
    await createBox('C10', 'E10');
    const midnight = Math.floor((now + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 8 * HOUR;
    const count = (at: number, values: Record<string, number>) => {
      now += 11_000;
      return send('C10', 'counters', {
        equipmentNo: 'E10',
        at,
        counters: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
      });
    };
    await count(midnight - 2 * HOUR, { trips: 100, openings: 200, cumulativetriptime: 5000, energy: 10.5 });
    await count(midnight + 1000, { trips: 130, openings: 250, cumulativetriptime: 5600, energy: 12.75 });
    await count(midnight - 1000, { trips: 120 });
    await count(midnight + 2000, { trips: 3 });
    await count(midnight + 3000, { trips: 5, passengers: 7 });
    const dayText = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 10);
    expect(await day('E10')).toEqual([
      {
        day: dayText(midnight - 1),
        trips: 20,
        openings: null,
        run_sec: null,
        full_sec: null,
        crawl_sec: null,
        standby_sec: null,
        energy_kwh: null,
        passengers: null,
        flagged: false,
      },
      {
        day: dayText(midnight),
        trips: 12,
        openings: 50,
        run_sec: 600,
        full_sec: null,
        crawl_sec: null,
        standby_sec: null,
        energy_kwh: '2.250',
        passengers: null,
        // A counter ran backwards.
        flagged: true,
      },
    ]);
    expect((await statusOf('E10')).counters.trips?.value).toBe(5);
    expect(pushed.flatMap(({ changes }) => (changes.trips ? [changes.trips.value] : []))).toEqual([100, 130, 3, 5]);
  });

  it('doors and trips become the sums of the day, added up over writes; the phases stay inside', async () => {
    await createBox('CY', 'EY', { floorMapping: { 1: 'B1' } });
    const tell = (values: Record<string, unknown>) => {
      now += 2000;
      return status(
        'CY',
        'EY',
        Object.fromEntries(
          Object.entries(values).map(([key, value]) => [
            key,
            key === 'position' ? { physicalvalue: value } : { value },
          ]),
        ),
      );
    };
    const trip = async (to: number) => {
      for (const values of [
        { door: 'Closing' },
        { door: 'Closed' },
        { drive: 'Moving' },
        { drive: 'Moving', position: to },
        { drive: 'Standing' },
        { door: 'Opening' },
        { door: 'Opened' },
      ])
        await tell(values);
    };
    await tell({ door: 'Opened', drive: 'Standing', position: 1, indoorzone: 'On Floor' });
    await trip(4);
    await ingest.idle();
    await trip(1);
    await trip(4);
    await ingest.idle();
    const { rows } = await pool().query('SELECT * FROM equipment_cycle_day WHERE equipment_no = $1', ['EY']);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      door_openings: 3,
      door_open_ms: '6000',
      door_closings: 3,
      door_close_ms: '6000',
      door_reversals: 0,
      stops: 3,
      off_level_stops: 0,
      trips: 3,
      trip_ms: '12000',
      trip_floors: 9,
      floor_pairs: { '1-4': [2, 8000], '4-1': [1, 4000] },
      overloads: 0,
    });
    expect(Object.keys(pushed.find(({ changes }) => changes.door)?.changes.door ?? {}).sort()).toEqual(['at', 'value']);
  });

  it('counters of an escalator are one pushed key; a monstrous jump fills the day and harms nobody', async () => {
    await createBox('C11', 'E11', { displayType: 'ES', equipmentType: 'YAE_ESC' });
    const count = (values: Record<string, number>) => {
      now += 11_000;
      return send('C11', 'counters', {
        equipmentNo: 'E11',
        at: now,
        counters: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
      });
    };
    await count({ up: 10, down: 5, crawling: 1, readytostart: 2, autostop: 0 });
    await count({ up: 30, crawling: 4, readytostart: 12, autostop: 5 });
    expect((await day('E11'))[0]).toMatchObject({ run_sec: 23, full_sec: 20, crawl_sec: 3, standby_sec: 15 });
    expect(pushed.at(-1)?.changes.counters?.value).toEqual({
      up: 30,
      down: 5,
      crawling: 4,
      readytostart: 12,
      autostop: 5,
    });
    expect(await count({ up: 900_000_000_000 })).toMatchObject({ applied: 1, isRefused: false });
    expect((await day('E11'))[0]).toMatchObject({ run_sec: 2_147_483_647 });
  });

  it('a pro box speaks for the units on its ports and for no other', async () => {
    await createBox('PRO1', 'P1', { kind: 'pro', unitCubeNo: 'PRO1-1' });
    await createBox('PRO1', 'P32', { kind: 'pro', unitCubeNo: 'PRO1-32' });
    await createBox('PRO1', 'P33', { kind: 'pro', unitCubeNo: 'PRO1-33' });
    await createBox('BOXY', 'BP1', { unitCubeNo: 'BOXY-1' });
    expect(await status('PRO1', 'P1', { door: { value: 'Closed' } })).toMatchObject({ applied: 1 });
    expect(await status('PRO1', 'P32', { door: { value: 'Closed' } })).toMatchObject({ applied: 1 });
    expect(await status('PRO1', 'P33', { door: { value: 'Closed' } })).toMatchObject({ isRefused: true });
    expect(await status('BOXY', 'BP1', { door: { value: 'Closed' } })).toMatchObject({ isRefused: true });
    await send('PRO1', 'connection', { state: 'online', session: 's', at: now });
    expect([
      (await statusOf('P1')).connection,
      (await statusOf('P32')).connection,
      (await statusOf('P33')).connection,
    ]).toEqual(['online', 'online', null]);
    expect(pushed.filter(({ changes }) => changes.connection).map(({ equipmentNo }) => equipmentNo)).toEqual([
      'P1',
      'P32',
    ]);
  });

  it('over the rate: of status the newest is kept, everything else is refused', async () => {
    await createBox('C12', 'E12');
    const results = await Promise.all(
      Array.from({ length: 80 }, (_, index) => {
        if (index === 79)
          setTimeout(() => {
            now += 1000;
          }, 50);
        return status('C12', 'E12', { speed: { value: index, at: now + index } });
      }),
    );
    expect(results.every((result) => !result.isRefused)).toBe(true);
    expect((await statusOf('E12')).live.speed?.value).toBe(79);
    const events = await Promise.all(
      Array.from({ length: 8 }, (_, index) => event('C12', 'E12', `r${index}`, { subType: 'event' })),
    );
    expect(events.map((result) => result.isRefused)).toEqual([false, false, false, false, false, true, true, true]);
    expect(events.at(-1)?.refusals[0]?.code).toBe('rate_limited');
  });

  it('value changes are stored in rows of five minutes, each beginning with the values known before', async () => {
    await createBox('C13', 'E13');
    const start = now;
    await status('C13', 'E13', { door: { value: 'Opening' }, position: { physicalvalue: 4 } });
    await ingest.idle();
    now += 5 * MINUTE;
    await status('C13', 'E13', { door: { value: 'Opened' } });
    await status('C13', 'E13', { door: { value: 'Opened', at: now + 1 } });
    await ingest.idle();
    const { rows } = await pool().query<{ changes: unknown[] }>(
      "SELECT changes FROM equipment_trace WHERE equipment_no = 'E13' ORDER BY bucket_start",
    );
    const bucket = (at: number) => Math.floor(at / (5 * MINUTE)) * 5 * MINUTE;
    expect(rows.map((row) => row.changes)).toEqual([
      [
        [bucket(start), 'onlinestatus', 0],
        [start, 'door', 'Opening'],
        [start, 'position', '4', { physicalvalue: 4 }],
        [start, 'onlinestatus', 1],
      ],
      [
        [start, 'door', 'Opening'],
        [start, 'position', '4', { physicalvalue: 4 }],
        [bucket(now), 'onlinestatus', 1],
        [now, 'door', 'Opened'],
      ],
    ]);
  });

  it('logs: repeats are ignored, also with another time', async () => {
    await createBox('C14', 'E14');
    const log = (at: number, ids: string[]) =>
      send('C14', 'log', {
        equipmentNo: 'E14',
        entries: ids.map((logId) => ({ logId, topic: 2, cnType: 'c', desc: 'd', status: 's', at })),
      });
    expect(await log(now, ['1', '2', '2'])).toMatchObject({ applied: 2, ignored: 1 });
    now += 2000;
    expect(await log(now, ['2', '3'])).toMatchObject({ applied: 1, ignored: 1 });
    expect(
      (
        await pool().query("SELECT log_id, cube_date FROM equipment_log WHERE equipment_no = 'E14' ORDER BY 1")
      ).rows.map((row: { log_id: string }) => row.log_id),
    ).toEqual(['1', '2', '3']);
  });

  it('a full message after a start removes the values that it does not name, and viewers are informed', async () => {
    await createBox('C16', 'E16');
    await status('C16', 'E16', { door: { value: 'Closed' }, load: { value: 'Empty' } });
    now += 1000;
    await status('C16', 'E16', { door: { value: 'Closed' } }, { full: true });
    expect(Object.keys((await statusOf('E16')).live)).toEqual(['door']);
    expect(pushed.at(-1)).toMatchObject({ equipmentNo: 'E16', changes: {}, forgotten: ['load'] });
    await status('C16', 'E16', { load: { value: 'Loaded', at: now - 500 } });
    expect(Object.keys((await statusOf('E16')).live)).toEqual(['door']);
  });

  it('two ingest processes on one unit end in one truth', async () => {
    await createBox('C15', 'E15');
    const other = new Ingest({ pool, now: () => now, flushMs: 1, downlink: { publish: () => undefined } });
    const both = [ingest, other];
    await Promise.all(
      Array.from(
        { length: 60 },
        (_, index) =>
          new Promise((settle) => {
            both[index % 2]?.offer({
              cubeNo: 'C15',
              leaf: 'status',
              source: 'mqtt',
              settle,
              payload: Buffer.from(
                JSON.stringify({
                  v: 1,
                  equipmentNo: 'E15',
                  at: now - 60 + index,
                  seq: index,
                  status: {
                    speed: { value: index },
                    [index % 3 ? 'door' : 'load']: { value: index % 3 ? 'Closed' : 'Empty' },
                  },
                }),
              ),
            });
          }),
      ),
    );
    await other.stop();
    expect((await statusOf('E15')).live).toMatchObject({
      speed: { value: 59 },
      door: { value: 'Closed', at: now - 1 },
      load: { value: 'Empty', at: now - 3 },
    });
  });

  it('an event that is delivered again, open or over, counts once for everything that counts events', async () => {
    await createBox('C62', 'E62');
    const once = { applied: 1, ignored: 0 };
    const again = { applied: 0, ignored: 1 };
    expect(await event('C62', 'E62', 'same')).toMatchObject(once);
    expect(await event('C62', 'E62', 'same')).toMatchObject(again);
    const end = { objectStatus: 'false', at: now + 1000 };
    expect(await event('C62', 'E62', 'same', end)).toMatchObject(once);
    expect(await event('C62', 'E62', 'same', end)).toMatchObject(again);
    now += 20_000;
    const trapped = { subType: 'entrapment', code: undefined, at: now };
    expect(await event('C62', 'E62', 'trapped', trapped)).toMatchObject(once);
    expect(await event('C62', 'E62', 'trapped', trapped)).toMatchObject(again);
  });

  it('a unit whose service was stopped notifies only about trapped persons; its values are still stored', async () => {
    await createBox('C61', 'E61');
    await pool().query("UPDATE equipment SET service_stopped = true WHERE equipment_no = 'E61'");
    const told = async () =>
      (
        await pool().query<{ kind: string }>(
          "SELECT notification_type || ' ' || coalesce(sub_type, '') AS kind FROM notification WHERE equipment_no = 'E61' ORDER BY notification_id",
        )
      ).rows.map(({ kind }) => kind);
    const kept = async () =>
      (await pool().query("SELECT sub_type FROM equipment_event WHERE equipment_no = 'E61' ORDER BY id")).rows;
    await event('C61', 'E61', 'fault');
    await event('C61', 'E61', 'plain', { subType: 'event', code: undefined });
    expect([await told(), (await kept()).length]).toEqual([[], 2]);
    await event('C61', 'E61', 'trapped', { subType: 'entrapment', code: undefined });
    expect(await told()).toEqual(['entrapment entrapment']);
    await pool().query("UPDATE equipment SET service_stopped = false WHERE equipment_no = 'E61'");
    now += 20_000;
    await event('C61', 'E61', 'again');
    expect(await told()).toEqual(['entrapment entrapment', 'error error']);
  });
});
