import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { seriousInEveryTheme } from './support/accessibility';
import { AT_REST, freeCubes, mosquittoPub, signIn, statusMessage } from './support/stack';
import { test } from './support/test';
import { putOnWall } from './support/wall';

/** The wall of a running portal: a real box's client, real sockets, a real browser. */

const elevators = freeCubes().filter(({ equipmentType }) => equipmentType !== 'YAE_ESC');
const [cube] = elevators;
if (!cube) throw new Error('no free demo box');
const SOON = { timeout: 20_000 };

/** Every word that may stand first in the line of a tile. */
type Words = Record<'link' | 'direction', Record<string, string>> &
  Record<'trapped' | 'fault' | 'technician' | 'held' | 'moving' | 'standing' | 'ready' | 'stopped', string>;
const { link, direction, ...words } = (JSON.parse(readFileSync('messages/en/campus.json', 'utf8')) as { tile: Words })
  .tile;
const { mode } = JSON.parse(readFileSync('messages/en/common.json', 'utf8')) as { mode: Record<string, string> };
const tileWords = [
  ...Object.values(link),
  ...Object.values(direction),
  ...Object.values(mode),
  words.trapped,
  words.fault,
  words.technician,
  words.held,
  words.moving,
  words.standing,
  words.ready,
  words.stopped,
];

/** Runs in the page: what does not fit into its tile. */
function measureTiles(possible: string[]) {
  const lines = (name: string) => [...document.querySelectorAll<HTMLElement>(`[data-unit] [data-line="${name}"]`)];
  const overflowing = lines('status')
    .filter((line) => line.scrollWidth > line.clientWidth)
    .map((line) => line.textContent);
  const cutAtStart = lines('name')
    .filter((line) => {
      const start = line.querySelector<HTMLElement>('[aria-hidden]');
      return (
        !start ||
        getComputedStyle(start).direction !== 'ltr' ||
        start.getBoundingClientRect().left < line.getBoundingClientRect().left - 1 ||
        start.clientWidth < 20 ||
        line.scrollWidth > line.clientWidth
      );
    })
    .map((line) => line.title);
  // Each word in the place of the one that stands there now, in the narrowest tile.
  const narrowest = lines('status')
    .filter((line) => line.querySelector('[data-status] > span'))
    .sort((a, b) => a.clientWidth - b.clientWidth)[0];
  const word = narrowest?.querySelector<HTMLElement>('[data-status] > span');
  const tooLong: string[] = [];
  if (!word) throw new Error('no tile with a word');
  const shown = word.textContent;
  for (const text of possible) {
    word.textContent = text;
    if (word.scrollWidth > word.clientWidth) tooLong.push(text);
  }
  word.textContent = shown;
  return { overflowing, cutAtStart, tooLong };
}

