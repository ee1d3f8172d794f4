import { connectBoxes } from '../support/boxes';
import { alternate, report, run, sized } from '../support/measure';
import { startServer } from '../support/child';
import { startGatewayProcess } from '../support/gateway';
import { Listener } from '../support/listener';
import { wayOf } from '../support/way';
import { closeWorld, createPerson, createUnits, unitNo } from '../support/world';

/** From a box's publish to a browser's socket, a commit in between, while pages are being rendered beside it. */

const BOXES = sized(40, 5);
/** How long the ingest waits for company (`flushMs`). A quiet unit's first change leaves at once after the commit. */
const BATCH_WINDOW_MS = 20;
const SECONDS = sized(6, 2);
const NUMBERS = Array.from({ length: BOXES }, (_, index) => unitNo(index));

run(async () => {
  const { secret } = await createUnits(BOXES, { areElevators: true });
  const person = await createPerson('viewer');
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  const relayMqtt = Number(process.env.MQTT_PORT) + 1;
  const relay = await startServer('relay', { BENCH_RELAY_MQTT: String(relayMqtt) });
  const pages = await startServer('pages');
  const ours = {
    boxes: await connectBoxes(BOXES, secret),
    listener: await Listener.open(gateway.port, { token: await person.token(), numbers: NUMBERS }),
  };
  const bare = {
    boxes: await connectBoxes(BOXES, secret, relayMqtt),
    listener: await Listener.open(relay.port, { numbers: NUMBERS }),
  };
  await wayOf(ours.boxes, ours.listener, SECONDS);
  for (const [title, on] of [
    ['', 0],
    [', pages being rendered', 1],
  ] as const) {
    await pages.ask({ on });
    const pair = await alternate(
      () => wayOf(ours.boxes, ours.listener, SECONDS),
      () => wayOf(bare.boxes, bare.listener, SECONDS),
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
  await gateway.kill();
  await closeWorld();
});
