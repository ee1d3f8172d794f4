import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectAsync } from 'mqtt';
import { noteConfigTold, owedConfigs } from '@/lib/live/telemetry/config-message';
import { raiseConfigs } from '@/lib/live/telemetry/raise-configs';
import { db, pool } from '@/lib/platform/db/client';
import { freePort } from '../../../support/ports';
import { until } from '../../../support/until';
import { requirePrograms } from '../../scale-out/support/programs';
import { useFreshDatabase } from '../../support/database';
import { openGateway, type ListeningGateway } from './running-gateway';
import { createBox, mosquittoPub, mosquittoSub, statusOf, type Box } from './world';

/** MQTT_URL with a real Mosquitto. It checks no logins here; in production its own files or our hooks do. */
describe('an outside broker', () => {
  useFreshDatabase();

  describe('shared by two gateways', () => {
    const gateways: ListeningGateway[] = [];
    let mqttPort: number;
    let broker: ChildProcess;
    let folder: string;
    let box: Box;

    const startBroker = async () => {
      broker = spawn(requirePrograms('mosquitto').mosquitto, ['-c', path.join(folder, 'mosquitto.conf')], {
        stdio: 'ignore',
      });
      await once(broker, 'spawn');
    };
    beforeAll(async () => {
      mqttPort = await freePort();
      folder = mkdtempSync(path.join(tmpdir(), 'lift-mosquitto-'));
      writeFileSync(path.join(folder, 'mosquitto.conf'), `listener ${mqttPort} 127.0.0.1\nallow_anonymous true\n`);
      await startBroker();
      box = await createBox('OB1', 'OE1');
      for (let index = 0; index < 2; index += 1)
        gateways.push(await openGateway(['ingest'], `mqtt://127.0.0.1:${mqttPort}`));
      const areBothThere = async () =>
        (await Promise.all(gateways.map(async ({ url }) => (await fetch(`${url}/health`)).ok))).every(Boolean);
      await until(areBothThere, 10_000);
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    afterAll(async () => {
      for (const gateway of gateways) await gateway.close();
      broker.kill('SIGTERM');
      await once(broker, 'exit');
      rmSync(folder, { recursive: true, force: true });
    });

    it('data arrives once, is acknowledged after the commit, and the box gets its configuration when it comes online', async () => {
      let heard = '';
      const ears = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: 'ears' });
      ears.on('message', (topic, payload) => void (heard += `${topic} ${payload.toString('utf8')}\n`));
      await ears.subscribeAsync(['lift/v1/OB1/ack', 'lift/v1/OB1/config'], { qos: 1 });
      await mosquittoPub(
        mqttPort,
        box,
        'lift/v1/OB1/connection',
        JSON.stringify({ v: 1, state: 'online', session: 's1', at: Date.now() }),
        ['-r'],
      );
      await mosquittoPub(
        mqttPort,
        box,
        'lift/v1/OB1/status',
        JSON.stringify({ v: 1, equipmentNo: 'OE1', at: Date.now(), status: { door: { value: 'Opened' } } }),
      );
      for (const eventId of ['a', 'b', 'c', 'a']) {
        await mosquittoPub(
          mqttPort,
          box,
          'lift/v1/OB1/event',
          JSON.stringify({
            v: 1,
            equipmentNo: 'OE1',
            eventId,
            subType: 'error',
            code: '1',
            objectStatus: 'true',
            at: Date.now(),
          }),
        );
      }
      const acks = ['a', 'b', 'c'].map((eventId) => `{"equipmentNo":"OE1","eventId":"${eventId}"}`);
      await until(() => acks.every((ack) => heard.includes(ack)), 30_000);
      await until(() => heard.includes('lift/v1/OB1/config {"v":1'), 30_000);
      await ears.endAsync(true);
      expect(await statusOf('OE1')).toMatchObject({
        online_status: 1,
        connection: 'online',
        live: { door: { value: 'Opened' } },
      });
      expect((await pool().query('SELECT event_id FROM equipment_event ORDER BY 1')).rows).toEqual([
        { event_id: 'a' },
        { event_id: 'b' },
        { event_id: 'c' },
      ]);
    });

    it('is given the configuration of a box again as soon as it changes, and keeps it for the box', async () => {
      await db().$transaction((sql) => raiseConfigs(sql, ['OB1']));
      await until(async () => {
        const { output } = await mosquittoSub(mqttPort, box, ['lift/v1/OB1/config'], 5, ['-C', '1', '-i', 'late']);
        return output.includes('"version":2');
      }, 15_000);
    });

    it('is owed again what another gateway had read before and published after', async () => {
      await createBox('OB2', 'OE2');
      // Its own gateways leave it alone: it is bound to nothing.
      await pool().query(`UPDATE edge_cube SET config_version = 3, bind_state = 'UNBOUND' WHERE cube_no = 'OB2'`);
      await noteConfigTold('OB2', 3);
      await noteConfigTold('OB2', 2);
      const { rows } = await pool().query(`SELECT config_told FROM edge_cube WHERE cube_no = 'OB2'`);
      expect(rows).toEqual([{ config_told: 2 }]);
    });

    it('comes back by itself after the broker was away, and is told what was raised meanwhile', async () => {
      broker.kill('SIGKILL');
      await once(broker, 'exit');
      await db().$transaction((sql) => raiseConfigs(sql, ['OB1']));
      await startBroker();
      await until(async () => {
        const { output } = await mosquittoSub(mqttPort, box, ['lift/v1/OB1/config'], 5, ['-C', '1', '-i', 'back']);
        return output.includes('"version":3');
      }, 25_000);
      await until(async () => (await owedConfigs()).length === 0, 15_000);
      await until(async () => {
        await mosquittoPub(
          mqttPort,
          box,
          'lift/v1/OB1/status',
          JSON.stringify({ v: 1, equipmentNo: 'OE1', at: Date.now(), status: { door: { value: 'Closing' } } }),
        );
        return (await statusOf('OE1')).live.door?.value === 'Closing';
      }, 15_000);
    });
  });
});
