import { expect } from '@playwright/test';
import { account, signIn, signInAs } from './support/stack';
import { test } from './support/test';

/** What stands where the network has gone, and what a page does when a newer build is served. */

test.use({ serviceWorkers: 'allow' });

test('without a network a page says since when nothing is known, keeps no row of data, comes back by itself, and forgets all at sign-out', async ({
  page,
  context,
}) => {
  // Its end is that of this test alone: others read pages in the session of the run meanwhile.
  await signInAs(page, account('customerElite'));
  await page.goto('/equipmentlist');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByText(/^共 \d+ 条$/)).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.sort()).toEqual(['/icon.svg', '/offline.html', '/offline.js']);

  await context.setOffline(true);
  const before = Date.now();
  await page.goto('/callbacklist');
  await expect(page.getByRole('heading', { name: '无法连接服务器' })).toBeVisible();
  const said = await page.locator('main:visible time').textContent();
  expect(Date.parse(`${said?.replace(' ', 'T')}+08:00`)).toBeGreaterThan(before - 30_000);
  await expect(page.getByText('是否有人被困也未知')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^共 \d+ 条$/)).toBeVisible();

  await page.getByRole('button', { name: '账户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('sms.known-until'))).toBeNull();
});

test('a page of an older build asks before it loads the new one', async ({ page, context }) => {
  await signIn(page, 'customerElite');
  await page.goto('/equipmentlist');
  await page.route('**/sms/health/ready', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...envelope, data: { ...envelope.data, version: 'next' } } });
  });
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await context.setOffline(true);
  await expect(page.getByTestId('connection-lost')).toBeVisible();
  await context.setOffline(false);
  const asks = page.getByTestId('new-version');
  await expect(asks).toBeAttached();
  // While somebody is trapped it does not stand in the way.
  if (await page.getByTestId('alarm-strip').isVisible()) await expect(asks).toBeHidden();
  await page.evaluate(() =>
    document.querySelectorAll('[data-alarm-strip]').forEach((strip) => strip.removeAttribute('data-alarm-strip')),
  );
  await expect(asks).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.getByTestId('new-version').getByRole('button').click();
  await expect.poll(() => page.evaluate(() => 'isSamePage' in window)).toBe(false);
});
