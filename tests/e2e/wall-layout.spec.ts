import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { few } from '../support/full';
import { serious, seriousInThemes } from './support/accessibility';
import { signIn } from './support/stack';
import { test } from './support/test';
import { GROUPED_WALL, openWall } from './support/wall';

/** How the wall looks: from a desk, from 4 m, on a phone, in groups and in one grid, in English. */

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

async function chooseSize(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: /每页 \d+ 台/ }).click();
  await page.getByRole('menuitemradio', { name: `每页 ${count} 台` }).click();
  const tiles = page.locator('[data-unit]');
  await expect.poll(() => tiles.count()).toBeGreaterThan(Math.min(count, 90) - 5);
  await expect.poll(() => tiles.count()).toBeLessThanOrEqual(count);
}

/** Runs in the page: what of the tiles does not lie within the window. */
const outOfSight = (tiles: Element[]) =>
  tiles
    .filter((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return top < 0 || left < 0 || bottom > window.innerHeight + 1 || right > window.innerWidth + 1;
    })
    .map((one) => one.getAttribute('data-unit'));

/** Runs in the page: every text that is seen in letters below a size, in px of the screen. */
function smallTexts(least: number): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim();
    const parent = node.parentElement;
    if (!text || !parent || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (parent.closest('.visually-hidden, script, style, noscript, template, title')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, height, bottom, right } = range.getBoundingClientRect();
    if (width < 1 || height < 1 || bottom <= 0 || right <= 0) continue;
    const letters = parseFloat(getComputedStyle(parent).fontSize);
    const { currentCSSZoom = 1 } = parent as Element as Element & { currentCSSZoom?: number };
    const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : currentCSSZoom;
    if (letters * scale < least) found.push(`${(letters * scale).toFixed(1)} px: ${text}`);
  }
  return found;
}

test.describe('the wall in groups', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await signIn(page, 'platformAdmin');
    await openWall(page, GROUPED_WALL);
  });

  test('the choice is made in the head, by pointer or keyboard, and stands in the address', async ({ page }) => {
    await page.getByRole('radio', { name: '整屏' }).click();
    await expect(page).not.toHaveURL(/group=/);
    await expect(page.locator('[data-group]')).toHaveCount(0);
    await page.getByRole('radio', { name: '最差优先' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '按位置' })).toBeChecked();
    await expect(page).not.toHaveURL(/order=/);
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/order=worst/);
    await page.getByRole('radio', { name: '按项目' }).click();
    await expect(page.locator('[data-group]').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: '按项目' })).toBeChecked();
  });

  test('at 1920 x 1080 every tile of a page is in sight, in one grid at 40, 80 and 100, in groups at 40', async ({
    page,
  }) => {
    await chooseSize(page, 40);
    expect(await page.locator('[data-unit]').evaluateAll(outOfSight)).toEqual([]);
    await page.getByRole('radio', { name: '整屏' }).click();
    for (const count of [40, 80, 100]) {
      await chooseSize(page, count);
      expect(await page.locator('[data-unit]').evaluateAll(outOfSight)).toEqual([]);
    }
  });

  test('no two tiles of a page have the same name, and none is cut at its start', async ({ page }) => {
    await page.getByRole('radio', { name: '整屏' }).click();
    await page.getByRole('button', { name: /每页 \d+ 台/ }).click();
    await page.getByRole('menuitemradio', { name: '每页 100 台' }).click();
    await expect.poll(() => page.locator('[data-unit]').count()).toBeGreaterThan(80);
    const names = await page
      .locator('[data-shown]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-shown') ?? ''));
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const cut = await page
      .locator('[data-line="name"]')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    expect(cut).toEqual([]);
  });

  for (const address of few([GROUPED_WALL, '/campus'], 1, 'from 4 m'))
    test(`from 4 m, at 3840 x 2160, nothing on the screen is written below 24 px: ${address}`, async ({ page }) => {
      await page.setViewportSize({ width: 3840, height: 2160 });
      await openWall(page, address);
      await chooseSize(page, 40);
      expect(await page.evaluate(smallTexts, 24)).toEqual([]);
      expect(await page.locator('[data-unit]').evaluateAll(outOfSight)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBeLessThanOrEqual(0);
      // The menu opens under its button, and is as large.
      await page.getByRole('button', { name: /每页 \d+ 台/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await page.evaluate(smallTexts, 24)).toEqual([]);
    });

  test('on a phone the choice is one menu', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openWall(page, GROUPED_WALL);
    await page.getByRole('button', { name: '排列：按项目，最差优先' }).click();
    await page.getByRole('menuitemradio', { name: '整屏，按位置' }).click();
    await expect(page).not.toHaveURL(/group|order/);
    await expect(page.locator('[data-group]')).toHaveCount(0);
  });
});

test('no status line of an English wall overflows and no name is cut at its start, at 40, 80 and 100 tiles', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await context.addCookies([{ name: 'language', value: 'en', url: baseURL ?? '' }]);
  await signIn(page, 'platformAdmin');
  await openWall(page, '/campus');
  for (const size of [40, 80, 100]) {
    await page.getByRole('button', { name: /tiles a page/ }).click();
    await page.getByRole('menuitemradio', { name: `${size} tiles a page` }).click();
    await expect.poll(() => page.locator('[data-unit]').count()).toBeGreaterThan(Math.min(size, 90) - 5);
    expect(await page.evaluate(measureTiles, tileWords)).toEqual({ overflowing: [], cutAtStart: [], tooLong: [] });
  }
});

test('the wall in groups has no serious accessibility finding in its themes, nor a sideways scroll, wide and narrow', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(page, 'platformAdmin');
  await openWall(page, GROUPED_WALL);
  await expect.poll(() => page.locator('[data-unit]').count()).toBeGreaterThan(30);
  // The colours of a theme are the same at every width.
  for (const [width, height, findings] of [
    [1920, 1080, seriousInThemes],
    [390, 844, serious],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0);
    expect([width, await findings(page)]).toEqual([width, []]);
  }
});
