import http from 'node:http';
import type { MqttClient } from 'mqtt';
import { connectBoxes } from '../support/boxes';
import { startGatewayProcess } from '../support/gateway';
import { requestsPerSec } from '../support/http';
import { quantile, report, run, sized, sleep } from '../support/measure';
import { residentMb, startPortal } from '../support/web';
import { boxNo, closeWorld, createPerson, createUnits, unitNo } from '../support/world';

/**
 * A web process of which five times as much is asked as it can do: the rest is refused with 503, memory stays flat, and who looks
 * for trapped persons still gets an answer in time.
 */

const UNITS = sized(5000, 200);
const TIMES = 5;
/** `BENCH_SECONDS` makes it shorter. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? sized(600, 6));
const TRAPPED = sized(20, 2);
const LIMIT_MS = 2000;
const TICK_MS = 10;
/** Callers that wait at most; who comes beyond it is not asked for, as an ingress would hold it. */
const MOST_OPEN = 2000;

interface Caller {
  readonly port: number;
  readonly headers: Record<string, string>;
}
interface Outcome {
  readonly status: number;
  readonly text: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: MOST_OPEN });
const urgent = new http.Agent({ keepAlive: true });

function post({ port, headers }: Caller, path: string, body: unknown, by = agent): Promise<Outcome> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    http
      .request(
        {
          ...{ agent: by, host: '127.0.0.1', port, path, method: 'POST' },
          headers: {
            ...headers,
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(text)),
          },
        },
        (response) => {
          let answer = '';
          response
            .setEncoding('utf8')
            .on('data', (part: string) => (answer += part))
            .on('end', () => resolve({ status: response.statusCode ?? 0, text: answer }));
        },
      )
      .on('error', reject)
      .end(text);
  });
}

const LIST = '/sms/equipment/query';
const listOf = (page: number) => ({ pageIndex: 1 + (page % 20), pageSize: 20 });

/** Asks for lists at this rate, whatever comes back. */
function pour(caller: Caller, perSecond: number) {
  const answers = new Map<number, number>();
  let open = 0;
  let asked = 0;
  const started = performance.now();
  const timer = setInterval(() => {
    const due = (perSecond * (performance.now() - started)) / 1000;
    while (asked < due) {
      asked += 1;
      if (open >= MOST_OPEN) continue;
      open += 1;
      void post(caller, LIST, listOf(asked))
        .then(({ status }) => status)
        .catch(() => 0)
        .then((status) => {
          open -= 1;
          answers.set(status, (answers.get(status) ?? 0) + 1);
        });
    }
  }, TICK_MS);
  return {
    async end(): Promise<ReadonlyMap<number, number>> {
      clearInterval(timer);
      while (open > 0) await sleep(20);
      return answers;
    },
  };
}

/** All in ms. */
interface Way {
  /** Until the gateway has taken the box's message. */
  readonly taken: number;
  /** Each call by which somebody asks for trapped persons. */
  readonly calls: readonly number[];
  /** From the box's message to the answer of the portal that names its unit. */
  readonly whole: number;
}

async function wayOf(caller: Caller, box: MqttClient, index: number): Promise<Way> {
  const started = performance.now();
  const calls: number[] = [];
  const say = (value: boolean) =>
    box.publishAsync(
      `lift/v1/${boxNo(index)}/status`,
      JSON.stringify({ v: 1, equipmentNo: unitNo(index), at: Date.now(), status: { entrapment: { value } } }),
      { qos: 1 },
    );
  await say(true);
  const taken = performance.now() - started;
  for (;;) {
    const asked = performance.now();
    const { status, text } = await post(
      caller,
      '/sms/incident/query',
      { conditions: ['trapped'], equipmentNos: [unitNo(index)] },
      urgent,
    );
    calls.push(performance.now() - asked);
    if (status !== 200) throw new Error(`incident/query answered ${status}`);
    if (text.includes(`"${unitNo(index)}"`)) break;
    await sleep(50);
  }
  const whole = performance.now() - started;
  await say(false);
  return { taken, calls, whole };
}

run(async () => {
  const { secret } = await createUnits(UNITS, { areElevators: true });
  const person = await createPerson('dispatcher');
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  const portal = await startPortal();
  const caller = { port: portal.port, headers: { Authorization: `Bearer ${person.accessToken}` } };
  const boxes = await connectBoxes(TRAPPED, secret);
  let page = 0;
  const lists = () =>
    requestsPerSec({ ...caller, path: LIST, method: 'POST', body: () => JSON.stringify(listOf((page += 1))) });
  await lists();
  const bears = await lists();

  const flood = pour(caller, TIMES * bears);
  await sleep(sized(20_000, 2000));
  const before = await residentMb(portal.port);
  const ways: Way[] = [];
  for (const [index, box] of boxes.entries()) {
    ways.push(await wayOf(caller, box, index));
    await sleep((SECONDS * 1000) / TRAPPED);
  }
  const after = await residentMb(portal.port);
  const answers = await flood.end();
  const count = (status: number) => answers.get(status) ?? 0;
  const all = [...answers.values()].reduce((sum, each) => sum + each, 0);
  /** No answer: the connection ended. */
  const cut = count(0);
  const others = all - count(200) - count(503) - cut;
  if (others > 0) throw new Error(`answers besides 200 and 503: ${JSON.stringify([...answers])}`);

  const p95 = (times: (way: Way) => readonly number[]) => quantile(ways.flatMap(times), 0.95);
  const of = (what: string, ours: number, bare: number, unit: string, atMost?: number) =>
    report(what, { ours, bare, ratio: ours / bare }, unit, atMost === undefined ? {} : { atMost });
  of(
    `Trapped person to answer p95, ${TIMES} × of what it bears, limit`,
    p95(({ whole }) => [whole]),
    LIMIT_MS,
    'ms',
    1,
  );
  of(
    '… of it until the gateway has the message p95, limit',
    p95(({ taken }) => [taken]),
    LIMIT_MS,
    'ms',
  );
  of(
    '… each call of who looks for trapped persons p95, limit',
    p95(({ calls }) => calls),
    LIMIT_MS,
    'ms',
  );
  of(`Resident memory after ${SECONDS} s of it, at its begin`, after, before, 'MB', 1.15);
  of('Lists answered of those asked for, of what it bears', count(200) / (SECONDS + sized(20, 2)), bears, 'lists/s');
  of('Refused with 503, all', count(503), all, 'calls');
  of('Cut off without an answer, all', cut, all, 'calls');
  for (const box of boxes) box.end(true);
  agent.destroy();
  urgent.destroy();
  await portal.stop();
  await gateway.kill();
  await closeWorld();
});
