import { expect, type Page } from '@playwright/test';
import { account, signIn } from './support/stack';
import { test } from './support/test';

/** On a slow line people type and press Enter before the scripts of the page are there: nothing of it is lost, and it is done once. */

/** Labels that lie on what is typed into their fields. */
const coveringLabels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('form input')]
      .filter(({ value }) => value !== '')
      .flatMap((input) => [...(input.labels ?? [])].map((label) => ({ input, label })))
      .filter(({ input, label }) => {
        const { top, height } = input.getBoundingClientRect();
        return label.getBoundingClientRect().bottom > top + height / 3;
      })
      .map(({ label }) => label.textContent),
  );

/** Opens a page whose scripts are held back until the answer is called. By itself: `goto` waits until a page is alive. */
async function openWithoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    await route.fallback();
  });
  await Promise.all([page.waitForEvent('framenavigated'), page.evaluate((href) => location.assign(href), address)]);
  return async () => {
    release();
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
  };
}

test('who signs in before the page is alive is signed in when it is', async ({ page }) => {
  const { username, password } = account('internalStaff');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.goto('/robots.txt');
  const bringScripts = await openWithoutScripts(page, '/login');
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await coveringLabels(page)).toEqual([]);
  await bringScripts();
  await expect(page).not.toHaveURL(/\/login/);
  expect(sent.filter((path) => path === '/login')).toEqual([]);
  expect(sent.filter((path) => path.endsWith('/signToken'))).toHaveLength(1);
});

test('what is typed into a filter before the page is alive is searched for when it is', async ({ page }) => {
  await signIn(page, 'platformAdmin');
  const bringScripts = await openWithoutScripts(page, '/roleList');
  const filter = page.getByRole('search').getByRole('textbox');
  await filter.fill('ELITE');
  await page.keyboard.press('Enter');
  expect(await coveringLabels(page)).toEqual([]);
  await bringScripts();
  await expect(page).toHaveURL(/ELITE/);
  await expect(filter).toHaveValue('ELITE');
  await expect(page.getByText('共 1 条').first()).toBeVisible();
});
