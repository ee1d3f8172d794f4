import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { ROUTES, type Route } from '@/lib/routes';
import { unreadable } from './support/cut-words';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Every page of the portal, in both languages and at three widths: what is cut, covered, or lies on something else. */

const LANGUAGES = ['zh-CN', 'en'] as const;
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
] as const;

/** Pages that somebody else sees, or that need a link of their own: their own tests look at them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  resetPsw4Login: 'only for who has to renew the password: sign-in',
  assignment: 'needs a link that was sent: call-outs',
  mailFile: 'needs a link that was sent: notices',
  unsubscribe: 'needs a link that was sent: notices',
  campusforcustom: 'the airport sees it instead of the wall: campus',
  escalatorforcustom: 'the airport sees it instead of the page of an escalator: live-escalator',
};

/** Where the address of a page comes from: a link on the page of a list. */
const LINKED_FROM: Readonly<Record<string, string>> = {
  callbackDetail: '/callbacklist',
  symptomDetail: '/symptomList',
  equipmentDetail: '/equipmentlist',
  maintenanceDetail: '/maintenanceList',
  errorInspectionDetail: '/errorInspection',
  elevator: '/equipmentlist',
  escalator: '/equipmentlist',
  sidewalk: '/equipmentlist',
};
const pages: readonly Route[] = ROUTES.filter(({ isBuilt, key }) => isBuilt && !(key in ELSEWHERE));

/** Everything that stands there now is drawn: grids in place of tables, charts, live values. */
async function drawn(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        !document.querySelector('[aria-busy="true"]') &&
        (innerWidth < 640 || !document.querySelector('table[data-becomes-grid]')),
      undefined,
      { timeout: 6000 },
    )
    .catch(() => undefined);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 60)))),
  );
}

async function addressOf(page: Page, { key, path }: Route): Promise<string | undefined> {
  const list = LINKED_FROM[key];
  if (list === undefined) return path;
  return found.get(key) ?? undefined;
}

const found = new Map<string, string>();

async function noteLinks(page: Page): Promise<void> {
  for (const { key, path } of pages) {
    if (!(key in LINKED_FROM) || found.has(key)) continue;
    const href = await page.evaluate(
      (start) => document.querySelector(`main a[href^="${start}"]`)?.getAttribute('href'),
      path,
    );
    if (href) found.set(key, href);
  }
}

/** Opens what one click opens from the head of the page and from its first row, and looks at each. */
async function dialogsOf(page: Page, look: (what: string) => Promise<void>): Promise<void> {
  const openers = page.locator(
    'main header button:not([disabled]), main [data-field="actions"] button[aria-label]:not([aria-haspopup])',
  );
  const names = new Set<string>();
  for (const button of await openers.all()) {
    const name = (await button.textContent().catch(() => null))?.trim() ?? '';
    if (!name || names.has(name) || names.size > 6 || !(await button.isVisible())) continue;
    names.add(name);
    if (/导出|export|xlsx|csv|下载|download|刷新|refresh/i.test(name)) continue;
    const before = page.url();
    await button.click({ timeout: 3000 }).catch(() => undefined);
    const dialog = page.locator('[role="dialog"], [role="alertdialog"]').last();
    if (
      await dialog.waitFor({ timeout: 1200 }).then(
        () => true,
        () => false,
      )
    ) {
      await drawn(page);
      await look(name);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden', timeout: 3000 }).catch(() => undefined);
    }
    if (page.url() !== before) return;
  }
}

const ONLY = process.env.ONLY?.split(',');

test('every page of the menu is looked at, and what is not says where it is', () => {
  const menu = ROUTES.filter(({ isBuilt, menu: place }) => isBuilt && place !== undefined).map(({ key }) => key);
  expect(menu.filter((key) => key in ELSEWHERE)).toEqual([]);
  const keys = new Set(ROUTES.map(({ key }) => key));
  expect(Object.keys({ ...ELSEWHERE, ...LINKED_FROM }).filter((key) => !keys.has(key))).toEqual([]);
});

test.describe.configure({ mode: 'serial' });
for (const language of LANGUAGES)
  test(`no word is cut and no button covered on any page, in ${language}`, async ({ browser, baseURL }) => {
    test.setTimeout(600_000);
    const problems: string[] = [];
    const context: BrowserContext = await browser.newContext({ viewport: WINDOWS[0], reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    if (process.env.DEV_STUB) await context.addInitScript({ path: process.env.DEV_STUB });
    const page = await context.newPage();
    await signIn(page, 'platformAdmin');
    const order = [...pages].sort((one, other) => Number(one.key in LINKED_FROM) - Number(other.key in LINKED_FROM));
    for (const route of order) {
      if (ONLY && !ONLY.includes(route.key)) continue;
      const address = await addressOf(page, route);
      if (!address) {
        problems.push(`${route.key}: no link leads there`);
        continue;
      }
      await page.setViewportSize(WINDOWS[0]);
      await page.goto(address, { waitUntil: 'domcontentloaded', timeout: 90000 });
      if (process.env.DEV_STUB) await page.waitForTimeout(1500);
      await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined);
      await noteLinks(page);
      for (const window of WINDOWS) {
        await page.setViewportSize(window);
        await drawn(page);
        for (const problem of await unreadable(page)) problems.push(`${route.key} ${window.width}: ${problem}`);
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/${route.key}-${language}-${window.width}.png` });
      }
      await page.setViewportSize(WINDOWS[0]);
      await drawn(page);
      await dialogsOf(page, async (what) => {
        for (const window of WINDOWS) {
          await page.setViewportSize(window);
          await drawn(page);
          for (const problem of await unreadable(page))
            problems.push(`${route.key} “${what}” ${window.width}: ${problem}`);
          if (process.env.SHOTS)
            await page.screenshot({
              path: `${process.env.SHOTS}/${route.key}-dialog-${what.replace(/\W/g, '_')}-${language}-${window.width}.png`,
            });
        }
        await page.setViewportSize(WINDOWS[0]);
      });
    }
    await context.close();
    if (process.env.OUT)
      (await import('node:fs')).writeFileSync(`${process.env.OUT}-${language}.txt`, problems.join('\n') + '\n');
    expect(problems).toEqual([]);
  });
