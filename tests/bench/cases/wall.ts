import { once } from 'node:events';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { connectAsync, type MqttClient } from 'mqtt';
import { db } from '@/lib/platform/db/client';
import { startGatewayProcess } from '../support/gateway';
import { quantile, report, run, sized, sleep } from '../support/measure';
import { cookieOf, startPortal } from '../support/web';
import { boxNo, closeWorld, createPerson, createUnits, unitNo } from '../support/world';

/**
 * The monitoring wall with 100 tiles in a browser, every unit reporting once a second: frames, long tasks, heap; then the same
 * in groups worst first, with two units in trouble whose durations step.
 */

const TILES = 100;
const FLOORS = ['B1', '1', '2', '3', '4', '5', '6', '7'];
const FRAME_SECONDS = sized(60, 5);
const HEAP_MINUTES = sized(3, 0.2);

/** A unit under way: what it reports changes every time. */
function reportOf(unit: number, step: number): object {
  const at = Date.now();
  if (unit % 3 === 0)
    return {
      stepspeed: { value: 450 + (step % 5) * 10 },
      direction: { value: step % 40 < 20 ? 'Up' : 'Down' },
      operationmode: { value: 'Continuous' },
      at,
    };
  const floor = Math.abs(((step + unit) % 14) - 7);
  return {
    position: { value: FLOORS[floor], physicalvalue: floor },
    direction: { value: (step + unit) % 14 < 7 ? 'Down' : 'Up' },
    speed: { value: 1000 + (step % 7) * 100 },
    door: { value: step % 5 === 0 ? 'Opening' : 'Closed' },
    load: { value: step % 9 === 0 ? 'Empty' : 'Normal' },
  };
}

async function openWall(): Promise<string> {
  const person = await createPerson('watcher');
  const numbers = Array.from({ length: TILES }, (_, index) => unitNo(index));
  await db().campusView.create({ data: { username: person.username, campusViewSize: TILES } });
  await db().campusViewEquipment.createMany({
    data: numbers.map((equipmentNo, position) => ({ username: person.username, equipmentNo, position })),
  });
  return cookieOf(person.sessionId);
}

function publishAll(boxes: readonly MqttClient[]): () => void {
  let step = 0;
  const timers = boxes.map((box, unit) => {
    const send = () => {
      step += 1;
      box.publish(
        `lift/v1/${boxNo(unit)}/status`,
        JSON.stringify({
          v: 1,
          equipmentNo: unitNo(unit),
          at: Date.now(),
          status: reportOf(unit, Math.floor(step / TILES)),
        }),
        { qos: 1 },
      );
    };
    return setTimeout(
      () => {
        timers[unit] = setInterval(send, 1000);
      },
      (unit * 617) % 1000,
    ) as NodeJS.Timeout;
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

interface Frames {
  frames: number[];
  longTasks: number[];
}

function watchFrames(page: Page, seconds: number): Promise<Frames> {
  return page.evaluate(
    (ms) =>
      new Promise<Frames>((resolve) => {
        const frames: number[] = [];
        const longTasks: number[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longTasks.push(duration);
        });
        observer.observe({ type: 'longtask' });
        let last = performance.now();
        const until = last + ms;
        const tick = (now: number) => {
          frames.push(now - last);
          last = now;
          if (now < until) requestAnimationFrame(tick);
          else {
            observer.disconnect();
            resolve({ frames: frames.slice(1), longTasks });
          }
        };
        requestAnimationFrame(tick);
      }),
    seconds * 1000,
  );
}

/** CPU that the page's main thread has used, seconds: what a busy machine cannot inflate. */
async function mainThreadSec(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Heap after a collection, MB. */
async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
}

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page
    .locator('main ul > li')
    .nth(TILES - 1)
    .waitFor({ timeout: 60_000 });
  await sleep(sized(15_000, 3000));
}

/** Frames, tasks and main thread of what the page shows now. */
async function measureFrames(page: Page, session: CDPSession, what: string): Promise<void> {
  const cpuBefore = await mainThreadSec(session);
  const { frames, longTasks } = await watchFrames(page, FRAME_SECONDS);
  const cpu = ((await mainThreadSec(session)) - cpuBefore) / FRAME_SECONDS;
  const p95 = quantile(frames, 0.95);
  const longest = Math.max(0, ...longTasks);
  report(
    `${what}, frame time p95 over ${FRAME_SECONDS} s (bare: the limit)`,
    { ours: p95, bare: 33, ratio: p95 / 33 },
    'ms',
    { atMost: 1 },
  );
  report(
    `${what}, longest of ${longTasks.length} long tasks (bare: the limit)`,
    { ours: longest, bare: 200, ratio: longest / 200 },
    'ms',
    { atMost: 1 },
  );
  report(
    `${what}, CPU of the main thread a second (bare: all of it)`,
    { ours: cpu * 1000, bare: 1000, ratio: cpu },
    'ms',
  );
}

/** Two units in trouble for as long as the rest is measured. */
function reportTrouble(boxes: readonly MqttClient[]): void {
  for (const [unit, values] of [
    [1, { entrapment: { value: true } }],
    [4, { errorstate: { value: true, code: 4 } }],
  ] as const)
    boxes[unit]?.publish(
      `lift/v1/${boxNo(unit)}/status`,
      JSON.stringify({ v: 1, equipmentNo: unitNo(unit), at: Date.now(), status: values }),
      { qos: 1 },
    );
}

run(async () => {
  const { secret } = await createUnits(TILES);
  const cookie = await openWall();
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  const portal = await startPortal();
  const boxes = await Promise.all(
    Array.from({ length: TILES }, (_, unit) =>
      connectAsync(`mqtt://127.0.0.1:${process.env.MQTT_PORT}`, {
        protocolVersion: 4,
        clientId: boxNo(unit),
        username: boxNo(unit),
        password: secret,
      }),
    ),
  );
  const stop = publishAll(boxes);
  const browser = await chromium.launch({ executablePath: process.env.BENCH_BROWSER, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const url = `http://127.0.0.1:${portal.port}`;
  await context.addCookies(
    cookie
      .split('; ')
      .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url })),
  );
  const page = await context.newPage();
  await openPage(page, `${url}/campus`);
  if (process.env.BENCH_PICTURE) await page.screenshot({ path: process.env.BENCH_PICTURE });

  const session = await context.newCDPSession(page);
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await measureFrames(page, session, `Wall of ${TILES} tiles`);
  const first = await heapMb(session);
  await sleep(HEAP_MINUTES * 60_000);
  const last = await heapMb(session);
  report(
    `Wall, heap after ${HEAP_MINUTES} min (bare: before)`,
    { ours: last, bare: first, ratio: last / first },
    'MB',
    { atMost: 1.05 },
  );

  reportTrouble(boxes);
  await openPage(page, `${url}/campus?group=project&order=worst`);
  await measureFrames(page, session, `Wall of ${TILES} tiles in groups, worst first`);

  stop();
  await browser.close();
  for (const box of boxes) box.end(true);
  await portal.stop();
  const gone = once(gateway.child, 'exit');
  gateway.child.kill('SIGKILL');
  await gone;
  await closeWorld();
});