test.describe('the monitoring wall', () => {
  const tile = (page: Page) => page.locator(`[data-unit="${cube.equipmentNo}"]`);

  test.beforeEach(async ({ page }) => {
    await mosquittoPub(cube, 'connection', { v: 1, state: 'online', session: `e2e-${Date.now()}`, at: Date.now() });
    await mosquittoPub(cube, 'status', statusMessage(cube, AT_REST, { full: true }));
    await signIn(page, 'platformAdmin');
    await putOnWall(page, [cube], { names: ['测试梯'] });
    await page.goto('/campus');
    await expect(page.locator('[data-status="0"]').first()).toBeVisible();
    await expect(page.getByTestId('freshness')).toHaveAttribute('data-kind', 'live', SOON);
  });

  test('a message of a real box changes its tile', async ({ page }) => {
    await mosquittoPub(
      cube,
      'status',
      statusMessage(cube, { drive: { value: 'Moving' }, direction: { value: 'Up' }, position: { physicalvalue: 4 } }),
    );
    await expect(tile(page)).toHaveAttribute('data-state', 'moving', SOON);
    await expect(tile(page).locator('[data-arrow="up"]')).toBeVisible();
    await mosquittoPub(
      cube,
      'status',
      statusMessage(cube, { drive: { value: 'Standing' }, direction: { value: 'Both' } }),
    );
    await expect(tile(page)).toHaveAttribute('data-state', 'standing', SOON);
  });

  test('a fault has a card, a message, a tile in error and is counted; it ends', async ({ page, context }) => {
    const fault = {
      v: 1,
      equipmentNo: cube.equipmentNo,
      eventId: `wall-${Date.now()}`,
      subType: 'error',
      code: `W${Date.now() % 100_000}`,
      title: '门锁故障',
    };
    const end = async () => {
      await mosquittoPub(cube, 'status', statusMessage(cube, { errorstate: { value: false } }));
      await mosquittoPub(cube, 'event', { ...fault, objectStatus: 'false', at: Date.now() });
    };
    await mosquittoPub(cube, 'event', { ...fault, objectStatus: 'true', at: Date.now() });
    try {
      await mosquittoPub(cube, 'status', statusMessage(cube, { errorstate: { value: true, code: 4 } }));
      await expect(page.getByTestId('toasts').getByText('门锁故障')).toBeVisible(SOON);
      await expect(tile(page)).toHaveAttribute('data-state', 'error', SOON);
      // Faults of the fleet come and go in the same seconds: the unit stands in the list that the count is the number of.
      const counted = page.getByRole('link', { name: /^直梯故障 [1-9]/ });
      await expect(counted).toBeVisible({ timeout: 40_000 });
      const list = await context.newPage();
      await list.goto(`${await counted.getAttribute('href')}&key=${cube.equipmentNo}`);
      await expect(list.locator(`[role="row"][data-id="${cube.equipmentNo}"]`)).toBeVisible({ timeout: 40_000 });
      await list.close();
    } finally {
      // Open, it would stand on the unit's other pages.
      await end();
    }
    await expect(tile(page)).toHaveAttribute('data-state', 'standing', { timeout: 40_000 });
    await page.getByRole('tab', { name: '设备事件' }).click();
    await expect(page.getByTestId('messages').getByText('门锁故障').first()).toBeVisible();
  });

  test('a trapped person has a card that stays until acknowledged', async ({ page }) => {
    await mosquittoPub(
      cube,
      'status',
      statusMessage(cube, { alarm: { value: 'On', tracking: { code: 10002, entrap_enable: true } } }),
    );
    await expect(tile(page)).toHaveAttribute('data-state', 'trapped', { timeout: 10_000 });
    const acknowledge = page.getByTestId('toasts').getByRole('button', { name: '知道了' }).first();
    await expect(acknowledge).toBeVisible(SOON);
    await page.waitForTimeout(9000);
    await expect(acknowledge).toBeVisible();
    await acknowledge.click();
    await mosquittoPub(cube, 'status', statusMessage(cube, { alarm: { value: 'Off' }, entrapment: { value: false } }));
    await expect(tile(page)).not.toHaveAttribute('data-state', 'trapped', { timeout: 40_000 });
  });

  test('no status line of an English wall overflows and no name is cut at its start, at 40, 80 and 100 tiles', async ({
    page,
    context,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await context.addCookies([{ name: 'language', value: 'en', url: baseURL ?? '' }]);
    await page.reload();
    for (const size of [40, 80, 100]) {
      await page.getByRole('button', { name: /tiles a page/ }).click();
      await page.getByRole('menuitemradio', { name: `${size} tiles a page` }).click();
      await expect.poll(() => page.locator('[data-unit]').count()).toBeGreaterThan(Math.min(size, 90) - 5);
      expect(await page.evaluate(measureTiles, tileWords)).toEqual({ overflowing: [], cutAtStart: [], tooLong: [] });
    }
  });

  for (const width of [1920, 390]) {
    test(`a hundred tiles have no serious accessibility finding in any theme, nor a sideways scroll: ${width} px`, async ({
      page,
    }) => {
      test.setTimeout(120_000);
      // A figure that is just rolling in is faint for a moment; without motion none rolls.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 1080 });
      await page.reload();
      await page.getByRole('button', { name: /每页 \d+ 台/ }).click();
      await page.getByRole('menuitemradio', { name: '每页 100 台' }).click();
      await expect.poll(() => page.locator('[data-unit]').count()).toBeGreaterThan(80);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBeLessThanOrEqual(0);
      expect(await seriousInEveryTheme(page)).toEqual([]);
    });
  }
});
