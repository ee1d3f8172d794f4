import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { AT_REST, freeCubes, mosquittoPub, signIn, statusMessage } from './support/stack';
import type { DemoCube } from './support/stack';
import { test } from './support/test';
import { GROUPED_WALL, openWall, putOnWall } from './support/wall';

/** The wall in groups and worst first: what happens moves it. How it looks at rest: wall-layout.spec.ts. */

const elevators = freeCubes().filter(({ equipmentType }) => equipmentType !== 'YAE_ESC');
const [cube, ...others] = elevators;
if (!cube || others.length === 0) throw new Error('no free demo boxes');
const SOON = { timeout: 20_000 };

const tile = (page: Page, { equipmentNo }: DemoCube) => page.locator(`[data-unit="${equipmentNo}"]`);
const units = (page: Page) =>
  page.locator('[data-unit]').evaluateAll((tiles) => tiles.map((one) => one.getAttribute('data-unit')));
const trap = (box: DemoCube) =>
  mosquittoPub(
    box,
    'status',
    statusMessage(box, { alarm: { value: 'On', tracking: { code: 10002, entrap_enable: true } } }),
  );
const free = (box: DemoCube) =>
  mosquittoPub(box, 'status', statusMessage(box, { alarm: { value: 'Off' }, entrapment: { value: false } }));

test.describe('the wall in groups', () => {
  test.beforeEach(async ({ page }) => {
    for (const box of elevators.slice(0, 2)) {
      await mosquittoPub(box, 'connection', { v: 1, state: 'online', session: `e2e-${Date.now()}`, at: Date.now() });
      await mosquittoPub(box, 'status', statusMessage(box, AT_REST, { full: true }));
    }
    await signIn(page, 'platformAdmin');
    await putOnWall(page, elevators.slice(0, 2));
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openWall(page, GROUPED_WALL);
  });

  test('a trapped person comes to the front with the project, two wide, with who comes; a reload keeps it', async ({
    page,
  }) => {
    const heading = tile(page, cube).locator('xpath=ancestor::section').getByRole('heading', { level: 2 });
    await expect(heading).toBeVisible();
    await trap(cube);
    await expect(tile(page, cube)).toHaveAttribute('data-state', 'trapped', SOON);
    await expect.poll(async () => (await units(page))[0], SOON).toBe(cube.equipmentNo);
    await expect(tile(page, cube)).toHaveAttribute('data-wide', 'true');
    await expect(tile(page, cube).locator('[data-mark="trapped"] time')).toHaveText(/^(\d+:)?\d+:\d{2}$/);
    await expect(tile(page, cube).locator('[data-trouble="comes"]')).not.toBeEmpty({ timeout: 15_000 });
    const widths = await page.locator('[data-unit]').evaluateAll((tiles) =>
      tiles
        .slice(0, 1)
        .concat(tiles.slice(-1))
        .map((one) => one.clientWidth),
    );
    expect(widths[0]).toBeGreaterThan(1.8 * (widths[1] ?? 0));
    await expect(page.locator('[data-group]').first().locator('[data-said="trapped"]')).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/group=project/);
    await expect(page.getByRole('radio', { name: '按项目' })).toBeChecked();
    await expect(page.getByRole('radio', { name: '最差优先' })).toBeChecked();
    await expect.poll(async () => (await units(page))[0], SOON).toBe(cube.equipmentNo);
    const card = page.getByTestId('toasts').getByRole('article').first();
    await expect(card).toHaveAttribute('data-look', 'trapped', SOON);
    // On a phone it lies over nothing that cannot be scrolled clear of it.
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^排列/ }).click({ trial: true });
    await page.locator('[data-unit]').last().click({ trial: true });
    await page.setViewportSize(size);
    await card.getByRole('button', { name: '知道了' }).click();
    await free(cube);
    await expect(tile(page, cube)).not.toHaveAttribute('data-state', 'trapped', { timeout: 40_000 });
    await expect(tile(page, cube)).not.toHaveAttribute('data-wide');
  });

  test('in a storm of 200 faults the page stays usable, and the card of the trapped person on top', async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const cards = page.getByTestId('toasts');
    await trap(cube);
    await expect(cards.getByRole('article').first()).toHaveAttribute('data-look', 'trapped', SOON);
    await watchInteractions(page);
    const run = Date.now() % 100_000;
    const storm = faultStorm(others, 200, run, 'true');
    // What a person does meanwhile: another arrangement, and back.
    for (const choice of ['整屏', '按项目', '按位置', '最差优先']) {
      await page.getByRole('radio', { name: choice }).click();
      await expect(page.getByRole('radio', { name: choice })).toBeChecked();
    }
    await storm;
    await expect(cards.locator('[data-toast="more"]')).toBeVisible({ timeout: 60_000 });
    await expect(cards.getByRole('article').first()).toHaveAttribute('data-look', 'trapped');
    expect(await shareOfTiles(page, cards)).toBeLessThanOrEqual(1 / 3);
    const longest = await slowestInteraction(page);
    test.info().annotations.push({ type: 'measured', description: `longest interaction: ${longest} ms` });
    const own = cards.locator(`[data-equipment="${cube.equipmentNo}"][data-look="trapped"]`);
    await own.getByRole('button', { name: '知道了' }).click();
    await expect(own).toHaveCount(0, SOON);
    await free(cube);
    await faultStorm(others, 200, run, 'false');
    // Calm again it may stand on another page.
    await expect(page.locator(`[data-unit="${cube.equipmentNo}"][data-state="trapped"]`)).toHaveCount(0, {
      timeout: 40_000,
    });
  });
});

/** Faults of all the boxes begin or end, each with a code of its own, one after the other for a box. */
async function faultStorm(boxes: readonly DemoCube[], count: number, run: number, objectStatus: 'true' | 'false') {
  await Promise.all(
    boxes.map(async (box, part) => {
      for (let index = part; index < count; index += boxes.length)
        await mosquittoPub(box, 'event', {
          v: 1,
          equipmentNo: box.equipmentNo,
          subType: 'error',
          code: `G${run}${index}`,
          title: '门锁故障',
          eventId: `storm-${run}-${index}`,
          objectStatus,
          at: Date.now(),
        });
    }),
  );
}

interface Watching {
  interactions?: number[];
}

/** Notes how long each click and key takes until the page has drawn what it did; where a pointer passes by, nobody waits. */
const watchInteractions = (page: Page) =>
  page.evaluate(() => {
    const slow: number[] = ((window as Watching).interactions = []);
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId > 0) slow.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
const slowestInteraction = (page: Page) =>
  page.evaluate(() => Math.max(0, ...((window as Watching).interactions ?? [])));

/** How much of the tiles' area the cards cover. */
async function shareOfTiles(page: Page, cards: Locator): Promise<number> {
  const covered = await cards.evaluate((section) =>
    [...section.children]
      .map((card) => card.getBoundingClientRect())
      .reduce((sum, { width, height }) => sum + width * height, 0),
  );
  const stage = await page.locator('[data-tiles]').boundingBox();
  return covered / ((stage?.width ?? 0) * (stage?.height ?? 1));
}
