import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { ROUTES, routeOf, type Route } from '@/lib/routes';
import { few, isFull } from '../support/full';
import { seriousInTheme, THEMES } from './support/accessibility';
import { unreadable } from './support/cut-words';
import { foreignWords } from './support/foreign-words';
import { Addresses, atRest, drawn, ELSEWHERE, LINKED_FROM, PAGES } from './support/pages';
import { readPersonWords } from './support/person-words';
import { signIn } from './support/stack';
import { test } from './support/test';

/**
 * Every page of the portal in English, whose words are the longer ones: what is cut, covered, or lies on something else at three
 * widths, of some pages at 200 % zoom too; what moves although its reader wants no motion; what is Chinese although no person or
 * other system wrote it (readings 196, 244, 273); what axe finds serious. In a full run in Chinese too. Both workers share the
 * pages of a language.
 */
test.describe.configure({ mode: 'parallel' });

/** More parts than workers, so that both end together. Pages of a list go where the list goes: it leads to them. */
const PARTS = [0, 1, 2, 3] as const;
const partOf = ({ key }: Route): number =>
  PAGES.findIndex((list) => list.path === LINKED_FROM[key] || list.key === key) % PARTS.length;

const WIDE = { width: 1920, height: 1080 };
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** A desk of 1280 px at 200 % zoom. */
const ZOOMED = { width: 640, height: 400 };
/** Pages that people read zoomed in; a grid scrolls by itself there, and stands in none of them. */
const READ_ZOOMED: ReadonlySet<string> = new Set(['home', 'campus', 'callbackDetail', 'equipmentDetail', 'elevator']);

/** Buttons that open nothing: they write a file, or do at once what others see. */
const OPENS_NOTHING =
  /导出|下载|刷新|确认|启用|停用|打印|全部已读|export|download|refresh|acknowledge|enable|disable|print|mark all/i;
/** Of the first buttons of a page; in a full run of more. */
const MOST_DIALOGS = isFull ? 6 : 2;

/** A finished job has more to say than the first one of the list. */
const DONE_JOBS: Route = { ...routeOf('maintenanceList'), path: '/maintenanceList?jobStatus=DONE' };

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
    const opened = page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').last();
    const isOpen = await opened.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) continue;
    await look(name);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden', timeout: 3000 }).catch(() => undefined);
  }
}

const KEYS = PAGES.map(({ key }) => key);

/** Runs in the page: what moves for ever. */
const endless = () =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' && !Number.isFinite(Number(effect?.getComputedTiming().endTime)),
    )
    .map(
      ({ effect }) =>
        `moves for good: ${(effect instanceof KeyframeEffect && effect.target?.getAttribute('class')) || 'something'}`,
    );

test('every page of the menu is looked at, and those that are not say why', () => {
  const menu = ROUTES.filter(({ isBuilt, menu: place }) => isBuilt && place !== undefined).map(({ key }) => key);
  expect(menu.filter((key) => key in ELSEWHERE)).toEqual([]);
  const keys = new Set(ROUTES.map(({ key }) => key));
  const named = [...Object.keys(ELSEWHERE), ...Object.keys(LINKED_FROM)];
  expect(named.filter((key) => !keys.has(key))).toEqual([]);
});

/** What axe finds serious, and more than one button that wants to be the next step. */
async function seriousAndFilled(page: Page, { key }: Route): Promise<string[]> {
  const filled = await page.locator('main .MuiButton-contained:visible').count();
  // The themes in turn: what is wrong in one theme alone is a colour, and colours are those of the kit.
  const theme = THEMES[KEYS.indexOf(key) % THEMES.length] ?? 'nightTheme';
  return [
    ...(filled > 1 ? [`${filled} filled buttons, where one at most says what to do next`] : []),
    ...(await seriousInTheme(page, theme)),
  ];
}

/** Nothing where the menu shows the entry of this page, or has none of it. */
const menuHides = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const current = document.querySelector('aside nav [aria-current]');
    if (!current) return [];
    const entry = current.getBoundingClientRect();
    const menu = current.closest('nav')?.getBoundingClientRect();
    const isInSight = menu !== undefined && entry.top >= menu.top && entry.bottom <= menu.bottom;
    return isInSight ? [] : ['its entry stands outside the visible part of the menu'];
  });

