import { startGateway, type Gateway } from '@/lib/gateway/gateway';
import { config } from '@/lib/config';
import { pool } from '@/lib/db/client';
import { liveBus } from '@/lib/telemetry/bus';
import type { LiveChange } from '@/lib/realtime/live-message';
import { useFreshDatabase } from '../support/database';
import { createBox, eventually, mosquittoPub, statusOf, type Box } from './world';

const MQTT_PORT = 18830;

describe('a box at the embedded broker', () => {
  useFreshDatabase();
  let gateway: Gateway | undefined;
  let box: Box;
  const heard: LiveChange[] = [];

  beforeAll(async () => {
    box = await createBox('BX001', '10512345', { floorMapping: { '3': 'B1' } });
    liveBus.subscribe((changes) => heard.push(...changes));
    const settings = config();
    gateway = await startGateway({
      ...settings, databaseUrl: settings.databaseUrl, internalSecret: settings.internalSecret, session: settings.session,
      gateway: { ...settings.gateway, port: 3701, roles: new Set(['ingest']) }, mqtt: { host: '127.0.0.1', port: MQTT_PORT },
    });
  });
  afterAll(() => gateway?.close());

  it('mosquitto_pub opens the door: stored, online, pushed', async () => {
    const at = Date.now();
    const sent = await mosquittoPub(MQTT_PORT, box, 'lift/v1/BX001/status', JSON.stringify({
      v: 1, equipmentNo: '10512345', at, status: { door: { value: 'Opened' }, position: { physicalvalue: 3 } },
    }));
    expect(sent).toEqual({ code: 0, output: '' });
    await eventually(async () => (await statusOf('10512345')).live.door);
    const row = await statusOf('10512345');
    expect(row.live.door).toEqual({ value: 'Opened', at });
    expect(row.live.position).toEqual({ value: 'B1', physicalvalue: 3, at });
    expect(row.online_status).toBe(1);
    expect(heard.at(-1)?.changes).toMatchObject({ door: { value: 'Opened', at }, onlinestatus: { value: 1 } });
    expect((await pool().query('SELECT count(*)::int AS n FROM ingest_reject')).rows).toEqual([{ n: 0 }]);
  });
});
