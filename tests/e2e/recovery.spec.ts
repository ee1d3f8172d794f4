import { expect } from '@playwright/test';
import { isFull } from '../support/full';
import { PARTS, runChaos } from './support/chaos';
import { killProgram } from './support/ledger-boxes';
import { AT_REST, freeCubes, mosquittoPub, signIn, statusMessage } from './support/stack';
import { test } from './support/test';

/** Processes are killed with -9 while people look and boxes report. The supervisor of `npm start` starts them again. */

const [cube] = freeCubes();
if (!cube) throw new Error('no free demo box');

/** Of all parts together: thirty of each in full, otherwise one. `npm run chaos -- 300` kills more often and prints figures. */
const KILLS = isFull ? 90 : 3;

/** Publishes until the broker is back. */
async function publishSoon(payload: object): Promise<void> {
  await expect(async () => mosquittoPub(cube as NonNullable<typeof cube>, 'status', payload)).toPass({
    timeout: 30_000,
    intervals: [300],
  });
}

test.describe('recovery', () => {
  test('the gateway is killed: the page says so or waits, recovers by itself and shows the right state', async ({
    page,
  }) => {
    await mosquittoPub(cube, 'connection', { v: 1, state: 'online', session: `e2e-${Date.now()}`, at: Date.now() });
    await mosquittoPub(cube, 'status', statusMessage(cube, AT_REST, { full: true }));
    await signIn(page, 'platformAdmin', `/monitor/elevator?equipmentNo=${cube.equipmentNo}`);
    await expect(page.locator('g[data-door]')).toHaveAttribute('data-door', 'Closed');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });

    killProgram('gateway');
    await publishSoon(statusMessage(cube, { door: { value: 'Opened' } }));
    await expect(page.locator('g[data-door]')).toHaveAttribute('data-door', 'Opened', { timeout: 45_000 });
    await expect(page.locator('[data-cover="0"]').first()).toBeVisible();
    await publishSoon(statusMessage(cube, { door: { value: 'Closed' } }));
    await expect(page.locator('g[data-door]')).toHaveAttribute('data-door', 'Closed', { timeout: 2000 });
    expect(loads).toBe(0);
  });

  test(`gateway, web and PostgreSQL are killed ${KILLS} times while boxes publish: no event lost, none twice, and an open page lives on`, async ({
    page,
  }) => {
    test.setTimeout(isFull ? 2_400_000 : 420_000);
    await signIn(page, 'platformAdmin', `/monitor/elevator?equipmentNo=${cube.equipmentNo}`);
    await expect(page.locator('g[data-door]')).toBeVisible();
    const outcome = await runChaos({
      url: process.env.E2E_URL ?? 'http://127.0.0.1:3000',
      gatewayPort: Number(process.env.E2E_GATEWAY_PORT ?? '3001'),
      mqttPort: Number(process.env.E2E_MQTT_PORT ?? '1883'),
      kills: KILLS,
      gapMs: [1000, 5000],
      boxes: 100,
      ratePerSec: 4.5,
      say: (line) => console.info(line),
    });
    expect(PARTS.map((part) => outcome.recoveriesMs[part].length).reduce((sum, count) => sum + count)).toBe(KILLS);
    expect(outcome).toMatchObject({ lost: [], duplicated: [], acked: outcome.published, stored: outcome.published });
    expect(outcome.published).toBeGreaterThan(1000);
    console.info(`${outcome.published} events by ${outcome.sends} sends, ${KILLS} kills`);

    await publishSoon(statusMessage(cube, { door: { value: 'Opened' } }));
    await expect(page.locator('g[data-door]')).toHaveAttribute('data-door', 'Opened', { timeout: 45_000 });
  });
});
