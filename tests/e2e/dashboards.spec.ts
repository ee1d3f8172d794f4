import { expect } from '@playwright/test';
import { figuresAmong } from './support/figures';
import { signIn } from './support/stack';
import { test } from './support/test';

/** The four dashboards: every number is the list behind it, a block that fails takes no other with it. */

const LINKS = '[data-view] a[href*="list?"], [data-view] a[href*="List?"]';

const MOST = 10;

for (const [persona, address] of [
  ['branchManager', '/dashboard'],
  ['platformAdmin', '/kaDashboard?window=12m'],
  ['customerElite', '/kaProjectDashboard'],
] as const)
  test(`[NAV-068] a number opens the list with that many rows: ${persona} ${address}`, async ({ page }) => {
    // Numbers of charts grow to their values, without motion at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, persona, address);
    await expect(page.locator('[data-kpi="availability"]')).toBeVisible();
    await expect(page.locator('[data-block="top"] table')).toBeVisible();
    const all = (await figuresAmong(page, LINKS)).filter(({ value }) => value > 0);
    expect(all.length).toBeGreaterThan(5);
    const step = Math.ceil(all.length / MOST);
    for (const { href, value } of all.filter((_, index) => index % step === 0)) {
      await page.goto(href);
      await expect(page.getByText(`共 ${value} 条`).first(), href).toBeVisible();
    }
  });

test('[NAV-049] a block that fails stands with a retry and takes no other with it; the selectors stay in the address', async ({
  page,
}) => {
  await page.route('**/sms/dashboard/trend', (route) => route.fulfill({ status: 500, json: { code: 500 } }));
  await signIn(page, 'platformAdmin', '/dashboard');
  await expect(page.locator('[data-block="week"] [role="alert"]')).toBeVisible();
  await expect(page.locator('[data-kpi="availability"]')).toBeVisible();
  await page.unroute('**/sms/dashboard/trend');
  await page.locator('[data-block="week"]').getByRole('button', { name: '重试' }).press('Enter');
  await expect(page.locator('[data-block="week"] table')).toBeVisible();
  await page.getByRole('radio', { name: '本月' }).press('Space');
  await expect(page).toHaveURL(/window=month/);
  await page.reload();
  await expect(page.getByRole('radio', { name: '本月' })).toBeChecked();
});
