import http from 'node:http';
import { openSession } from '../../api/live/realtime/support/rtc';
import { connectBoxes } from '../support/boxes';
import { startGatewayProcess } from '../support/gateway';
import { Listener } from '../support/listener';
import { isTiny, median, report, run, sized, sleep } from '../support/measure';
import { cookieOf, metricsOf, startPortal } from '../support/web';
import { boxNo, closeWorld, createAudience, createPerson, createUnits, unitNo, withClient } from '../support/world';

/**
 * A web process and a gateway of which something is asked all the time, for hours: boxes report and fall into faults and out of
 * them, people come and go, read lists and pages and take files. What grows all the same would end them one day: heap, memory,
 * open files and sockets, connections to the database, dead rows.
 */

const UNITS = sized(2000, 100);
const BOXES = sized(100, 5);
const SOCKETS = sized(100, 5);
/** `BENCH_MINUTES` makes it shorter. */
const MINUTES = Number(process.env.BENCH_MINUTES ?? sized(120, 0.2));
const CALLS_PER_SEC = 8;
/** What is read first fills caches; growth is judged after it. */
const WARM_SHARE = 0.25;
const LOOKS = isTiny ? 8 : Math.max(24, Math.round(MINUTES * 2));
/** Lowest of so many looks in a row: what stands between two collections is no growth. */
const WINDOW = isTiny ? 2 : 6;
/** Growth an hour, of what is there, that is still none. */
const NO_GROWTH = 0.05;
/** A token ends after a while; people get another one. */
const RENEWED_HOURS = 0.1;

interface Look {
  readonly atHours: number;
  readonly figures: Readonly<Record<string, number>>;
}

/** Least squares. @returns rise of y for each of x */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const below = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / below;
}

/** The lowest of each window of looks, after the first share of them. */
function floors(looks: readonly Look[], name: string): (readonly [number, number])[] {
  const judged = looks.slice(Math.floor(looks.length * WARM_SHARE));
  const found: (readonly [number, number])[] = [];
  for (let start = 0; start + WINDOW <= judged.length; start += WINDOW) {
    const window = judged.slice(start, start + WINDOW);
    found.push([
      median(window.map(({ atHours }) => atHours)),
      Math.min(...window.map(({ figures }) => figures[name] ?? Number.NaN)),
    ]);
  }
  return found;
}

const MB = 1024 * 1024;

