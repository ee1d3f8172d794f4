import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { seriousInThemes } from './support/accessibility';
import { openedBy } from './support/awake';
import { freeCubes, mosquittoPub, signIn, statusMessage } from './support/stack';
import { test } from './support/test';
import { ask } from './support/video';

/** A box's own messages, the whole running portal, and the picture as the browser draws it, moving. */
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const cube = freeCubes().find(({ equipmentType }) => equipmentType === 'YAE_ESC');
if (!cube) throw new Error('no free escalator box');

const RUNS = {
  stepspeed: { value: 500 },
  direction: { value: 'Up' },
  operationmode: { value: 'Continuous', secondary: [] },
  controlmode: { value: 'Local' },
  drivemode: { value: 'Inverter' },
  warning: { value: 'None' },
  technicianonsite: { value: false },
  errorstate: { value: false },
  health: { value: 'Good' },
  connected: { value: true },
};
const SOON = { timeout: 20_000 };
const belt = (page: Page) => page.locator('[data-belt]');

/** Milliseconds from one step to the next, measured by the frames of the page itself over several steps. */
const measuredPeriod = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const rail = document.querySelector('[data-belt] path[stroke-dashoffset]');
        const at = () => Number(rail?.getAttribute('stroke-dashoffset'));
        let [last, from, moved] = [at(), 0, 0];
        const look = (now: number) => {
          if (from === 0) [from, last] = [now, at()];
          const next = at();
          // The marks of the handrail lie a step, 50, apart and begin anew after 12 of them.
          moved += Math.abs(((next - last + 900) % 600) - 300);
          last = next;
          if (now - from < 2500) requestAnimationFrame(look);
          else resolve(((now - from) / moved) * 50);
        };
        requestAnimationFrame(look);
      }),
  );

/** The steps run at this period, within a twentieth. */
const runsAt = (page: Page, periodMs: number) =>
  expect
    .poll(async () => Math.abs((await measuredPeriod(page)) / periodMs - 1), { timeout: 45_000 })
    .toBeLessThan(0.05);

/** A moving walk of the demo fleet that is on line. */
async function findWalk(page: Page): Promise<string> {
  const { data } = await ask<{ records: { equipmentNo: string; displayType: string }[] }>(page, 'equipment/query', {
    ...{ pageIndex: 1, pageSize: 200, equipmentType: 2, onlineStatus: 1 },
  });
  return data.records.find(({ displayType }) => displayType === 'WW')?.equipmentNo ?? 'no walk on line';
}

test('[ESCA-017] [ESCA-002] [SIDE-005] the steps run at the period of the speed, and stand when it does', async ({
  page,
}) => {
  await mosquittoPub(cube, 'connection', { v: 1, state: 'online', session: `e2e-${Date.now()}`, at: Date.now() });
  await mosquittoPub(cube, 'status', statusMessage(cube, RUNS, { full: true }));
  await signIn(page, 'platformAdmin', `/monitor/escalator?equipmentNo=${cube.equipmentNo}`);
  await expect(belt(page)).toHaveAttribute('data-period', '680', SOON);
  await expect(page.locator('[data-cover="0"]').first()).toBeVisible();
  await runsAt(page, 680);
  expect(await seriousInThemes(page)).toEqual([]);
  await mosquittoPub(cube, 'status', statusMessage(cube, { stepspeed: { value: 200 }, direction: { value: 'Down' } }));
  await expect(belt(page)).toHaveAttribute('data-period', '1360', SOON);
  // It turns round through standing before it runs at its speed.
  await runsAt(page, 1360);
  await mosquittoPub(cube, 'status', statusMessage(cube, { stepspeed: { value: 0 } }));
  await expect(belt(page)).toHaveAttribute('data-way', 'stop', SOON);
  await expect(page.getByTestId('percent')).toHaveText('0%');

  await page.goto(`/monitor/sidewalk?equipmentNo=${await findWalk(page)}`);
  await expect(belt(page)).toBeVisible(SOON);
  expect(await seriousInThemes(page)).toEqual([]);
  const footer = page.locator('footer');
  await expect(footer).toContainText('版权所有');
  await expect(footer.getByRole('link', { name: /ICP备/ })).toHaveAttribute('href', /^https:\/\//);
});

test('[SHC-001] [SHC-004] the Shanghai center shows 41 escalators and opens one', async ({ page, context }) => {
  await signIn(page, 'platformAdmin', '/shcenter');
  await expect(page.locator('[data-status="0"]')).toBeVisible(SOON);
  await expect(page.locator('[data-half="left"] [data-unit]')).toHaveCount(21);
  await expect(page.locator('[data-half="right"] [data-unit]')).toHaveCount(20);
  await expect(page.getByTestId('freshness')).toHaveAttribute('data-kind', 'live', SOON);
  expect(await seriousInThemes(page)).toEqual([]);
  const opened = await openedBy(context, () => page.locator('[data-level="Level0"][data-unit]').first().click());
  await expect(opened).toHaveURL(/\/monitor\/escalator\?equipmentNo=/);
  await expect(opened.locator('[data-belt]')).toBeVisible(SOON);
});
