import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { measured } from './support/people';
import { AT_REST, freeCubes, mosquittoPub, signIn, statusMessage } from './support/stack';
import { test } from './support/test';

/** A real box's client, the whole running portal, a real browser. */

const [cube] = freeCubes();
if (!cube) throw new Error('no free demo box');

const door = (page: Page) => page.locator('g[data-door]');
const events = (page: Page) => page.getByTestId('events');

test.describe('a live elevator', () => {
  test.beforeEach(async ({ page }) => {
    await mosquittoPub(cube, 'connection', { v: 1, state: 'online', session: `e2e-${Date.now()}`, at: Date.now() });
    await mosquittoPub(cube, 'status', statusMessage(cube, AT_REST, { full: true }));
    await signIn(page, 'platformAdmin', `/monitor/elevator?equipmentNo=${cube.equipmentNo}`);
    await expect(door(page)).toHaveAttribute('data-door', 'Closed');
    // The page has its own connection by now: what follows arrives by it and by no reload.
    await expect(page.locator('[data-cover="0"]').first()).toBeVisible();
  });

  test('[ELEV-002] [ELEV-023] a message of a real box opens the door on the page within a second', async ({ page }) => {
    const tookMs: number[] = [];
    for (const value of ['Opening', 'Opened', 'Closing', 'Closed']) {
      await mosquittoPub(cube, 'status', statusMessage(cube, { door: { value } }));
      // From the end of mosquitto_pub, which has by then its PUBACK.
      tookMs.push(await measured(value, Date.now(), () => expect(door(page)).toHaveAttribute('data-door', value)));
    }
    // The best of four: what else the machine does is not what is tested.
    expect(Math.min(...tookMs)).toBeLessThan(1000);
    await expect(page.locator('[data-row="door"]')).toContainText('关闭');
  });

  test('[ELEV-001] [ELEV-024] [ELEV-029] a trip shows direction, speed and floor; at rest the picture stands', async ({
    page,
  }) => {
    const stage = page.locator('section[data-travel]');
    await expect(stage).toHaveAttribute('data-travel', 'stopped');
    const before = await page.getByTestId('floor').textContent();
    await mosquittoPub(
      cube,
      'status',
      statusMessage(cube, {
        drive: { value: 'Moving' },
        direction: { value: 'Up' },
        speed: { value: 1750 },
        position: { physicalvalue: 4 },
      }),
    );
    await expect(stage).toHaveAttribute('data-travel', 'up');
    await expect(page.locator('[data-row="speed"]')).toContainText('1.75 m/s');
    await mosquittoPub(
      cube,
      'status',
      statusMessage(cube, {
        drive: { value: 'Standing' },
        direction: { value: 'Both' },
        speed: { value: 0 },
        position: { physicalvalue: 5 },
      }),
    );
    await expect(stage).toHaveAttribute('data-travel', 'stopped');
    await expect(page.getByTestId('floor')).not.toHaveText(before ?? '');
  });

  test('[ELEV-010] [ELEV-012] [ELEV-015] [ELEV-016] earthquake, fault and a trapped person are shown, and clear again', async ({
    page,
  }) => {
    const eventId = `e2e-${Date.now()}`;
    const fault = { v: 1, equipmentNo: cube.equipmentNo, eventId, subType: 'error', code: '52' };
    const root = page.locator('[data-run-icon]').first();
    await expect(root).toHaveAttribute('data-run-icon', 'running');
    await mosquittoPub(cube, 'event', { ...fault, objectStatus: 'true', at: Date.now() });
    await mosquittoPub(cube, 'status', statusMessage(cube, { errorstate: { value: true, code: 52 } }));
    await expect(root).toHaveAttribute('data-run-icon', 'fault');
    await expect(events(page).locator('[data-code="ETQ"]')).toBeVisible();
    await mosquittoPub(cube, 'status', statusMessage(cube, { entrapment: { value: true } }));
    await expect(page.locator('[data-cover="5"]').first()).toBeVisible();
    await expect(events(page).locator('[data-code="ETM"]')).toBeVisible();
    await mosquittoPub(
      cube,
      'status',
      statusMessage(cube, { entrapment: { value: false }, errorstate: { value: false } }),
    );
    await mosquittoPub(cube, 'event', { ...fault, objectStatus: 'false', at: Date.now() });
    await expect(page.locator('[data-cover="0"]').first()).toBeVisible();
    await expect(root).toHaveAttribute('data-run-icon', 'running', { timeout: 40_000 });
    await expect(events(page).locator('[data-code="ETQ"]')).toHaveCount(0);
  });
});
