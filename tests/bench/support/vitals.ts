import { writeFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from '@playwright/test';
import { sleep } from './measure';

/** What somebody with a slow machine and a plain connection feels of a page. */

/** Times the browser needs for what ours does in one. */
const CPU_SLOWDOWN = 4;
const BYTES_PER_SEC = 10_000_000 / 8;
const LATENCY_MS = 40;
/** No long task and no answer for so long: the page is quiet. */
const QUIET_MS = 1500;
const LONGEST_WAIT_MS = 30_000;
const LONG_TASK_MS = 50;

export interface Load {
  /** Largest contentful paint, ms. */
  readonly lcp: number;
  /** Which element that was, and whether it stood in the HTML. */
  readonly largest: string;
  /** What tasks took beyond 50 ms until the page was quiet, before the first paint too: a page that draws late is not quicker. */
  readonly blocking: number;
  /** The end of the last long task, ms. */
  readonly quietAt: number;
  /** Sum of the layout shifts. */
  readonly shift: number;
  /** Scripts as they were sent, KB. */
  readonly scriptKb: number;
}

interface Seen {
  lcp: number;
  largest: string;
  firstPaint: number;
  shift: number;
  tasks: { from: number; ms: number }[];
  events: { at: number; ms: number }[];
}

declare global {
  interface Window {
    vitals: Seen;
  }
}

/** Runs in the page, before its scripts. */
function watch(): void {
  const seen: Seen = { lcp: 0, largest: '', firstPaint: 0, shift: 0, tasks: [], events: [] };
  window.vitals = seen;
  const observe = (type: string, each: (entry: PerformanceEntry) => void, rest: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...rest });
  observe('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element: Element | null };
    seen.lcp = entry.startTime;
    seen.largest = element
      ? `${element.tagName.toLowerCase()} "${(element.textContent ?? '').slice(0, 40)}" ${element.closest('[class*="MuiDataGrid"]') ? 'in the grid' : ''}`
      : 'gone';
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ from: startTime, ms: duration }));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  observe(
    'event',
    (entry) => {
      if ((entry as PerformanceEntry & { interactionId: number }).interactionId > 0)
        seen.events.push({ at: entry.startTime, ms: entry.duration });
    },
    { durationThreshold: 16 },
  );
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.BENCH_BROWSER, args: ['--no-sandbox'] });
}

export interface Visit {
  readonly load: Load;
  readonly page: Page;
  /**
   * How long the page needed from what a person does to the next picture, ms.
   * @param profile file for the CPU profile of it
   */
  interact(act: (page: Page) => Promise<void>, profile?: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens a page with nothing in the cache and waits until it is quiet.
 * @param cookie empty for nobody @param profile file for the CPU profile of the load
 */
export async function visit(browser: Browser, url: string, cookie: string, profile?: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (cookie)
    await context.addCookies(
      `${cookie}; language=en`
        .split('; ')
        .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url })),
    );
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SEC,
    uploadThroughput: BYTES_PER_SEC,
  });
  const scripts = new Set<string>();
  const pending = new Set<string>();
  let lastAnswerAt = performance.now();
  let scriptBytes = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type !== 'WebSocket' && type !== 'EventSource') pending.add(requestId);
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    if (pending.delete(requestId)) lastAnswerAt = performance.now();
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => pending.delete(requestId));
  await page.addInitScript(watch);
  if (profile !== undefined) {
    await devtools.send('Profiler.enable');
    await devtools.send('Profiler.start');
  }
  const from = performance.now();
  await page.goto(url);
  const isQuiet = async () => {
    const now = performance.now();
    if (now - from > LONGEST_WAIT_MS) return true;
    if (now - lastAnswerAt < QUIET_MS) return false;
    const sinceTask = await page.evaluate(() => {
      const last = window.vitals.tasks.at(-1);
      return performance.now() - (last ? last.from + last.ms : 0);
    });
    return sinceTask >= QUIET_MS;
  };
  while (!(await isQuiet())) await sleep(100);
  if (profile !== undefined) writeFileSync(profile, JSON.stringify((await devtools.send('Profiler.stop')).profile));
  const seen = await page.evaluate(() => window.vitals);
  const last = seen.tasks.at(-1);
  return {
    page,
    load: {
      lcp: seen.lcp,
      largest: seen.largest,
      blocking: seen.tasks.reduce((sum, { ms }) => sum + ms - LONG_TASK_MS, 0),
      quietAt: last ? last.from + last.ms : seen.firstPaint,
      shift: seen.shift,
      scriptKb: scriptBytes / 1024,
    },
    async interact(act, to) {
      await page.evaluate(() => {
        window.vitals.events = [];
      });
      if (to !== undefined) {
        await devtools.send('Profiler.enable');
        await devtools.send('Profiler.start');
      }
      await act(page);
      await sleep(700);
      if (to !== undefined) writeFileSync(to, JSON.stringify((await devtools.send('Profiler.stop')).profile));
      return page.evaluate(() => Math.max(0, ...window.vitals.events.map(({ ms }) => ms)));
    },
    close: () => context.close(),
  };
}
