import { expect, type Page } from '@playwright/test';
import { few } from '../support/full';
import { expectLists, figuresAmong, ofEachKind } from './support/figures';
import { signIn } from './support/stack';
import { test } from './support/test';

/** The four dashboards: every number is the list behind it, a block that fails takes no other with it. */

const LINKS = '[data-view] a[href*="list" i]';

/** Of each page so many numbers; of each kind one at least in a full run. */
const MOST = 4;

/** Who looks at which page. Whose rows a number and its list count is asked of every person by the API tests. */
const LOOKS = [
  ['platformAdmin', '/dashboard'],
  ['internalStaff', '/kaBranchDashboard'],
  ['platformAdmin', '/kaDashboard?window=12m'],
  ['customerElite', '/kaProjectDashboard'],
  ...few(
    [
      ['branchManager', '/dashboard'],
      ['customerEssence', '/dashboard?window=month'],
      ['customerLite', '/kaProjectDashboard'],
    ] as const,
    0,
    'dashboards',
  ),
] as const;

for (const [persona, address] of LOOKS)
  test(`[NAV-068] a number opens the list with that many rows: ${persona} ${address}`, async ({ page }) => {
    await signIn(page, persona, address);
    const read = async () => {
      await expect(page.locator('[data-kpi="availability"], [data-block="states"] b').first()).toBeVisible();
      await expect(page.locator('[data-block="top"]').locator('table, p').first()).toBeVisible();
      await expect(page.locator('[data-view] [role="progressbar"]')).toHaveCount(0);
      return figuresAmong(page, LINKS);
    };
    const all = await read();
    expect(all.length).toBeGreaterThan(5);
    await expectLists(page, ofEachKind(all, MOST), async ({ href, nth }) => {
      await page.goto(address);
      return (await read()).find((figure) => figure.href === href && figure.nth === nth)?.value ?? 0;
    });
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

const WALL = { width: 3840, height: 2160 };
const LEAST_PX = 24;

/** What is smaller on the screen, as the zoom of the page makes it. */
const smallTexts = (page: Page, least: number) =>
  page.evaluate((most) => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text || element.closest('script, style, noscript, .visually-hidden')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height, bottom } = range.getBoundingClientRect();
      // Charts measure words far above the page.
      if (width < 2 || height < 2 || bottom < 0) continue;
      // Every zoom from the root down multiplies.
      const px = parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom;
      if (px < most) found.add(`“${text.slice(0, 30)}” ${Math.round(px * 10) / 10} px`);
    }
    return [...found];
  }, least);

test('on a screen of 3840 × 2160 no text of a dashboard is under 24 px', async ({ page }) => {
  await page.setViewportSize(WALL);
  const all = ['/dashboard', '/kaDashboard', '/kaBranchDashboard', '/kaProjectDashboard'];
  // They are built of the same blocks.
  for (const address of few(all, 2, 'on a screen of 3840')) {
    await signIn(page, 'platformAdmin', address);
    await expect(page.locator('[data-block="top"] table')).toBeVisible();
    await expect(page.locator('[data-view] [role="progressbar"]')).toHaveCount(0);
    expect(await smallTexts(page, LEAST_PX), address).toEqual([]);
  }
});
