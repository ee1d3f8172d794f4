import { connectBoxes } from '../support/boxes';
import { startServer } from '../support/child';
import { fillDays } from '../support/fill-figures';
import { startGatewayProcess } from '../support/gateway';
import { Listener } from '../support/listener';
import { alternate, report, run, sized } from '../support/measure';
import { wayOf } from '../support/way';
import { closeWorld, createPerson, createUnits, unitNo, withClient } from '../support/world';

/** From a box's publish to a browser's socket while the sums of 24 months are made, beside the same way while nothing is made. */

const UNITS = sized(10_000, 100);
const DAYS = sized(730, 40);
const BOXES = sized(40, 5);
const SECONDS = sized(10, 2);

run(async () => {
  const { secret } = await createUnits(UNITS, { areElevators: true });
  await withClient((client) => fillDays(client, DAYS, (line) => process.stderr.write(`${line}\n`)));
  const person = await createPerson('viewer');
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  const maker = await startServer('day-sums');
  const boxes = await connectBoxes(BOXES, secret);
  const listener = await Listener.open(gateway.port, {
    token: await person.token(),
    numbers: Array.from({ length: BOXES }, (_, index) => unitNo(index)),
  });
  await wayOf(boxes, listener, SECONDS);
  let made = 0;
  const pair = await alternate(
    async () => {
      const before = await maker.ask({ on: 1 });
      const way = await wayOf(boxes, listener, SECONDS);
      const after = await maker.ask({ on: 0 });
      made += (after.days ?? 0) - (before.days ?? 0);
      return way;
    },
    () => wayOf(boxes, listener, SECONDS),
  );
  if (made === 0) throw new Error('no day was made while it was measured');
  process.stderr.write(`${made} days made\n`);
  report(`Publish to browser p95, sums of ${DAYS} days of ${UNITS.toLocaleString('en')} units being made`, pair, 'ms', {
    atMost: 1.2,
  });
  for (const box of boxes) box.end(true);
  await Promise.all([maker.stop(), gateway.stop()]);
  await closeWorld();
});
