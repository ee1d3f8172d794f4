import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { few } from '../support/full';
import { serious } from './support/accessibility';
import { openedBy } from './support/awake';
import { trappedCall } from './support/replayable';
import { signIn } from './support/stack';
import { test } from './support/test';

/** From a call-out of the demo to the pictures of it. */

const moment = (page: Page) => page.getByTestId('replay-moment');

test('from a call-out with trapped persons the live page of that moment is replayed', async ({ page, context }) => {
  await signIn(page, 'platformAdmin');
  const call = await trappedCall(page);
  await page.goto(`/detail/callback?callbackId=${call.callbackId}`);
  const replay = await openedBy(context, () => page.getByRole('link', { name: '回放', exact: true }).click());
  await expect(moment(replay)).toHaveText(call.createDate);
  await expect(replay.getByText('这是过去的画面，不是当前状态')).toBeVisible();
  // The fault and the trapped persons of the call-out are of that moment.
  const root = replay.locator('[data-run-icon]').first();
  await expect(root).toHaveAttribute('data-run-icon', 'fault');
  await expect(replay.getByText('当时轿厢内有人被困')).toBeVisible();
  await expect(replay.getByRole('group', { name: '事件标记' }).getByRole('button')).not.toHaveCount(0);

  // Before it the car went up and down.
  await replay.keyboard.press('Home');
  await expect(root).toHaveAttribute('data-run-icon', 'running');
  await replay.getByRole('radio', { name: '×16' }).check({ force: true });
  await replay.getByRole('button', { name: '播放' }).click();
  const floors = new Set<string>();
  await expect
    .poll(async () => floors.add((await replay.getByTestId('floor').textContent()) ?? '').size, { timeout: 30_000 })
    .toBeGreaterThan(2);
  await replay.getByRole('button', { name: '暂停' }).click();
  const stood = await moment(replay).textContent();
  await replay.waitForTimeout(1200);
  await expect(moment(replay)).toHaveText(stood ?? '');
  expect(await serious(replay)).toEqual([]);

  // The address alone brings anybody who may see the unit there; the way back is the unit as it is now.
  await replay.reload();
  await expect(moment(replay)).toHaveText(call.createDate);
  await replay.getByRole('link', { name: '返回实时' }).click();
  await expect(moment(replay)).toHaveCount(0);
  await expect(replay).toHaveURL(new RegExp(`equipmentNo=${call.equipmentNo}$`));
});

test('where nothing was kept the page says so, and a moment that is none is refused', async ({ page }) => {
  await signIn(page, 'platformAdmin');
  const call = await trappedCall(page);
  await page.goto(`/monitor/elevator?equipmentNo=${call.equipmentNo}&at=${encodeURIComponent('2020-01-01 08:00:00')}`);
  await expect(page.getByText('未保存过程记录')).toBeVisible();
  await page.goto(`/monitor/elevator?equipmentNo=${call.equipmentNo}&at=then`);
  await expect(page.getByText('无法识别回放时刻')).toBeVisible();
});

const LOOKS = [
  ['dayTheme', 1920],
  ['nightTheme', 390],
] as const;
for (const [theme, width] of few(LOOKS, 1, 'the replay')) {
  test(`the replay has no serious accessibility finding, nor a sideways scroll: ${theme}, ${width} px`, async ({
    page,
    context,
    baseURL,
  }) => {
    await signIn(page, 'platformAdmin');
    const call = await trappedCall(page);
    await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }]);
    await page.setViewportSize({ width, height: 1000 });
    await page.goto(`/monitor/elevator?equipmentNo=${call.equipmentNo}&at=${encodeURIComponent(call.createDate)}`);
    await expect(moment(page)).toBeVisible();
    expect(await serious(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
}