/** One window after the other, from the one that stands there; the last one stays. */
async function unreadableIn(page: Page, windows: readonly (typeof DESK)[]): Promise<string[]> {
  const found: string[] = [];
  for (const window of windows) {
    if (page.viewportSize()?.width !== window.width) await page.setViewportSize(window);
    await drawn(page);
    found.push(...(await unreadable(page)).map((problem) => `${window.width}: ${problem}`));
  }
  return found;
}

async function pageIn(
  language: string,
  { browser, baseURL, window }: { browser: Browser; baseURL: string | undefined; window: typeof DESK },
): Promise<Page> {
  const context = await browser.newContext({ viewport: window, reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
  return context.newPage();
}

/** Opens the pages of a part one after the other, each in the window of the first; answers what is wrong, without what is known. */
async function problemsOf(
  page: Page,
  routes: readonly Route[],
  look: (route: Route, report: (problems: readonly string[], what?: string) => void) => Promise<void>,
): Promise<string[]> {
  const problems: string[] = [];
  const addresses = new Addresses();
  const window = page.viewportSize() ?? WIDE;
  let isSignedIn = false;
  for (const route of routes) {
    const { key, place } = route;
    const report = (found: readonly string[], what = '') =>
      void problems.push(...found.map((problem) => `${key}${what === '' ? '' : ` “${what}”`} ${problem}`));
    // What stands before a sign-in is for who has none.
    if (place !== 'public' && !isSignedIn) {
      await signIn(page, 'platformAdmin');
      isSignedIn = true;
    }
    const address = addresses.of(route);
    if (address === undefined) {
      report([`no row of ${LINKED_FROM[key]} leads there`]);
      continue;
    }
    if (page.viewportSize()?.width !== window.width) await page.setViewportSize(window);
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await atRest(page);
    await addresses.note(page);
    await look(route, report);
  }
  return problems;
}

/** While somebody works at a few pages: E2E_PAGES=equipgroup,dashboard npm test -- e2e -- every-page */
const ONLY = process.env.E2E_PAGES?.split(',');

for (const part of PARTS) {
  const isHere = (route: Route) => partOf(route) === part && (ONLY?.includes(route.key) ?? true);

  test(`every page can be read at every width, in en, part ${part + 1}`, async ({ browser, baseURL }) => {
    test.setTimeout(480_000);
    let persons = await readPersonWords();
    const page = await pageIn('en', { browser, baseURL, window: WIDE });
    const nobodysWords = async () => {
      if ((await foreignWords(page, persons)).length === 0) return [];
      // Other tests write while these pages are read.
      persons = await readPersonWords();
      return foreignWords(page, persons);
    };
    const problems = await problemsOf(page, [...PAGES, DONE_JOBS].filter(isHere), async (route, report) => {
      report(await nobodysWords());
      report(await menuHides(page));
      report(await seriousAndFilled(page, route));
      // Half of the pages in each of the wider windows; in a full run every page in both.
      report(await unreadableIn(page, few([WIDE, DESK], 1, route.key)));
      // English words are the longer ones, and a phone is the narrowest; the wider window is looked at in a full run.
      await openEach(page, async (name) => {
        report(await unreadableIn(page, isFull ? [DESK, PHONE] : [PHONE]), name);
        await page.setViewportSize(DESK);
      });
      report(await unreadableIn(page, READ_ZOOMED.has(route.key) ? [ZOOMED, PHONE] : [PHONE]));
      // Its reader wants no motion.
      report(await page.evaluate(endless));
      await page.setViewportSize(WIDE);
      for (const tab of await page.locator('main [role="tab"][aria-selected="false"]').all()) {
        if (!(await tab.isVisible())) continue;
        const name = await tab.textContent();
        await tab.click();
        await atRest(page);
        report(await nobodysWords(), name ?? '');
      }
    });
    expect(problems).toEqual([]);
  });

  // Chinese words are the shorter ones: what has room in English has it in Chinese.
  if (!isFull) continue;
  test(`every page can be read at every width, in zh-CN, part ${part + 1}`, async ({ browser, baseURL }) => {
    test.setTimeout(480_000);
    const page = await pageIn('zh-CN', { browser, baseURL, window: DESK });
    const problems = await problemsOf(page, PAGES.filter(isHere), async (route, report) => {
      report(await seriousAndFilled(page, route));
      report(await unreadableIn(page, [DESK, PHONE, WIDE]));
      await openEach(page, async (name) => {
        report(await unreadableIn(page, [DESK, PHONE]), name);
        await page.setViewportSize(DESK);
      });
    });
    expect(problems).toEqual([]);
  });
}
