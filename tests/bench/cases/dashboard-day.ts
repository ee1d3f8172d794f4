import type { BrowserContext, Page } from '@playwright/test';
import { connectBoxes } from '../support/boxes';
import { startGatewayProcess } from '../support/gateway';
import { Listener } from '../support/listener';
import { alternate, median, quantile, report, run, sized } from '../support/measure';
import { heapMb, openBrowser, openMeter, publishAll, watchFrames } from '../support/wall';
import { wayOf } from '../support/way';
import { cookieOf, startPortal } from '../support/web';
import { closeWorld, createPerson, createUnits, unitNo, withClient } from '../support/world';

/**
 * A dashboard in a browser: frames with 200 live tiles, the heap over a day that the page's clock runs through, and what ten open
 * dashboards cost the way from a box to a browser.
 */

const TILES = sized(200, 20);
const FRAME_SECONDS = sized(30, 3);
/** Two frames of a display at 60 Hz, as the browser's clock tells them, ms. */
const TWO_FRAMES = 33.4;
const STEP_MIN = 5;
/** A day of the page's own clock, after the first hour. */
const HOURS = sized(24, 1);
const OPEN = sized(10, 2);
const SECONDS = sized(6, 2);
const RIGHTS = ['MONITOR_READ', 'EQUIPMENT_READ', 'CALLBACK_READ', 'SYMPTOM_READ', 'MAINTENANCE_READ'];

async function openDashboard(context: BrowserContext, url: string, isClockOurs = false): Promise<Page> {
  const page = await context.newPage();
  if (isClockOurs) await page.clock.install();
  await page.goto(url);
  await page.locator('[data-block="top"] :is(table, p)').first().waitFor({ timeout: 60_000 });
  return page;
}

/** So many refreshes, each asked for by the page's clock and answered by the server. */
async function runHours(page: Page, hours: number): Promise<void> {
  for (let step = 0; step < (hours * 60) / STEP_MIN; step += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/sms/dashboard/summary'), {
      timeout: 60_000,
    });
    await page.clock.runFor(STEP_MIN * 60_000);
    await answered;
  }
}

async function measureDay(page: Page): Promise<void> {
  const session = await openMeter(page);
  await runHours(page, 1);
  const heaps: number[] = [];
  for (let round = 0; round < 3; round += 1) heaps.push(await heapMb(session));
  const before = median(heaps);
  await runHours(page, HOURS);
  const after = await heapMb(session);
  report(
    `Dashboard, heap after ${HOURS} h of its own clock (bare: after one)`,
    { ours: after, bare: before, ratio: after / before },
    'MB',
    { atMost: 1.05 },
  );
  await page.close();
}

run(async () => {
  const { secret } = await createUnits(TILES, { areElevators: true });
  await withClient((client) => client.query(`UPDATE project_equipment SET project_id = 'P0'`));
  const person = await createPerson('watcher', undefined, RIGHTS);
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  const portal = await startPortal();
  const boxes = await connectBoxes(TILES, secret);
  const url = `http://127.0.0.1:${portal.port}`;
  const { browser, context } = await openBrowser(url, await cookieOf(person.sessionId));

  const stop = publishAll(boxes);
  const project = await openDashboard(context, `${url}/kaProjectDashboard?projectIds=P0`);
  await project
    .locator('[data-unit]')
    .nth(TILES - 1)
    .waitFor({ timeout: 60_000 });
  const { frames } = await watchFrames(project, FRAME_SECONDS);
  const p95 = Math.round(quantile(frames, 0.95) * 10) / 10;
  report(
    `Dashboard of a project with ${TILES} live tiles, frame time p95 (bare: the limit)`,
    { ours: p95, bare: TWO_FRAMES, ratio: p95 / TWO_FRAMES },
    'ms',
    { atMost: 1 },
  );
  await project.close();
  stop();

  await measureDay(await openDashboard(context, `${url}/dashboard`, true));

  const listener = await Listener.open(gateway.port, {
    token: await person.token(),
    numbers: Array.from({ length: Math.min(40, TILES) }, (_, index) => unitNo(index)),
  });
  const spoken = boxes.slice(0, 40);
  await wayOf(spoken, listener, SECONDS);
  const withDashboards = async () => {
    const pages = await Promise.all(Array.from({ length: OPEN }, () => openDashboard(context, `${url}/dashboard`)));
    const way = await wayOf(spoken, listener, SECONDS);
    await Promise.all(pages.map((page) => page.close()));
    return way;
  };
  report(
    `Publish to browser p95 with ${OPEN} dashboards open, with none`,
    await alternate(withDashboards, () => wayOf(spoken, listener, SECONDS)),
    'ms',
    { atMost: 1.2 },
  );

  await browser.close();
  for (const box of boxes) box.end(true);
  await portal.stop();
  await gateway.kill();
  await closeWorld();
});
