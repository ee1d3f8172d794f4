import { connect as connectTcp } from 'node:net';
import { connectAsync, type MqttClient } from 'mqtt';
import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { settleLinks } from '@/lib/programs/gateway/cube-watch';
import { registry } from '@/lib/platform/system/metrics';
import { raiseConfigs } from '@/lib/live/telemetry/raise-configs';
import { hashCubeSecret, newCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { openGateway, type ListeningGateway } from './running-gateway';
import { createBox, mosquittoPub, mosquittoSub, statusOf, type Box } from './world';

let gateway: ListeningGateway;

const statusText = (equipmentNo: string, door: string, at = Date.now()) =>
  JSON.stringify({ v: 1, equipmentNo, at, status: { door: { value: door } } });
const doorOf = async (equipmentNo: string) => (await statusOf(equipmentNo)).live.door?.value;

function client(box: Box, more: object = {}): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${gateway.mqttPort}`, {
    protocolVersion: 4,
    clientId: box.cubeNo,
    username: box.cubeNo,
    password: box.secret,
    reconnectPeriod: 0,
    ...more,
  });
}

/** Everything a box hears, by leaf. */
function listen(connected: MqttClient): { leaf: string; body: Record<string, unknown>; retain: boolean }[] {
  const heard: { leaf: string; body: Record<string, unknown>; retain: boolean }[] = [];
  connected.on('message', (topic, payload, packet) => {
    heard.push({
      leaf: topic.split('/').at(-1) ?? '',
      body: JSON.parse(payload.toString('utf8')) as Record<string, unknown>,
      retain: packet.retain,
    });
  });
  return heard;
}

const rejectsOf = async (cubeNo: string) =>
  (
    await pool().query<{ topic: string; code: string; key: string | null }>(
      'SELECT topic, code, key FROM ingest_reject WHERE cube_no = $1 ORDER BY id',
      [cubeNo],
    )
  ).rows;

async function counted(name: string, labels: string): Promise<number> {
  const line = (await registry().metrics()).split('\n').find((text) => text.startsWith(`${name}{${labels}}`));
  return line ? Number(line.split(' ').at(-1)) : 0;
}

describe('the embedded broker', () => {
  useFreshDatabase();

  describe('with boxes', () => {
    let a: Box;
    let b: Box;
    let open: MqttClient[] = [];
    const as = async (box: Box, more: object = {}) => {
      const connected = await client(box, more);
      connected.on('error', () => undefined);
      open.push(connected);
      return connected;
    };

    beforeAll(async () => {
      a = await createBox('BX001', '10000001', { floorMapping: { '3': 'B1' } });
      b = await createBox('BX002', '10000002');
      gateway = await openGateway();
    });
    afterEach(async () => {
      await Promise.all(open.map((connected) => connected.endAsync(true)));
      open = [];
    });
    afterAll(() => gateway?.close());

    it('mosquitto_pub opens the door', async () => {
      const at = Date.now();
      const body = JSON.stringify({
        v: 1,
        equipmentNo: a.equipmentNo,
        at,
        status: { door: { value: 'Opened' }, position: { physicalvalue: 3 } },
      });
      expect(await mosquittoPub(gateway.mqttPort, a, 'lift/v1/BX001/status', body)).toEqual({ code: 0, output: '' });
      await until(async () => (await doorOf(a.equipmentNo)) === 'Opened');
      const row = await statusOf(a.equipmentNo);
      expect(row.live).toMatchObject({ door: { value: 'Opened', at }, position: { value: 'B1', physicalvalue: 3 } });
      expect(row.online_status).toBe(1);
    });

    it('wrong, missing and foreign credentials are refused and counted', async () => {
      const before = await counted('mqtt_denied_total', 'what="connect"');
      const tries: [string, Box][] = [
        ['wrong secret', { ...a, secret: `${a.secret}x` }],
        ['no secret', { ...a, secret: '' }],
        ["another box's secret", { ...a, secret: b.secret }],
        ['unknown box', { ...a, cubeNo: 'BX999' }],
        ['SQL', { ...a, cubeNo: "' OR 1=1 --" }],
      ];
      for (const [what, box] of tries) {
        const { code } = await mosquittoPub(
          gateway.mqttPort,
          box,
          `lift/v1/${box.cubeNo}/status`,
          statusText(a.equipmentNo, 'Blocked'),
        );
        expect([what, code]).not.toEqual([what, 0]);
      }
      await expect(client({ ...a }, { clientId: 'someone' })).rejects.toThrow(/not authorized/i);
      await expect(client({ ...a }, { username: 'BX002' })).rejects.toThrow(/not authorized/i);
      expect(await doorOf(a.equipmentNo)).toBe('Opened');
      expect(await counted('mqtt_denied_total', 'what="connect"')).toBeGreaterThanOrEqual(before + 7);
    });

    it('foreign topics and foreign equipment change nothing, are counted, and the box may go on', async () => {
      const connected = await as(a);
      const heard = listen(connected);
      await connected.subscribeAsync('lift/v1/BX001/reject', { qos: 1 });
      for (const topic of [
        'lift/v1/BX002/status',
        'lift/v1/BX002/ack',
        'lift/v1/BX001/config',
        '$SYS/x',
        'lift/v1/BX001/ack',
        'any/where',
      ]) {
        await connected.publishAsync(topic, statusText(b.equipmentNo, 'Blocked'), { qos: 1 });
      }
      await connected.publishAsync('lift/v1/BX001/status', statusText(b.equipmentNo, 'Blocked'), { qos: 1 });
      await connected.publishAsync('lift/v1/BX001/status', statusText(a.equipmentNo, 'Closing'), { qos: 1 });
      await until(async () => (await doorOf(a.equipmentNo)) === 'Closing');
      expect(connected.connected).toBe(true);
      expect(await doorOf(b.equipmentNo)).toBeUndefined();
      await until(async () => (await rejectsOf('BX001')).filter((row) => row.code === 'forbidden').length === 7);
      expect(heard.find(({ leaf }) => leaf === 'reject')?.body).toMatchObject({ v: 1, code: 'forbidden' });
    });

    it('every wildcard, $share, $SYS and foreign subscription is denied, also in a lasting session', async () => {
      const connected = await as(a, { clean: false });
      const heard = listen(connected);
      const filters = [
        '#',
        '+/#',
        'lift/v1/+/status',
        'lift/v1/BX001/#',
        'lift/v1/BX001/+',
        '$share/g/lift/v1/+/event',
        '$share/g/lift/v1/BX001/ack',
        '$SYS/#',
        'lift/v1/BX002/ack',
        'lift/v1/BX001/status',
      ];
      const granted = await connected
        .subscribeAsync([...filters, 'lift/v1/BX001/ack'], { qos: 1 })
        .catch((error: { message: string }) => error.message);
      expect(String(JSON.stringify(granted))).toMatch(/Unspecified error|128/);
      await mosquittoPub(gateway.mqttPort, b, 'lift/v1/BX002/status', statusText(b.equipmentNo, 'Opened'));
      await until(async () => (await doorOf(b.equipmentNo)) === 'Opened');
      await connected.endAsync(true);
      await mosquittoPub(gateway.mqttPort, b, 'lift/v1/BX002/status', statusText(b.equipmentNo, 'Closing'));
      await until(async () => (await doorOf(b.equipmentNo)) === 'Closing');
      const again = await as(a, { clean: false });
      const heardAgain = listen(again);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect([...heard, ...heardAgain]).toEqual([]);
      await again.endAsync(true);
      await (await as(a, { clean: true })).endAsync(true);
    });

    it('mosquitto_sub gets the retained configuration of its box', async () => {
      const { output } = await mosquittoSub(gateway.mqttPort, a, ['lift/v1/BX001/config'], 5, ['-C', '1']);
      const [topic, ...rest] = output.trim().split(' ');
      expect(topic).toBe('lift/v1/BX001/config');
      expect(JSON.parse(rest.join(' '))).toMatchObject({
        v: 1,
        version: 1,
        intervals: { statusMinMs: 200, fullSec: 300, countersSec: 300 },
        equipment: [{ equipmentNo: a.equipmentNo, displayType: 'EV', schedules: [] }],
      });
    });

    it('a connected box gets its configuration again as soon as it changes, with the next version', async () => {
      const connected = await as(b);
      const heard = listen(connected);
      const versions = () => heard.filter(({ leaf }) => leaf === 'config').map(({ body }) => body.version);
      await connected.subscribeAsync('lift/v1/BX002/config', { qos: 1 });
      await until(() => versions().includes(1));
      await db().$transaction((sql) => raiseConfigs(sql, ['BX002']));
      await until(() => versions().includes(2));
      // The hint was missed: the comparison finds it.
      await pool().query(`UPDATE edge_cube SET config_version = 3 WHERE cube_no = 'BX002'`);
      await until(() => versions().includes(3), 15_000);
    });

    it('malformed payloads are refused one by one, the good entries beside them apply', async () => {
      await pool().query('DELETE FROM ingest_reject');
      const connected = await as(b);
      const send = (leaf: string, body: unknown) =>
        connected.publishAsync(`lift/v1/BX002/${leaf}`, typeof body === 'string' ? body : JSON.stringify(body), {
          qos: 1,
        });
      await send('status', '{');
      await send('status', { v: 2, equipmentNo: b.equipmentNo, at: Date.now(), status: {} });
      await send('status', { v: 1, equipmentNo: b.equipmentNo, status: {} });
      await send('status', {
        v: 1,
        equipmentNo: b.equipmentNo,
        at: Date.now(),
        status: { door: { value: 'Locked' }, speed: { value: -1 }, stepspeed: { value: 5 }, nonsense: { value: 1 } },
      });
      await send('event', {
        v: 1,
        equipmentNo: b.equipmentNo,
        at: Date.now(),
        eventId: 'x',
        subType: 'nothing',
        objectStatus: 'true',
      });
      await until(async () => (await doorOf(b.equipmentNo)) === 'Locked');
      await until(async () => (await rejectsOf('BX002')).length === 7);
      expect((await rejectsOf('BX002')).map((row) => `${row.topic} ${row.code} ${row.key ?? '-'}`).sort()).toEqual([
        'event bad_value subType',
        'status bad_message -',
        'status bad_time -',
        'status bad_value speed',
        'status bad_version -',
        'status unknown_key nonsense',
        'status unknown_key stepspeed',
      ]);
    });

    it('a leaf over its size is refused and the rest goes on; a packet over every size closes only its own connection', async () => {
      await pool().query('DELETE FROM ingest_reject');
      const [one, other] = [await as(a), await as(b)];
      await one.publishAsync('lift/v1/BX001/status', JSON.stringify({ v: 1, pad: 'x'.repeat(9000) }), { qos: 1 });
      await one.publishAsync('lift/v1/BX001/status', statusText(a.equipmentNo, 'Stopped'), { qos: 1 });
      await until(async () => (await doorOf(a.equipmentNo)) === 'Stopped');
      await until(async () => (await rejectsOf('BX001')).some((row) => row.code === 'too_large'));
      expect(one.connected).toBe(true);

      const closed = new Promise<void>((resolve) => one.once('close', () => resolve()));
      one.publish('lift/v1/BX001/log', Buffer.alloc(4 * 1024 * 1024), { qos: 1 }, () => undefined);
      await closed;
      expect(other.connected).toBe(true);
      await other.publishAsync('lift/v1/BX002/status', statusText(b.equipmentNo, 'Closed'), { qos: 1 });
      await until(async () => (await doorOf(b.equipmentNo)) === 'Closed');
    });

    it('bytes that are not MQTT close their own connection only', async () => {
      const other = await as(b);
      const socket = connectTcp(gateway.mqttPort, '127.0.0.1');
      socket.on('error', () => undefined);
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.write('GET / HTTP/1.1\r\n\r\n');
      await closed;
      expect(other.connected).toBe(true);
    });

    it('a second connection takes over the first', async () => {
      const first = await as(a);
      const closed = new Promise<void>((resolve) => first.once('close', () => resolve()));
      const second = await as(a);
      await closed;
      expect(second.connected).toBe(true);
    });

    it('a new secret or a disabled box ends the connection', async () => {
      const first = await as(a);
      const closed = new Promise<void>((resolve) => first.once('close', () => resolve()));
      const secret = newCubeSecret();
      await new Promise((resolve) => setTimeout(resolve, 100));
      await db().$transaction(async (transaction) => {
        await transaction.edgeCube.update({
          where: { cubeNo: a.cubeNo },
          data: { secretHash: hashCubeSecret(secret), secretAt: new Date() },
        });
        await notifyPortal(transaction, { topic: 'cube', key: a.cubeNo });
      });
      await closed;
      await expect(client(a)).rejects.toThrow(/not authorized/i);
      a = { ...a, secret };
      const second = await as(a);
      const closedAgain = new Promise<void>((resolve) => second.once('close', () => resolve()));
      await db().edgeCube.update({ where: { cubeNo: a.cubeNo }, data: { enabled: false } });
      await closedAgain; // without a hint: the comparison finds it
      await expect(client(a)).rejects.toThrow(/not authorized/i);
      await db().edgeCube.update({ where: { cubeNo: a.cubeNo }, data: { enabled: true } });
      await until(async () =>
        client(a).then(
          async (connected) => {
            await connected.endAsync();
            return true;
          },
          () => false,
        ),
      );
    });

    it('the last will sets the link offline, of the current session only', async () => {
      const will = {
        topic: 'lift/v1/BX002/connection',
        payload: Buffer.from(JSON.stringify({ v: 1, state: 'offline', session: 's2', at: Date.now(), will: true })),
        qos: 1 as const,
        retain: true,
      };
      const connected = await as(b, { will });
      await connected.publishAsync(
        'lift/v1/BX002/connection',
        JSON.stringify({ v: 1, state: 'online', session: 's1', at: Date.now() - 10, fw: '2.4.1', reason: null }),
        { qos: 1, retain: true },
      );
      await connected.publishAsync(
        'lift/v1/BX002/connection',
        JSON.stringify({ v: 1, state: 'online', session: 's2', at: Date.now(), fw: '2.4.2', reason: null }),
        { qos: 1, retain: true },
      );
      await until(async () => (await statusOf(b.equipmentNo)).session === 's2');
      expect((await statusOf(b.equipmentNo)).connection).toBe('online');
      await connected.publishAsync(
        'lift/v1/BX002/connection',
        JSON.stringify({ v: 1, state: 'offline', session: 's1', at: Date.now() }),
        { qos: 1 },
      );
      connected.stream.destroy();
      await until(async () => (await statusOf(b.equipmentNo)).connection === 'offline');
      const { rows } = await pool().query('SELECT state, session, fw_version FROM edge_cube WHERE cube_no = $1', [
        b.cubeNo,
      ]);
      expect(rows).toEqual([{ state: 'offline', session: 's2', fw_version: '2.4.2' }]);
      expect((await statusOf(b.equipmentNo)).online_status).toBe(1);
    });

    it('a box that was lost together with the gateway is offline when it does not come back', async () => {
      const lost = await createBox('BX003', '10000003');
      await pool().query(
        "UPDATE edge_cube SET state = 'online', session = 'old', state_at = now() - interval '1 hour' WHERE cube_no IN ('BX003', 'BX001')",
      );
      await pool().query("UPDATE edge_cube SET last_data_at = now() + interval '1 minute' WHERE cube_no = 'BX001'");
      if (!gateway.ingest) throw new Error('no ingest');
      const stop = settleLinks({ connectedCubes: () => ['BX002'] }, gateway.ingest, 10);
      await until(async () => (await statusOf(lost.equipmentNo)).connection === 'offline');
      expect(
        (await pool().query("SELECT cube_no, state FROM edge_cube WHERE cube_no IN ('BX001', 'BX003') ORDER BY 1"))
          .rows,
      ).toEqual([
        { cube_no: 'BX001', state: 'online' },
        { cube_no: 'BX003', state: 'offline' },
      ]);
      stop();
    });

    it('events and logs are acknowledged after the commit, again when they come again', async () => {
      const connected = await as(b);
      const heard = listen(connected);
      await connected.subscribeAsync('lift/v1/BX002/ack', { qos: 1 });
      const event = JSON.stringify({
        v: 1,
        equipmentNo: b.equipmentNo,
        eventId: 'e-9f2',
        subType: 'error',
        code: '52',
        objectStatus: 'true',
        at: Date.now(),
        title: '故障',
        message: 'm',
        payload: { a: 1 },
      });
      const log = JSON.stringify({
        v: 1,
        equipmentNo: b.equipmentNo,
        entries: [
          {
            logId: 'l-1',
            topic: 1,
            cnType: '故障',
            desc: 'tab\there \\ and\nline',
            status: 's',
            at: Date.now(),
            payload: { deep: ['\\N'] },
          },
        ],
      });
      await connected.publishAsync('lift/v1/BX002/event', event, { qos: 1 });
      await connected.publishAsync('lift/v1/BX002/log', log, { qos: 1 });
      await until(() => heard.length >= 1 && JSON.stringify(heard).includes('l-1'));
      expect(heard.every(({ leaf }) => leaf === 'ack')).toBe(true);
      expect(heard.flatMap(({ body }) => body.items)).toEqual([
        { equipmentNo: b.equipmentNo, eventId: 'e-9f2' },
        { equipmentNo: b.equipmentNo, logIds: ['l-1'] },
      ]);
      heard.length = 0;
      await connected.publishAsync('lift/v1/BX002/event', event, { qos: 1 });
      await until(() => JSON.stringify(heard).includes('e-9f2'));
      const { rows } = await pool().query(
        `SELECT (SELECT count(*)::int FROM equipment_event) AS events, (SELECT count(*)::int FROM notification) AS notices,
                (SELECT count(*)::int FROM error_inspection) AS faults, (SELECT count(*)::int FROM equipment_log) AS logs`,
      );
      expect(rows).toEqual([{ events: 1, notices: 1, faults: 1, logs: 1 }]);
      expect((await pool().query('SELECT log_desc, payload FROM equipment_log')).rows).toEqual([
        { log_desc: 'tab\there \\ and\nline', payload: { deep: ['\\N'] } },
      ]);
      expect((await statusOf(b.equipmentNo)).error_status).toBe(1);
    });
  });
});
