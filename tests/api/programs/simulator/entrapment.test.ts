import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import { pool } from '@/lib/platform/db/client';
import { SimulatedBox, type UplinkLeaf } from '@/lib/programs/simulator/box';
import { Elevator } from '@/lib/programs/simulator/elevator';
import { elevatorUnit } from '../../../unit/programs/simulator/support/units';
import { useFreshDatabase } from '../../support/database';
import { openGateway } from '../../live/telemetry/running-gateway';
import { createBox } from '../../live/telemetry/world';

/**
 * A simulated lift with somebody inside, from the stop between floors to the release, over MQTT into a running gateway.
 * The lift's half hour lies in the past and passes quickly; messages keep the limits of a box.
 */
const HALF_HOUR = 30 * 60_000;
const MESSAGE_GAP_MS = 110;
const LOG_GAP_MS = 1100;

useFreshDatabase();
it('one entrapment of the demo fleet is one entrapment event, which ends on the release, and the unit is free again', async () => {
  const gateway = await openGateway();
  const unit = elevatorUnit({ cubeNo: 'EC24019001', equipmentNo: '10509001' });
  const cube = await createBox(unit.cubeNo, unit.equipmentNo);
  const startAt = Date.now() - HALF_HOUR - 60_000;
  // Rush hour at any time of the day: somebody has to be aboard.
  const lift = new Elevator(
    { ...unit, isShowcase: true },
    { seed: 'trapped', startAt, counters: unit.counters, runId: 'r1' },
  );
  const box = new SimulatedBox(
    { equipmentNo: unit.equipmentNo, machine: lift, texts: { 5: '安全回路断开', 10002: '困人报警' } },
    startAt,
  );
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.mqttPort}`, {
    clientId: cube.cubeNo,
    username: cube.cubeNo,
    password: cube.secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  await client.subscribeAsync([`lift/v1/${cube.cubeNo}/ack`, `lift/v1/${cube.cubeNo}/reject`], { qos: 1 });
  let now = startAt;
  client.on('message', (topic, payload) => box.receive(topic.split('/').at(-1) ?? '', payload.toString('utf8'), now));

  const waiting: [UplinkLeaf, Record<string, unknown>][] = [];
  const uplink = {
    isReady: true,
    publish: (leaf: UplinkLeaf, body: Record<string, unknown>) => void waiting.push([leaf, body]),
  };
  const state = async () =>
    (
      await pool().query<{ entrapment_status: number }>(
        'SELECT entrapment_status FROM equipment_status WHERE equipment_no = $1',
        [unit.equipmentNo],
      )
    ).rows[0]?.entrapment_status;
  lift.provoke('entrapment');
  box.connected(now);
  let wasTrapped = false;
  for (; now < startAt + HALF_HOUR; now += 500) {
    box.tick(now, uplink);
    const isNews = waiting.some(([, body]) => body.full === true || JSON.stringify(body).includes('entrap'));
    for (const [leaf, body] of waiting.splice(0)) {
      // Cars that only move about are left out: the limits of the box would make the test as long as its story.
      if (leaf === 'counters' || (leaf === 'status' && !isNews)) continue;
      await client.publishAsync(`lift/v1/${cube.cubeNo}/${leaf}`, JSON.stringify(body), { qos: 1 });
      await sleep(leaf === 'log' ? LOG_GAP_MS : MESSAGE_GAP_MS);
    }
    if (lift.condition.isTrapped && !wasTrapped) {
      wasTrapped = true;
      box.tick((now += 500), uplink);
      for (const [leaf, body] of waiting.splice(0))
        await client.publishAsync(`lift/v1/${cube.cubeNo}/${leaf}`, JSON.stringify(body), { qos: 1 });
      await sleep(400);
      expect(await state()).toBe(1);
    }
  }
  // What is still waiting for its acknowledgement gets it.
  for (let round = 0; round < 40 && box.pending.size > 0; round += 1) {
    box.tick((now += 5000), uplink);
    for (const [leaf, body] of waiting.splice(0))
      if (leaf === 'event' || leaf === 'log')
        await client.publishAsync(`lift/v1/${cube.cubeNo}/${leaf}`, JSON.stringify(body), { qos: 1 });
    await sleep(LOG_GAP_MS);
  }
  await client.endAsync();
  expect([wasTrapped, box.rejects, box.pending.size]).toEqual([true, 0, 0]);
  const { rows } = await pool().query<{ object_status: boolean; minutes: string }>(
    `SELECT object_status, extract(epoch FROM end_at - start_at) / 60 AS minutes FROM equipment_event WHERE equipment_no = $1 AND sub_type = 'entrapment'`,
    [unit.equipmentNo],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.object_status).toBe(false);
  expect(Number(rows[0]?.minutes)).toBeGreaterThan(8);
  expect(await state()).toBe(0);
  await gateway.close();
}, 60_000);
