import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGatewayProcess } from '../support/gateway';
import { requestsPerSec } from '../support/http';
import { alternate, median, report, run, sized, sleep } from '../support/measure';
import { metricsOf, startPortal } from '../support/web';
import { freePorts } from '../../support/ports';
import { closeWorld, createPerson, createUnits } from '../support/world';

/** What it costs that a portal is watched: the page of metrics where there are many units, and calls whose traces are sent. */

const UNITS = sized(100_000, 300);
const PAGE_MS = 50;
const LOOKS = sized(6, 1);
/** The gateway asks the database for what it tells once in ten seconds. */
const ASKED_AGAIN_MS = sized(10_500, 100);
const FIRST = JSON.stringify({ pageIndex: 1, pageSize: 20 });

async function pageMs(port: number): Promise<number> {
  const started = performance.now();
  await metricsOf(port);
  return performance.now() - started;
}

/** Takes traces and does nothing with them, as far away as a collector on the same machine. */
async function openCollector() {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume().once('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    close: () => void server.closeAllConnections(),
  };
}

run(async () => {
  await createUnits(UNITS);
  const lister = await createPerson('lister');
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime,jobs' });
  const asking: number[] = [];
  const kept: number[] = [];
  await metricsOf(gateway.port);
  for (let look = 0; look < LOOKS; look += 1) {
    await sleep(ASKED_AGAIN_MS);
    asking.push(await pageMs(gateway.port));
    kept.push(await pageMs(gateway.port));
  }
  for (const [what, times] of [
    ['that asks the database', asking],
    ['within ten seconds', kept],
  ] as const)
    report(
      `Page of metrics ${what}, ${UNITS} units, limit`,
      { ours: median(times), bare: PAGE_MS, ratio: median(times) / PAGE_MS },
      'ms',
      { atMost: 1 },
    );
  await gateway.stop();

  const collector = await openCollector();
  const [port = 0] = await freePorts(1);
  const [plain, traced] = await Promise.all([
    startPortal(),
    startPortal({ PORT: String(port), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
  ]);
  const callsOf = (web: typeof plain) => () =>
    requestsPerSec({
      port: web.port,
      path: '/sms/equipment/query',
      method: 'POST',
      body: FIRST,
      headers: { Authorization: `Bearer ${lister.accessToken}` },
    });
  const [withoutTraces, withTraces] = [callsOf(plain), callsOf(traced)];
  for (const warmUp of [withoutTraces, withTraces]) await warmUp();
  report('Calls with traces that are sent, without', await alternate(withTraces, withoutTraces), 'req/s', {
    // A call may take 1.10 of the time.
    atLeast: 0.91,
  });
  if (collector.received() === 0) throw new Error('no trace was sent');
  collector.close();
  await Promise.all([plain.stop(), traced.stop()]);
  await closeWorld();
});
