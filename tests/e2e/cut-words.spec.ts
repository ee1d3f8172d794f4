import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ROUTES, type Route } from '@/lib/routes';
import { isFull } from '../support/full';
import { unreadable } from './support/cut-words';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Every page of the portal, in both languages and at three widths: what is cut, covered, or lies on something else. */

const LANGUAGES = ['zh-CN', 'en'] as const;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** One load a page: the window changes its width, the page stays. */
const WINDOWS = [DESK, { width: 1920, height: 1080 }, PHONE];

/** Pages that somebody else sees, or that need a link of their own: their own tests look at them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  resetPsw4Login: 'for who has to renew the password',
  assignment: 'behind a link that was sent',
  mailFile: 'behind a link that was sent',
  unsubscribe: 'behind a link that was sent',
  campusforcustom: 'the wall of the airport',
  escalatorforcustom: 'the escalators of the airport',
};

/** Pages of one thing: the list whose rows lead there. */
const LINKED_FROM: Readonly<Record<string, string>> = {
  callbackDetail: 'callbacklist',
  symptomDetail: 'symptomList',
  equipmentDetail: 'equipmentlist',
  maintenanceDetail: 'maintenanceList',
  errorInspectionDetail: 'errorInspection',
  healthReport: 'healthProjectList',
  elevator: 'equipmentlist',
  escalator: 'equipmentlist',
  sidewalk: 'equipmentlist',
};

const pages: readonly Route[] = [...ROUTES]
  .filter(({ isBuilt, key }) => isBuilt && !(key in ELSEWHERE))
  .sort((one, other) => Number(one.key in LINKED_FROM) - Number(other.key in LINKED_FROM));

/** Seen and not mended yet: the title of an announcement, which a person wrote, loses its last letter on a phone. */
const KNOWN = /^announcement 390: title: /;

/** Buttons that open nothing: they write a file, or start what others see. */
const OPENS_NOTHING = /导出|下载|刷新|确认|export|download|refresh|acknowledge/i;
const MOST_DIALOGS = 6;

/** Everything stands there: grids in place of tables, answers in place of waits. What never comes is judged as it is. */
async function drawn(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        !document.querySelector('[aria-busy="true"]') &&
        (innerWidth < 640 || !document.querySelector('table th[data-field]')),
      undefined,
      { timeout: 4000 },
    )
    .catch(() => undefined);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 80))));
}

/** What one click opens from the head of the page and from its first rows. */
async function openEach(page: Page, look: (what: string) => Promise<void>): Promise<void> {
  const openers = page.locator(
    'main header button:enabled, main [data-field="actions"] button:enabled:not([aria-haspopup])',
  );
  const tried = new Set<string>();
  for (const button of await openers.all()) {
    const name = (await button.textContent().catch(() => null))?.trim() ?? '';
    if (name === '' || tried.has(name) || tried.size >= MOST_DIALOGS || OPENS_NOTHING.test(name)) continue;
    tried.add(name);
    await button.click({ timeout: 3000 }).catch(() => undefined);
    const dialog = page.locator('[role="dialog"], [role="alertdialog"]').last();
    const isOpen = await dialog.waitFor({ timeout: 1500 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) continue;
    await look(name);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden', timeout: 3000 }).catch(() => undefined);
  }
}

test('every page of the menu is looked at, and those that are not say why', () => {
  const menu = ROUTES.filter(({ isBuilt, menu: place }) => isBuilt && place !== undefined).map(({ key }) => key);
  expect(menu.filter((key) => key in ELSEWHERE)).toEqual([]);
  const keys = new Set(ROUTES.map(({ key }) => key));
  const named = [...Object.keys(ELSEWHERE), ...Object.entries(LINKED_FROM).flat()];
  expect(named.filter((key) => !keys.has(key))).toEqual([]);
});

for (const language of LANGUAGES)
  test(`no word is cut and no button is covered on any page, in ${language}`, async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const problems: string[] = [];
    let isSignedIn = false;
    const links = new Map<string, string>();
    const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    const page = await context.newPage();
    const judge = async (what: string, windows: readonly (typeof DESK)[]) => {
      for (const window of windows) {
        await page.setViewportSize(window);
        await drawn(page);
        problems.push(...(await unreadable(page)).map((problem) => `${what} ${window.width}: ${problem}`));
      }
      await page.setViewportSize(DESK);
    };
    for (const { key, path, place } of pages) {
      // What stands before a sign-in is for who has none.
      if (place !== 'public' && !isSignedIn) {
        await signIn(page, 'platformAdmin');
        isSignedIn = true;
      }
      const address = key in LINKED_FROM ? links.get(key) : path;
      if (address === undefined) {
        problems.push(`${key}: no row of ${LINKED_FROM[key]} leads there`);
        continue;
      }
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      await drawn(page);
      for (const { key: linked, path: start } of pages) {
        const link = LINKED_FROM[linked] === key ? page.locator(`main a[href^="${start}?"]`).first() : undefined;
        const href = link && (await link.getAttribute('href', { timeout: 3000 }).catch(() => null));
        if (href) links.set(linked, href);
      }
      await judge(key, WINDOWS);
      await drawn(page);
      // English words are the longer ones.
      if (language === 'en' || isFull) await openEach(page, (name) => judge(`${key} “${name}”`, [DESK, PHONE]));
    }
    expect(problems.filter((problem) => !KNOWN.test(problem))).toEqual([]);
  });
