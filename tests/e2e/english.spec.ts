import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { routeOf, type Route } from '@/lib/routes';
import { Addresses, drawn, PAGES } from './support/pages';
import { readPersonWords, type PersonWords } from './support/person-words';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Every page in English: Chinese stands there only where a person or another system wrote it (readings 196, 244, 273). */

/** What is Chinese in every language: its own name, and the number of the site's registration. */
const EVERYWHERE = /中文|沪ICP备\d+号-\d/g;

/** Every text of the page, and what it says without showing it. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, template')) found.add(node.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.add(element.getAttribute(name) ?? '');
    return [...found].filter((text) => /[\u4e00-\u9fff]/.test(text));
  });

async function chineseOn(page: Page, persons: PersonWords): Promise<string[]> {
  const found: string[] = [];
  for (const text of await textsOf(page)) {
    const rest = persons.rest(text.replace(EVERYWHERE, ' '));
    if (rest.length > 0) found.push(`${rest.join(' ')} in “${text.trim().slice(0, 80)}”`);
  }
  return found;
}

test('every page is English in English, apart from what persons wrote', async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const persons = await readPersonWords();
  const context = await browser.newContext({ viewport: { width: 1920, height: 2000 }, reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'language', value: 'en', url: baseURL ?? '' }]);
  const page = await context.newPage();
  await signIn(page, 'platformAdmin');
  const problems: string[] = [];
  const addresses = new Addresses();
  const look = async (what: string) => {
    await drawn(page);
    for (const problem of await chineseOn(page, persons)) problems.push(`${what}: ${problem}`);
  };
  // A finished job has more to say than the first one of the list.
  const done: Route = { ...routeOf('maintenanceList'), path: '/maintenanceList?jobStatus=DONE' };
  for (const route of [done, ...PAGES]) {
    const address = addresses.of(route);
    if (address === undefined) {
      problems.push(`${route.key}: no link leads there`);
      continue;
    }
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined);
    await addresses.note(page);
    await look(route.key);
    for (const tab of await page.locator('main [role="tab"][aria-selected="false"]').all()) {
      if (!(await tab.isVisible())) continue;
      const name = await tab.textContent();
      await tab.click();
      await page.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => undefined);
      await look(`${route.key} “${name ?? ''}”`);
    }
  }
  await context.close();
  expect(problems).toEqual([]);
});
