import { expect, test } from '@playwright/test';
import pg from 'pg';
import { compareLedger, runLedger } from '../support/ledger';
import { connectionString, createLedgerBoxes, killDatabase, killProgram, removeLedgerBoxes } from './support/ledger-boxes';
import { AT_REST, freeCubes, mosquittoPub, signIn, statusMessage } from './support/stack';

/** Processes are killed with -9 while people look and boxes report. The supervisor of `npm start` starts them again. */

const [cube] = freeCubes();
if (!cube) throw new Error('no free demo box');

const EVENTS = 20_000;
const BOXES = 100;

/** Publishes until the broker is back. */
async function publishSoon(payload: object): Promise<void> {
  await expect(async () => mosquittoPub(cube as NonNullable<typeof cube>, 'status', payload)).toPass({ timeout: 30_000, intervals: [300] });
}

test.describe('recovery', () => {
  test('the gateway is killed: the page says so or waits, recovers by itself and shows the right state', async ({ page }) => {
    await mosquittoPub(cube, 'connection', { v: 1, state: 'online', session: `e2e-${Date.now()}`, at: Date.now() });
    await mosquittoPub(cube, 'status', statusMessage(cube, AT_REST, { full: true }));
    await signIn(page, 'platformAdmin');
    await page.goto(`/monitor/elevator?equipmentNo=${cube.equipmentNo}`);
    await expect(page.locator('g[data-door]')).toHaveAttribute('data-door', 'Closed');
    let loads = 0;
    page.on('load', () => { loads += 1; });

    killProgram('gateway');
    await publishSoon(statusMessage(cube, { door: { value: 'Opened' } }));
    await expect(page.locator('g[data-door]')).toHaveAttribute('data-door', 'Opened', { timeout: 45_000 });
    await expect(page.locator('[data-cover="0"]').first()).toBeVisible();
    await publishSoon(statusMessage(cube, { door: { value: 'Closed' } }));
    await expect(page.locator('g[data-door]')).toHaveAttribute('data-door', 'Closed', { timeout: 2000 });
    expect(loads).toBe(0);
  });

  test(`PostgreSQL is killed twice and the gateway once while ${EVENTS} events are acknowledged: none lost, none twice`, async ({ page }) => {
    test.setTimeout(420_000);
    await signIn(page, 'platformAdmin');
    await page.goto(`/monitor/elevator?equipmentNo=${cube.equipmentNo}`);
    await expect(page.locator('g[data-door]')).toBeVisible();
    const boxes = await createLedgerBoxes(BOXES);
    const started = Date.now();
    const kills: [number, () => unknown][] = [[0.15, killDatabase], [0.45, () => killProgram('gateway')], [0.7, killDatabase]];
    const done: number[] = [];
    const ledger = await runLedger({
      port: Number(process.env.E2E_MQTT_PORT ?? '1883'), boxes, eventsPerBox: EVENTS / BOXES, deadlineMs: 330_000,
      onProgress: (acked, total) => {
        const next = kills[done.length];
        if (next && acked >= total * next[0]) {
          done.push(acked);
          void Promise.resolve(next[1]()).catch((error: unknown) => console.warn(error));
        }
      },
    });
    const seconds = (Date.now() - started) / 1000;
    expect(done).toHaveLength(kills.length);
    const pool = new pg.Pool({ connectionString: connectionString(), max: 1 });
    const compared = await compareLedger(ledger, pool);
    await pool.end();
    expect(ledger.acked.size).toBe(EVENTS);
    expect(compared).toEqual({ lost: [], duplicated: [], stored: EVENTS });
    console.info(`${EVENTS} events, ${ledger.sends} sends, ${(EVENTS / seconds).toFixed(0)} acknowledged a second over ${seconds.toFixed(0)} s with three kills`);

    await publishSoon(statusMessage(cube, { door: { value: 'Opened' } }));
    await expect(page.locator('g[data-door]')).toHaveAttribute('data-door', 'Opened', { timeout: 45_000 });
    await removeLedgerBoxes(boxes);
  });
});
