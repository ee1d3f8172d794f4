import { expect } from '@playwright/test';
import { few } from '../support/full';
import { expectLists, figuresAmong, ofEachKind } from './support/figures';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Statistics of a year: every figure leads to the list of exactly its rows. */

const LINKS = 'main a[href*="?"]';

/** Who looks at which year. Whose rows a figure and its list count is asked of every person by the API tests. */
const LOOKS = [
  ['customerElite', '?year=last'],
  ['platformAdmin', '?year=last&type=ESC'],
  ...few(
    [
      ['platformAdmin', '?year=last'],
      ['internalStaff', '?year=last'],
      ['customerEssence', '?year=last'],
    ] as const,
    0,
    'statistics',
  ),
] as const;

for (const [persona, query] of LOOKS)
  test(`[STAT-001] [STAT-006] a figure of the year opens the list with that many rows: ${persona} ${query}`, async ({
    page,
  }) => {
    await signIn(page, persona, `/statisticalReport${query}`);
    await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
    const all = await figuresAmong(page, LINKS);
    expect(all.length).toBeGreaterThan(10);
    await expectLists(page, ofEachKind(all, 4));
  });

test('the figures of the page are reached by keyboard', async ({ page }) => {
  await signIn(page, 'customerElite', '/statisticalReport?year=last');
  await expect(page.locator('svg.recharts-surface').first()).toBeVisible();
  const month = page.locator('svg a[href*="callbacklist"]').first();
  await month.focus();
  await expect(month).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/callbacklist/);
});
