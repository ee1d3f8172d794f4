import { once } from 'node:events';
import { connectAsync, type MqttClient } from 'mqtt';
import { alternate, quantile, report, run, sized, sleep } from '../support/measure';
import { startServer } from '../support/child';
import { startGatewayProcess } from '../support/gateway';
import { Listener } from '../support/listener';
import { boxNo, closeWorld, createPerson, createUnits, unitNo } from '../support/world';

/** From a box's publish to a browser's socket, a commit in between, while pages are being rendered beside it. */

const BOXES = sized(40, 5);
/** How long the ingest waits for company (`flushMs`). A quiet unit's first change leaves at once after the commit. */
const BATCH_WINDOW_MS = 20;
const NUMBERS = Array.from({ length: BOXES }, (_, index) => unitNo(index));

const connectBoxes = (port: number, secret: string): Promise<MqttClient[]> =>
  Promise.all(
    NUMBERS.map((_, index) =>
      connectAsync(`mqtt://127.0.0.1:${port}`, {
        protocolVersion: 4,
        clientId: boxNo(index),
        username: boxNo(index),
        password: secret,
      }),
    ),
  );

/** Over all rounds: a value that is the same as before is no change. */
let step = 0;

/** One message a second and box for some seconds. @returns the 95th percentile of the way, ms */
async function wayOf(boxes: readonly MqttClient[], listener: Listener): Promise<number> {
  const sent = new Map<string, number>();
  const took: number[] = [];
  listener.onMessage = (message) => {
    const { equipmentNo, status } = message as {
      equipmentNo: string;
      status?: { speed?: { at?: number; value: number } };
    };
    const key = `${equipmentNo} ${status?.speed?.value}`;
    const from = sent.get(key);
    if (from === undefined) return;
    took.push(performance.now() - from);
    sent.delete(key);
  };
  const seconds = sized(6, 2);
  const timers = boxes.map((box, index) => {
    const send = () => {
      step += 1;
      const at = Date.now();
      const value = ((step * 7 + index) % 400) * 10;
      sent.set(`${unitNo(index)} ${value}`, performance.now());
      box.publish(
        `lift/v1/${boxNo(index)}/status`,
        JSON.stringify({
          v: 1,
          equipmentNo: unitNo(index),
          at,
          status: { speed: { value }, position: { value: '3', physicalvalue: 3 } },
        }),
        { qos: 1 },
      );
    };
    // Phases that are no multiple of each other: boxes do not speak in chorus.
    const start = setTimeout(
      () => {
        timers[index] = setInterval(send, 1000);
      },
      (index * 617) % 1000,
    );
    return start as NodeJS.Timeout;
  });
  await sleep(seconds * 1000);
  for (const timer of timers) clearInterval(timer);
  await sleep(500);
  listener.onMessage = undefined;
  if (sent.size > 0 || took.length === 0)
    throw new Error(`${sent.size} of ${sent.size + took.length} messages did not arrive`);
  return quantile(took, 0.95);
}

run(async () => {
  const { secret } = await createUnits(BOXES, { areElevators: true });
  const person = await createPerson('viewer');
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  const relayMqtt = Number(process.env.MQTT_PORT) + 1;
  const relay = await startServer('relay', { BENCH_RELAY_MQTT: String(relayMqtt) });
  const pages = await startServer('pages');
  const ours = {
    boxes: await connectBoxes(Number(process.env.MQTT_PORT), secret),
    listener: await Listener.open(gateway.port, { token: await person.token(), numbers: NUMBERS }),
  };
  const bare = {
    boxes: await connectBoxes(relayMqtt, secret),
    listener: await Listener.open(relay.port, { numbers: NUMBERS }),
  };
  await wayOf(ours.boxes, ours.listener);
  for (const [title, on] of [
    ['', 0],
    [', pages being rendered', 1],
  ] as const) {
    await pages.ask({ on });
    const pair = await alternate(
      () => wayOf(ours.boxes, ours.listener),
      () => wayOf(bare.boxes, bare.listener),
    );
    const bound = BATCH_WINDOW_MS + 3 * pair.bare;
    report(
      `Publish to browser p95${title} (bare: window + 3×)`,
      { ours: pair.ours, bare: bound, ratio: pair.ours / bound },
      'ms',
      { atMost: 1 },
    );
  }
  for (const box of [...ours.boxes, ...bare.boxes]) box.end(true);
  await Promise.all([relay.stop(), pages.stop()]);
  const gone = once(gateway.child, 'exit');
  gateway.child.kill('SIGKILL');
  await gone;
  await closeWorld();
});
