import type { Page } from '@playwright/test';
import { db } from '@/lib/platform/db/client';
import { connectBoxes } from '../support/boxes';
import { startGatewayProcess } from '../support/gateway';
import { alternate, median, quantile, report, run, sized, sleep } from '../support/measure';
import { createWall, mainThreadSec, openBrowser, openMeter, openTiles, publishAll, watchFrames } from '../support/wall';
import { startPortal } from '../support/web';
import { closeWorld, createUnits, unitNo } from '../support/world';

/** A wall of 40 tiles, every unit reporting once a second: its frames while the picture of one car is open, beside without it. */

const TILES = 40;
/** An elevator: units by three are escalators. */
const WATCHED = unitNo(1);
const SECONDS = sized(12, 2);
const SLOWER = 1.2;

/** Of one round, ms. */
interface Round {
  readonly p95: number;
  readonly cpu: number;
}

async function createCamera(): Promise<void> {
  const unit = await db().equipment.update({ where: { equipmentNo: WATCHED }, data: { video: '1' } });
  await db().camera.create({
    data: {
      cameraId: 'CAM-1',
      equipmentNo: WATCHED,
      branchCode: unit.branchCode,
      platform: 'video',
      source: 'demo',
      status: '02',
      deviceId: 'CAM-1',
      channelId: 1,
      position: 'car',
    },
  });
}

const dialogOf = (page: Page) => page.getByRole('dialog');

/** The button that stands on the tile of a unit with a camera. */
async function openVideo(page: Page, name: string): Promise<void> {
  await page.locator('main').getByRole('button', { name }).first().click();
  await page.locator('[data-testid="video-picture"][data-view="playing"]').waitFor({ timeout: 60_000 });
  await sleep(sized(3000, 500));
}

async function closeVideo(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'hidden' });
  await sleep(sized(3000, 500));
}

run(async () => {
  const { secret } = await createUnits(TILES);
  await createCamera();
  const { equipmentName } = await db().equipment.findUniqueOrThrow({ where: { equipmentNo: WATCHED } });
  const cookie = await createWall(TILES);
  const gateway = await startGatewayProcess({ GATEWAY_ROLES: 'ingest,realtime' });
  const portal = await startPortal();
  const stop = publishAll(await connectBoxes(TILES, secret));
  const url = `http://127.0.0.1:${portal.port}`;
  const { browser, context } = await openBrowser(url, cookie);
  const page = await context.newPage();
  await openTiles(page, `${url}/campus`, TILES);

  const meter = await openMeter(page);
  const rounds: Record<'ours' | 'bare', Round[]> = { ours: [], bare: [] };
  /** The mean frame, ms; what else was seen is kept beside it. */
  const measure = async (side: keyof typeof rounds) => {
    const before = await mainThreadSec(meter);
    const { frames } = await watchFrames(page, SECONDS);
    const cpu = (((await mainThreadSec(meter)) - before) / SECONDS) * 1000;
    rounds[side].push({ p95: quantile(frames, 0.95), cpu });
    return frames.reduce((sum, frame) => sum + frame, 0) / frames.length;
  };
  const withVideo = async () => {
    await openVideo(page, equipmentName);
    const mean = await measure('ours');
    if (process.env.BENCH_PICTURE) await page.screenshot({ path: process.env.BENCH_PICTURE });
    await closeVideo(page);
    return mean;
  };
  const pair = await alternate(withVideo, () => measure('bare'));
  report(`Wall of ${TILES} tiles with one video, mean frame (bare: without)`, pair, 'ms', { atMost: SLOWER });
  for (const [figure, name, aim] of [
    ['p95', 'frame p95', { atMost: SLOWER }],
    ['cpu', 'CPU of the main thread a second', {}],
  ] as const) {
    const of = (side: keyof typeof rounds) => rounds[side].map((round) => round[figure]);
    const [ours, bare] = [of('ours'), of('bare')];
    const ratio = median(ours.map((value, round) => value / (bare[round] ?? Number.NaN)));
    report(
      `Wall of ${TILES} tiles with one video, ${name} (bare: without)`,
      { ours: median(ours), bare: median(bare), ratio },
      'ms',
      aim,
    );
  }

  stop();
  await browser.close();
  await portal.stop();
  await gateway.kill();
  await closeWorld();
});
