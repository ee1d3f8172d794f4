import { createHash } from 'node:crypto';
import http from 'node:http';
import { startGatewayProcess } from '../support/gateway';
import type { RunningGateway } from '../support/gateway';
import { openIngress } from '../../support/ingress';
import { freePorts } from '../../support/ports';
import { Listener } from '../support/listener';
import { quantile, report, run, sized, sleep } from '../support/measure';
import { startPortal } from '../support/web';
import type { RunningWeb } from '../support/web';
import { closeWorld, createAudience, createPerson, createUnits, unitNo } from '../support/world';

/** Two web processes and two gateways, each stopped in order and started again while people work: nobody notices. */

const UNITS = sized(20_000, 500);
const CALLS_PER_SEC = sized(200, 20);
const SOCKETS = sized(2000, 40);
const DOWNLOAD_MS = sized(60_000, 4000);
const BACK_MS = 30_000;
const STOP = { DRAIN_SECONDS: sized(5, 1).toString(), STOP_SECONDS: '90' };
const NUMBERS = Array.from({ length: 10 }, (_, index) => unitNo(index));

/** What Socket.IO's client waits before it comes again, ms. */
const againIn = () => 500 + Math.random() * 1000;

/** Sockets that come again when they are closed. @returns how long each was away, ms */
async function watchers(port: number, count: number, audience: Awaited<ReturnType<typeof createAudience>>) {
  const awayMs: number[] = [];
  let hasEnded = false;
  const open: Listener[] = [];
  const connect = async (index: number) => Listener.open(port, { ...(await audience(index)), numbers: NUMBERS });
  const keep = async (index: number) => {
    let listener = await connect(index);
    open[index] = listener;
    void (async () => {
      for (;;) {
        await listener.closed;
        if (hasEnded) return;
        const since = performance.now();
        for (;;) {
          await sleep(againIn());
          try {
            listener = await connect(index);
            break;
          } catch {
            if (hasEnded) return;
          }
        }
        open[index] = listener;
        awayMs.push(performance.now() - since);
      }
    })();
  };
  for (let start = 0; start < count; start += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - start) }, (_, index) => keep(start + index)));
  return {
    awayMs,
    close() {
      hasEnded = true;
      for (const listener of open) listener.close();
    },
  };
}

interface Caller {
  readonly port: number;
  readonly headers: Record<string, string>;
}

function ask({ port, headers }: Caller, agent: http.Agent, path: string, body: object) {
  const text = JSON.stringify(body);
  return http
    .request({
      ...{ agent, host: '127.0.0.1', port, path, method: 'POST' },
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) },
    })
    .end(text);
}

/** Reads a list again and again at this rate. @returns how many there were, and what went wrong */
function callers(caller: Caller) {
  const agent = new http.Agent({ keepAlive: true });
  const failures: string[] = [];
  let count = 0;
  let open = 0;
  const timer = setInterval(() => {
    open += 1;
    count += 1;
    const end = (failure?: string) => {
      open -= 1;
      if (failure !== undefined) failures.push(failure);
    };
    ask(caller, agent, '/sms/project/query', { pageIndex: 1, pageSize: 20 })
      .once('response', (response) => {
        response.resume().once('close', () => end(response.complete ? undefined : 'cut off'));
        if (response.statusCode !== 200) failures.push(`status ${response.statusCode}`);
      })
      .once('error', ({ message }) => end(message));
  }, 1000 / CALLS_PER_SEC);
  return {
    failures,
    async end() {
      clearInterval(timer);
      while (open > 0) await sleep(20);
      agent.destroy();
      return count;
    },
  };
}

/** A file, read so slowly that it takes this long. @returns its bytes' hash */
function download(caller: Caller, takesMs: number): Promise<{ hash: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    ask(caller, new http.Agent(), '/sms/equipment/download', {})
      .once('error', reject)
      .once('response', (response) => {
        const hash = createHash('sha256');
        const until = performance.now() + takesMs;
        let bytes = 0;
        response
          .on('data', (chunk: Buffer) => {
            hash.update(chunk);
            bytes += chunk.length;
            if (performance.now() > until) return;
            response.pause();
            setTimeout(() => response.resume(), 100);
          })
          .once('error', reject)
          .once('end', () =>
            response.statusCode === 200 && response.complete
              ? resolve({ hash: hash.digest('hex'), bytes })
              : reject(new Error(`the download ended early: ${response.statusCode}`)),
          );
      });
  });
}

run(async () => {
  await createUnits(UNITS, { areElevators: true });
  const person = await createPerson('clerk', undefined, ['EQUIPMENT_READ', 'PROJECT_READ']);
  const audience = await createAudience(SOCKETS);
  const [ports, brokerPorts, webPorts] = [await freePorts(2), await freePorts(2), await freePorts(2)];
  const gatewayEnv = (index: number) => ({
    ...STOP,
    GATEWAY_ROLES: 'ingest,realtime',
    GATEWAY_PORT: String(ports[index]),
    MQTT_PORT: String(brokerPorts[index]),
  });
  const gateways: RunningGateway[] = [];
  for (const index of [0, 1]) gateways.push(await startGatewayProcess(gatewayEnv(index)));
  const gatewayIngress = await openIngress(ports);
  const webEnv = (index: number) => ({
    ...STOP,
    PORT: String(webPorts[index]),
    GATEWAY_URL: `http://127.0.0.1:${gatewayIngress.port}`,
  });
  const webs: RunningWeb[] = [];
  for (const index of [0, 1]) webs.push(await startPortal(webEnv(index)));
  const webIngress = await openIngress(webPorts);
  const caller = { port: webIngress.port, headers: { Authorization: `Bearer ${person.accessToken}` } };

  const sockets = await watchers(gatewayIngress.port, SOCKETS, audience);
  const calls = callers(caller);
  // Each stop and start is at another moment of a download.
  const downloads = [download(caller, DOWNLOAD_MS), download(caller, DOWNLOAD_MS)];
  await sleep(sized(3000, 500));
  for (const index of [0, 1]) {
    await webs[index]?.stop();
    webs[index] = await startPortal(webEnv(index));
  }
  for (const index of [0, 1]) {
    await gateways[index]?.stop();
    gateways[index] = await startGatewayProcess(gatewayEnv(index));
  }
  const files = await Promise.allSettled(downloads);
  await sleep(sized(5000, 1000));
  const count = await calls.end();
  const wrong = [...new Set(calls.failures)].slice(0, 5).join(', ');
  if (wrong) process.stderr.write(`${wrong}\n`);
  report(
    'Calls that failed while four processes were renewed, all',
    { ours: calls.failures.length, bare: count, ratio: calls.failures.length / count },
    'calls',
    { atMost: 0 },
  );
  const whole = files.filter(({ status }) => status === 'fulfilled').length;
  report('Downloads that came whole, all', { ours: whole, bare: files.length, ratio: whole / files.length }, 'files', {
    atLeast: 1,
  });
  const away = quantile(sockets.awayMs, 0.95);
  report('Sockets: time away p95, limit', { ours: away, bare: BACK_MS, ratio: away / BACK_MS }, 'ms', { atMost: 1 });
  report(
    'Sockets that moved, all',
    { ours: sockets.awayMs.length, bare: SOCKETS, ratio: sockets.awayMs.length / SOCKETS },
    'sockets',
  );
  sockets.close();
  await Promise.all([...webs, ...gateways].map((each) => each.stop()));
  await Promise.all([webIngress.close(), gatewayIngress.close()]);
  await closeWorld();
});