run(async () => {
  const { secret } = await createUnits(UNITS, { areElevators: true });
  let person = await createPerson('clerk', undefined, ['EQUIPMENT_READ', 'PROJECT_READ', 'CALLBACK_READ']);
  const audience = await createAudience(SOCKETS);
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime,jobs' });
  const portal = await startPortal();
  const boxes = await connectBoxes(BOXES, secret);
  const cookie = await cookieOf(person.sessionId);

  let hasEnded = false;
  const wrong = new Map<string, number>();
  const note = (what: string) => void wrong.set(what, (wrong.get(what) ?? 0) + 1);
  /** Does something again and again until the end; what fails is counted. */
  const keep = async (work: (round: number) => Promise<unknown>, everyMs: number) => {
    for (let round = 0; !hasEnded; round += 1) {
      await work(round).catch((error: unknown) => note(String(error)));
      await sleep(everyMs);
    }
  };

  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const ask = (method: 'GET' | 'POST', path: string, body: object = {}) =>
    new Promise<void>((resolve, reject) => {
      const text = method === 'POST' ? JSON.stringify(body) : '';
      const headers =
        method === 'POST'
          ? { Authorization: `Bearer ${person.accessToken}`, 'Content-Type': 'application/json' }
          : { Cookie: cookie };
      http
        .request({ agent, host: '127.0.0.1', port: portal.port, path, method, headers }, (response) => {
          if (response.statusCode !== 200) note(`${path} ${response.statusCode}`);
          response.resume().once('close', resolve);
        })
        .once('error', reject)
        .end(text);
    });
  const CALLS = [
    (round: number) => ask('POST', '/sms/equipment/query', { pageIndex: 1 + (round % 20), pageSize: 20 }),
    (round: number) => ask('POST', '/sms/equipment/query', { pageIndex: 1, pageSize: 20, key: unitNo(round % UNITS) }),
    () => ask('POST', '/sms/project/query', { pageIndex: 1, pageSize: 20 }),
    () => ask('GET', '/equipmentlist'),
    () => ask('GET', '/projectList'),
    (round: number) => (round % 50 === 4 ? ask('POST', '/sms/equipment/download', {}) : Promise.resolve()),
  ];
  const say = (index: number, status: object) =>
    boxes[index]?.publishAsync(
      `lift/v1/${boxNo(index)}/status`,
      JSON.stringify({ v: 1, equipmentNo: unitNo(index), at: Date.now(), status }),
      { qos: 1 },
    ) ?? Promise.resolve();
  const sockets: Listener[] = [];
  const open = async (index: number) =>
    void (sockets[index] = await Listener.open(gateway.port, {
      ...(await audience(index)),
      numbers: Array.from({ length: 10 }, (_, unit) => unitNo((index + unit) % BOXES)),
    }));
  for (let index = 0; index < SOCKETS; index += 1) await open(index);
  const works = [
    keep((round) => CALLS[round % CALLS.length]?.(round) ?? Promise.resolve(), 1000 / CALLS_PER_SEC),
    // Every box says something each two seconds; every fortieth message is a fault, and the next of that box its end.
    keep(
      (round) =>
        say(round % BOXES, {
          position: { value: String(round % 20), physicalvalue: round % 20 },
          direction: { value: round % 2 === 0 ? 'Up' : 'Down' },
          errorstate: { value: Math.floor(round / BOXES) % 40 === 7 && round % 10 === 0 },
        }),
      2000 / BOXES,
    ),
    // Somebody leaves, somebody comes.
    keep(async (round) => {
      sockets[round % SOCKETS]?.close();
      await open(round % SOCKETS);
    }, 1000),
  ];

  const started = performance.now();
  let renewedAt = 0;
  const looks: Look[] = [];
  for (let index = 0; index < LOOKS; index += 1) {
    await sleep((MINUTES * 60_000) / LOOKS);
    const figures: Record<string, number> = {};
    for (const [process, port] of [
      ['web', portal.port],
      ['gateway', gateway.port],
    ] as const) {
      const told = await metricsOf(port);
      const figure = (name: string) => told.get(name) ?? Number.NaN;
      figures[`${process} heap`] = figure('nodejs_heap_size_used_bytes') / MB;
      figures[`${process} memory`] = figure('process_resident_memory_bytes') / MB;
      figures[`${process} open files`] = figure('process_open_fds');
      figures[`${process} handles`] = figure('nodejs_active_handles_total');
    }
    await withClient(async (client) => {
      const { rows } = await client.query<{ connections: string; dead: string; hot: string }>(
        `SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
                (SELECT sum(n_dead_tup) FROM pg_stat_user_tables) AS dead,
                pg_total_relation_size('equipment_status') AS hot`,
      );
      figures['database connections'] = Number(rows[0]?.connections);
      figures['database dead rows'] = Number(rows[0]?.dead);
      figures['database status table'] = Number(rows[0]?.hot) / MB;
    });
    const atHours = (performance.now() - started) / 3_600_000;
    looks.push({ atHours, figures });
    if (atHours - renewedAt > RENEWED_HOURS) {
      person = await openSession('clerk');
      renewedAt = atHours;
    }
    process.stderr.write(`${atHours.toFixed(2)} h ${JSON.stringify(figures)}\n`);
  }
  hasEnded = true;
  await Promise.all(works);

  for (const name of Object.keys(looks[0]?.figures ?? {})) {
    const points = floors(looks, name);
    const level = median(points.map(([, value]) => value));
    const rise = slope(points);
    const unit = /heap|memory|table/.test(name) ? 'MB' : '';
    report(`${name}: growth an hour, level`, { ours: rise, bare: level, ratio: rise / level }, unit, {
      atMost: NO_GROWTH,
    });
  }
  const failures = [...wrong.values()].reduce((sum, each) => sum + each, 0);
  if (failures > 0) process.stderr.write(`${JSON.stringify([...wrong])}\n`);
  report(`What failed in ${MINUTES} minutes, limit`, { ours: failures, bare: 1, ratio: failures }, '', { atMost: 0 });
  for (const socket of sockets) socket.close();
  for (const box of boxes) box.end(true);
  agent.destroy();
  await portal.stop();
  await gateway.stop();
  await closeWorld();
});
