import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import type { EquipmentGroupDetail } from '@/lib/features/equipment-groups/contract';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import type { GatewayProcess } from '@/lib/programs/gateway/gateway';
import { call, resetLimits } from '../../../support/callers';
import { isFull } from '../../../support/full';
import { createPersonas } from '../../../support/personas';
import { until } from '../../../support/until';
import { openGateway } from '../../live/telemetry/running-gateway';
import { createBox } from '../../live/telemetry/world';
import { freePort } from '../../../support/ports';
import { requirePrograms } from '../../scale-out/support/programs';
import { useFreshDatabase } from '../../support/database';
import { useNoStrategies } from '../strategies/support/strategy';

/** Nothing here can move a unit: whatever is done with groups, a broker hears of nothing but hours for display (silent-screens A10). */

useFreshDatabase();
useNoStrategies();
const ADMIN = 'platformAdmin';
const SAVES = isFull ? 100 : 15;
const EXECUTIONS = isFull ? 60 : 10;

describe('a broker', () => {
  let broker: ChildProcess;
  let gateway: GatewayProcess;
  let ears: MqttClient;
  let folder: string;
  const heard: { topic: string; payload: string }[] = [];

  beforeAll(async () => {
    await createPersonas();
    const port = await freePort();
    folder = mkdtempSync(path.join(tmpdir(), 'lift-groups-'));
    writeFileSync(path.join(folder, 'mosquitto.conf'), `listener ${port} 127.0.0.1\nallow_anonymous true\n`);
    broker = spawn(requirePrograms('mosquitto').mosquitto, ['-c', path.join(folder, 'mosquitto.conf')], {
      stdio: 'ignore',
    });
    await once(broker, 'spawn');
    await createBox('GB1', 'GW-1', { displayType: 'ES', equipmentType: 'YAE_ESC', onlineStatus: 1 });
    await db().projectEquipment.create({ data: { projectId: 'P-1', equipmentNo: 'GW-1' } });
    ears = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: 'ears' });
    ears.on('message', (topic, payload) => void heard.push({ topic, payload: payload.toString('utf8') }));
    await ears.subscribeAsync('#', { qos: 1 });
    gateway = await openGateway(['ingest'], `mqtt://127.0.0.1:${port}`);
  });
  beforeEach(resetLimits);
  afterAll(async () => {
    await ears.endAsync(true);
    await gateway.close();
    broker.kill('SIGTERM');
    await once(broker, 'exit');
    rmSync(folder, { recursive: true, force: true });
    await closePortal();
  });

  const versions = () => heard.map(({ payload }) => (JSON.parse(payload) as { version: number }).version);
  const save = (body: object) =>
    call<{ groupId: string; version: number }>(ADMIN, 'POST', 'equipGroup/saveOrUpdate', {
      groupName: '西厅',
      projectId: 'P-1',
      enabled: true,
      mode: 'REMINDER',
      equipmentNoList: ['GW-1'],
      responsible: [ADMIN],
      ...body,
    });
  const weekFrom = (startTime: string) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, closed: false, startTime, stopTime: '23:00' }));

  it(`hears of ${SAVES} saves and ${EXECUTIONS} executions nothing but the configuration, each with the next version`, async () => {
    let group = { groupId: undefined as string | undefined, version: undefined as number | undefined };
    for (let round = 0; round < SAVES; round += 1) {
      resetLimits();
      const { code, data } = await save({ ...group, week: weekFrom(`0${round % 10}:30`) });
      expect(code).toBe(200);
      group = data;
      await until(() => versions().includes(round + 2), 10_000);
    }
    for (let round = 0; round < EXECUTIONS; round += 1) {
      resetLimits();
      const answer = await call(ADMIN, 'POST', 'equipGroup/execute', {
        groupId: group.groupId,
        action: round % 2 === 0 ? 'start' : 'stop',
        units: [{ equipmentNo: 'GW-1', confirmedEmpty: true, result: 'SUCCESS' }],
      });
      expect(answer.code).toBe(200);
    }
    const { data } = await call<EquipmentGroupDetail>(ADMIN, 'GET', `equipGroup/${group.groupId}`);
    expect(data.version).toBe(SAVES);
    expect(new Set(heard.map(({ topic }) => topic))).toEqual(new Set(['lift/v1/GB1/config']));
    // What may not have been told is told once more, so that a version can come twice, but none after the next one.
    expect(versions().filter((version, index, all) => version !== all[index - 1])).toEqual(
      Array.from({ length: SAVES }, (_, index) => index + 2),
    );
    expect(JSON.parse(heard.at(-1)?.payload ?? '')).toMatchObject({
      equipment: [{ equipmentNo: 'GW-1', schedules: weekFrom(`0${(SAVES - 1) % 10}:30`) }],
    });
  });
});
