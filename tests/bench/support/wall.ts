import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import type { MqttClient } from 'mqtt';
import { db } from '@/lib/platform/db/client';
import { sized, sleep } from './measure';
import { cookieOf } from './web';
import { boxNo, createPerson, unitNo } from './world';

/** The monitoring wall of some units in a browser, each of which reports once a second. */

const FLOORS = ['B1', '1', '2', '3', '4', '5', '6', '7'];

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

/** Somebody whose wall holds the first so many units. @returns the session's cookies */
export async function createWall(tiles: number): Promise<string> {
  const person = await createPerson('watcher');
  const numbers = Array.from({ length: tiles }, (_, index) => unitNo(index));
  await db().campusView.create({ data: { username: person.username, campusViewSize: tiles } });
  await db().campusViewEquipment.createMany({
    data: numbers.map((equipmentNo, position) => ({ username: person.username, equipmentNo, position })),
  });
  return cookieOf(person.sessionId);
}

/** Every box reports once a second, one after the other. @returns what ends it */
export function publishAll(boxes: readonly MqttClient[]): () => void {
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
          status: reportOf(unit, Math.floor(step / boxes.length)),
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

/** A big screen, signed in. */
export async function openBrowser(url: string, cookie: string): Promise<{ browser: Browser; context: BrowserContext }> {
  const browser = await chromium.launch({ executablePath: process.env.BENCH_BROWSER, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  await context.addCookies(
    cookie
      .split('; ')
      .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url })),
  );
  return { browser, context };
}

/** Opens the wall and waits for its last tile, and for what comes at the beginning. */
export async function openTiles(page: Page, url: string, tiles: number): Promise<void> {
  await page.goto(url);
  await page
    .locator('main ul > li')
    .nth(tiles - 1)
    .waitFor({ timeout: 60_000 });
  await sleep(sized(15_000, 3000));
}

interface Frames {
  frames: number[];
  longTasks: number[];
}

/** How long frames last, and tasks above 50 ms, both ms. */
export function watchFrames(page: Page, seconds: number): Promise<Frames> {
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

/** What tells of a page's CPU. */
export async function openMeter(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** CPU that the page's main thread has used, seconds: what a busy machine cannot inflate. */
export async function mainThreadSec(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Heap after a collection, MB. */
export async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
}
