import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { person } from './support/people';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Nothing stale looks alive, and pages follow each other (readings 249, 264). */

/** A call-out's page looks by itself every 15 s; before that it was told. */
const BEFORE_IT_LOOKS_MS = 10_000;

/** Asks the portal as whoever is signed in. */
const ask = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async (given) => {
      const response = await fetch(`/sms/${given.path}`, {
        method: given.method,
        headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
        ...(given.body ? { body: JSON.stringify(given.body) } : {}),
      });
      return ((await response.json()) as { data: unknown }).data as never;
    },
    { method, path, body },
  );

/** A new call-out on the first unit that has none. */
async function report(page: Page): Promise<string> {
  const { records } = await ask<{ records: { equipmentNo: string }[] }>(page, 'POST', 'equipment/query', {
    pageSize: 50,
  });
  for (const { equipmentNo } of records) {
    const made = await ask<{ callbackId?: string; joined?: boolean } | null>(page, 'PUT', 'callback', {
      equipmentNo,
      jobDescription: '轿厢异响',
    });
    if (made?.callbackId && made.joined === false) return made.callbackId;
  }
  throw new Error('every unit has an open call-out');
}

test('a list whose connection is gone says so and is grey; back it shows what happened meanwhile and is live', async ({
  browser,
}) => {
  const list = await person(browser, 'branchDispatcher', { address: '/callbacklist' });
  const other = await person(browser, 'branchDispatcher');
  await expect(list.getByRole('grid')).toBeVisible();
  const banner = list.getByTestId('connection-lost');
  const main = list.locator('main');
  await expect(banner).toHaveCount(0);

  await list.context().setOffline(true);
  await expect(banner).toBeVisible({ timeout: 25_000 });
  await expect(banner).toContainText('与服务器的连接自');
  await expect(main).toHaveCSS('filter', 'grayscale(1)');
  await expect(list.getByTestId('alarm-strip')).toHaveCount(0);
  expect(await list.title()).not.toMatch(/^\(\d/);
  const id = await report(other);
  await expect(list.getByRole('link', { name: id })).toHaveCount(0);

  await list.context().setOffline(false);
  await expect(banner).toHaveCount(0, { timeout: 30_000 });
  await expect(list.getByRole('link', { name: id })).toBeVisible();
  await expect(main).toHaveCSS('filter', 'none');
});

test('what one does to a call-out the others see on its page and in the list without a reload', async ({ browser }) => {
  const dispatcher = await person(browser, 'branchDispatcher');
  const head = await person(browser, 'platformAdmin');
  const list = await head.context().newPage();
  await list.goto('/callbacklist');
  await expect(list.getByRole('grid')).toBeVisible();
  const id = await report(dispatcher);
  const row = list.getByRole('row').filter({ hasText: id });
  await expect(row).toBeVisible();

  await head.goto(`/detail/callback?callbackId=${id}`);
  await expect(head.getByRole('button', { name: '取消召修' })).toBeVisible();
  await dispatcher.goto(`/detail/callback?callbackId=${id}`);
  await dispatcher.getByRole('button', { name: '取消召修' }).click();
  const dialog = dispatcher.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('客户已自行解决');
  await dialog.getByRole('button', { name: '取消召修' }).click();
  await expect(dialog).toHaveCount(0);
  // It would be refused now: nobody is offered it.
  await expect(head.getByRole('button', { name: '取消召修' })).toHaveCount(0, { timeout: BEFORE_IT_LOOKS_MS });
  await expect(row.filter({ hasText: '召修通知' })).toHaveCount(0, { timeout: BEFORE_IT_LOOKS_MS });
});

/** Pictures for people, of what no assertion sees: `LOOKS=<folder>`. */
test('pictures', async ({ browser, baseURL }) => {
  const folder = process.env.LOOKS;
  test.skip(!folder, 'no folder for pictures is named');
  test.setTimeout(240_000);
  for (const [width, height, theme, language] of [
    [1920, 1080, 'nightTheme', 'zh-CN'],
    [1280, 800, 'dayTheme', 'en'],
    [390, 844, 'blueTheme', 'zh-CN'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height } });
    const url = baseURL ?? '';
    const page = await context.newPage();
    await signIn(page, 'platformAdmin');
    await context.addCookies([
      { name: 'theme', value: theme, url },
      { name: 'language', value: language, url },
    ]);
    const { records } = await ask<{ records: { equipmentNo: string }[] }>(page, 'POST', 'equipment/query', {
      pageSize: 1,
      state: 'online',
      equipmentType: 2,
    });
    const live = await context.newPage();
    await live.goto(`/monitor/escalator?equipmentNo=${records[0]?.equipmentNo ?? ''}`);
    await live.getByTestId('freshness').waitFor();
    await live.waitForTimeout(3000);
    await live.clock.setSystemTime(Date.now() + 900_000);
    await live.waitForTimeout(6000);
    await live.screenshot({ path: `${folder}/live-${width}.png` });
    const detail = await context.newPage();
    await detail.goto(`/detail/callback?callbackId=${await report(page)}`);
    await page.goto('/callbacklist');
    const wall = await context.newPage();
    await wall.goto('/campus');
    await wall.waitForTimeout(3000);
    await context.setOffline(true);
    for (const [name, shown] of [
      ['list', page],
      ['wall', wall],
      ['detail', detail],
    ] as const) {
      await shown.bringToFront();
      await shown.getByTestId('connection-lost').waitFor({ timeout: 30_000 });
      await shown.screenshot({ path: `${folder}/${name}-${width}.png` });
    }
    await context.close();
  }
});
