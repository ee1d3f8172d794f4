import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { AT_REST, freeCubes, mosquittoPub, signIn, statusMessage } from './support/stack';
import { test } from './support/test';
import { openWall, putOnWall } from './support/wall';

/** The wall of a running portal: a real box's client, real sockets, a real browser. */

const elevators = freeCubes().filter(({ equipmentType }) => equipmentType !== 'YAE_ESC');
const [cube] = elevators;
if (!cube) throw new Error('no free demo box');
const SOON = { timeout: 20_000 };

test.describe('the monitoring wall', () => {
  const tile = (page: Page) => page.locator(`[data-unit="${cube.equipmentNo}"]`);

  test.beforeEach(async ({ page }) => {
    await mosquittoPub(cube, 'connection', { v: 1, state: 'online', session: `e2e-${Date.now()}`, at: Date.now() });
    await mosquittoPub(cube, 'status', statusMessage(cube, AT_REST, { full: true }));
    await signIn(page, 'platformAdmin');
    await putOnWall(page, [cube], { names: ['测试梯'] });
    await openWall(page, '/campus');
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

  test('a trapped person has a card, which goes when it is acknowledged', async ({ page }) => {
    await mosquittoPub(
      cube,
      'status',
      statusMessage(cube, { alarm: { value: 'On', tracking: { code: 10002, entrap_enable: true } } }),
    );
    await expect(tile(page)).toHaveAttribute('data-state', 'trapped', { timeout: 10_000 });
    const card = page.getByTestId('toasts').locator(`[data-equipment="${cube.equipmentNo}"][data-look="trapped"]`);
    await card.getByRole('button', { name: '知道了' }).click(SOON);
    await expect(card).toHaveCount(0);
    await mosquittoPub(cube, 'status', statusMessage(cube, { alarm: { value: 'Off' }, entrapment: { value: false } }));
    await expect(tile(page)).not.toHaveAttribute('data-state', 'trapped', { timeout: 40_000 });
  });
});
