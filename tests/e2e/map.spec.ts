import { expect, type Page } from '@playwright/test';
import { serious } from './support/accessibility';
import { expectLists, figuresAmong, ofEachKind } from './support/figures';
import { signIn } from './support/stack';
import { test } from './support/test';

/** The national map without a provider: its numbers are lists, its way in is the keyboard's too, nothing leaves the origin. */

const NUMBERS = 'main a[href*="equipmentlist"], main a[href*="callbacklist"]';

/** Refuses and notes whatever leaves the origin. */
async function guardOrigin(page: Page, origin: string): Promise<string[]> {
  const foreign: string[] = [];
  await page.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== origin,
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  return foreign;
}

async function expectNumbers(page: Page, most: number): Promise<void> {
  const back = page.url();
  const all = await figuresAmong(page, NUMBERS);
  expect(all.length).toBeGreaterThan(1);
  await expectLists(page, ofEachKind(all, most));
  await page.goto(back);
}

test('[MAP-001] [MAP-002] [MAP-003] [MAP-004] [MAP-005] the country, an area and a building by keyboard; every number is a list', async ({
  page,
  baseURL,
}) => {
  const foreign = await guardOrigin(page, new URL(baseURL ?? '').origin);
  await signIn(page, 'platformAdmin', '/map');
  const shanghai = page.locator('tr[data-area="上海"]');
  const picture = page.locator('[data-zoom]');
  await expect(page.locator('[data-bubble="上海"]')).toBeVisible();
  await expect(picture).toHaveAttribute('data-zoom', '6');
  await expect(page.getByText('示意图')).toBeVisible();
  expect(await serious(page)).toEqual([]);

  await picture.hover();
  await page.mouse.wheel(0, -600);
  await picture.dblclick({ position: { x: 30, y: 30 } });
  await expect(picture).toHaveAttribute('data-zoom', '6');
  await expectNumbers(page, 2);

  await shanghai.getByRole('button').press('Enter');
  await expect(page).toHaveURL(/zoom=10.*area=/);
  await expect(page.getByRole('navigation', { name: '区域路径' })).toContainText('上海');
  await expect(page.locator('tr[data-area^="c:"]').first()).toBeVisible();
  await expectNumbers(page, 1);

  const building = page.locator('tr[data-area^="c:"]').first().getByRole('button');
  await building.press('Enter');
  const card = page.locator('[data-card]');
  await expect(card).toBeFocused();
  await expect(card.locator('a[href*="/detail/equipment"]').first()).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(building).toBeFocused();

  const map = page.getByRole('group', { name: /^地图/ });
  await map.press('+');
  await expect(picture).toHaveAttribute('data-zoom', '11');
  await map.press('-');
  await map.press('-');
  await expect(picture).toHaveAttribute('data-zoom', '9');
  await expect(page.locator('tr[data-area="浦东新区"]')).toBeVisible();
  await page.getByRole('button', { name: '全国' }).press('Enter');
  await expect(shanghai).toBeVisible();
  expect(foreign).toEqual([]);
});

test('[MAP-012] units without a place are counted for everybody and listed for who keeps their data', async ({
  page,
}) => {
  await signIn(page, 'platformAdmin', '/map');
  const said = page.getByText(/^未定位设备 \d+/);
  const count = Number(/\d+/.exec((await said.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  await page.getByRole('button', { name: '查看列表' }).press('Enter');
  await expect(page.getByRole('dialog').getByText(`共 ${count} 条`)).toBeVisible();
  expect(await serious(page, '[role="dialog"]')).toEqual([]);
});

test('a customer sees their own units alone, and their numbers are lists', async ({ page }) => {
  await signIn(page, 'customerElite', '/map');
  await expect(page.locator('tr[data-area]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '查看列表' })).toHaveCount(0);
  await expectNumbers(page, 1);
});
