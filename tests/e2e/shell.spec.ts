import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { ROUTES } from '@/lib/routes';
import { account, freeCubes, signIn, signInAs } from './support/stack';
import { test } from './support/test';

/** Sign-in, home and the frame around every page, as people use them. */

const [cube] = freeCubes();
if (!cube) throw new Error('no free demo box');
const elevator = `/monitor/elevator?equipmentNo=${cube.equipmentNo}`;

test('[AUTH-008] [AUTH-024] [AUTH-025] a visitor is asked to sign in, by keyboard alone, and comes back to the wanted page', async ({
  page,
}) => {
  const { username, password } = account('customerElite');
  await page.goto(elevator);
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.locator('input[name="username"]')).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('账号或密码错误')).toBeVisible();
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`equipmentNo=${cube.equipmentNo}$`), { timeout: 20_000 });
  await page.goto('/login');
  await expect(page).toHaveURL(/\/$/);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie);
  expect(stored).not.toContain('sms_session');
});

test('[NAV-002] [NAV-003] [NAV-005] language and theme change at once, are kept, and the server draws the next page in them', async ({
  page,
  context,
}) => {
  await signIn(page, 'platformAdmin');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'nightTheme');
  // What counts is what follows: the sign-in's own page may still be loading.
  await page.goto('/');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('button', { name: '语言' }).click();
  await page
    .getByRole('menuitem', { name: 'English' })
    .or(page.getByRole('menuitemradio', { name: 'English' }))
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page
    .getByRole('menuitem', { name: 'Day' })
    .or(page.getByRole('menuitemradio', { name: 'Day' }))
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dayTheme');
  expect(loads).toBe(0);
  const html = await (await context.request.get('/')).text();
  expect(html).toMatch(/<html[^>]*lang="en"[^>]*data-theme="dayTheme"|<html[^>]*data-theme="dayTheme"[^>]*lang="en"/);
});

test('[NAV-004] a project user sees no language switch', async ({ page }) => {
  await signIn(page, 'customerLite');
  await expect(page.getByRole('button', { name: '主题' })).toBeVisible();
  await expect(page.getByRole('button', { name: '语言' })).toHaveCount(0);
});

test('[NAV-010] a page without its authority sends home, where the refusal stands for three seconds', async ({
  page,
}) => {
  await signIn(page, 'customerLite');
  const words = '抱歉，您没有权限访问该页面';
  // The page itself looks at its clock: a busy machine tells others late.
  await page.addInitScript((text) => {
    const notice = { from: 0, to: 0 };
    Object.assign(window, { notice });
    const isShown = () =>
      [...document.querySelectorAll('body :not(script)')].some(
        (element) => element.childElementCount === 0 && element.textContent === text && element.checkVisibility(),
      );
    setInterval(() => {
      if (!isShown()) return;
      notice.to = performance.now();
      notice.from ||= notice.to;
    }, 50);
  }, words);
  await page.goto('/roleList');
  await expect(page).toHaveURL(/\/$/);
  const stoodMs = () =>
    page.evaluate(() => {
      const { from, to } = (window as unknown as { notice: { from: number; to: number } }).notice;
      return to - from;
    });
  await expect.poll(stoodMs).toBeGreaterThan(2000);
  await expect(page.getByText(words)).toBeHidden();
  expect(await stoodMs()).toBeLessThan(6000);
});

test('a page that stands alone refuses with 403, and stays with sign-out alone for somebody who may not see home either', async ({
  page,
}) => {
  await signIn(page, 'noAuthority');
  const refused = await page.goto(elevator);
  expect(refused?.status()).toBe(403);
  await expect(page).toHaveTitle(/^没有访问权限/);
  await expect(page.getByRole('heading', { level: 1, name: '抱歉，您没有权限访问该页面' })).toBeVisible();
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  await page.waitForTimeout(4000);
  await expect(page).toHaveURL(/\/monitor\/elevator/);
  // The page has come alive by now and could have put another title in its place.
  expect(await page.title()).toMatch(/^没有访问权限/);
  await expect(page.getByRole('link', { name: '返回首页' })).toHaveCount(0);
});

for (const path of ['/no-such-page', '/no-such-page.php', '/api/no-such-page'])
  test(`a page that does not exist says so in its title and heading, and leads back: ${path}`, async ({ page }) => {
    await page.goto('/login');
    const missing = await page.goto(path);
    expect(missing?.status()).toBe(404);
    await expect(page).toHaveTitle(/^页面不存在/);
    await expect(page.getByRole('heading', { level: 1, name: '抱歉，您访问的页面不存在' })).toBeVisible();
    // Only with its scripts allowed to run does the button do anything.
    await page.getByRole('button', { name: '返回上一页' }).click();
    await expect(page).toHaveURL(/\/login(?:\?|$)/);
  });

test('icons, web app manifest and robots.txt are there for visitors, and every page names them', async ({
  page,
  context,
  baseURL,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto('/login');
  const named = await page.evaluate(() =>
    [...document.querySelectorAll('link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')].map(
      (link) => link.getAttribute('href')?.split('?')[0],
    ),
  );
  expect(named.sort()).toEqual(['/apple-touch-icon.png', '/favicon.ico', '/icon.svg', '/manifest.webmanifest']);
  for (const [path, type] of [
    ['/icon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/icon-maskable-512.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain'],
  ] as const) {
    const answer = await context.request.get(path);
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      200,
      expect.stringContaining(type),
    ]);
  }
  const cdp = await context.newCDPSession(page);
  const manifest = await cdp.send('Page.getAppManifest');
  expect([manifest.url, manifest.errors]).toEqual([`${baseURL}/manifest.webmanifest`, []]);
  expect(problems).toEqual([]);
});

test('the back button of the browser asks before something typed is lost, and stays or goes as it is told', async ({
  page,
}) => {
  await signIn(page, 'platformAdmin');
  await page.goto('/userList');
  await page.locator('nav a[href="/roleList"]').click();
  await expect(page).toHaveURL(/\/roleList/);
  await page.getByRole('button', { name: '新增角色', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('晚班');
  const back = (isLeft: boolean) => {
    page.once('dialog', (dialog) => void (isLeft ? dialog.accept() : dialog.dismiss()));
    const asked = page.waitForEvent('dialog');
    return Promise.all([asked, page.evaluate(() => history.back())]);
  };
  await back(false);
  await expect(page).toHaveURL(/\/roleList/);
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('晚班');
  await back(true);
  await expect(page).toHaveURL(/\/userList/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('sign-out ends the session everywhere on this browser', async ({ page, context }) => {
  await signInAs(page, account('customerEssence'));
  const other = await context.newPage();
  await other.goto('/');
  const cookies = await context.cookies();
  await page.getByRole('button', { name: '账户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 });
  await other.reload();
  await expect(other).toHaveURL(/\/login/, { timeout: 20_000 });
  // The session itself is over: a cookie that somebody kept opens nothing.
  await context.addCookies(cookies);
  await other.goto('/equipmentlist');
  await expect(other).toHaveURL(/\/error\/login-expired\?to=/, { timeout: 20_000 });
});

test('[NAV-041] /unsubscribe opens for a visitor, and inside the layout for who is signed in', async ({ page }) => {
  await page.goto('/unsubscribe');
  await expect(page).toHaveURL(/\/unsubscribe$/);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0);
  await signIn(page, 'platformAdmin', '/unsubscribe');
  await expect(page).toHaveURL(/\/unsubscribe$/);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '订阅', level: 1 })).toBeVisible();
});

test("a request under another host's name is not sent there: every redirect stays where it was asked", async ({
  baseURL,
}) => {
  const { hostname, port } = new URL(baseURL ?? 'http://127.0.0.1:3000');
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  for (const path of [
    '/',
    '/userList?key=1',
    '/Monitor/ELEVATOR?equipmentNo=E-1',
    '/api/session/refresh?to=//evil.example',
    '/login?to=//evil.example',
    '/3rd/campus',
    '/api/auth/signin?callbackUrl=https://evil.example',
  ]) {
    const location = await new Promise<string>((resolve, reject) => {
      request({ hostname, port, path, headers: forged }, (response) => {
        response.resume();
        resolve(response.headers.location ?? '');
      })
        .on('error', reject)
        .end();
    });
    const isOwn = location === '' || /^\/(?![/\\])/.test(location) || location.startsWith(`${baseURL}/`);
    expect([path, location, isOwn]).toEqual([path, location, true]);
  }
});

test("a page of nothing is small, and carries neither the theme's variables nor texts or titles of other screens, so that it stays small with forty more", async ({
  page,
  context,
}) => {
  await signIn(page, 'noAuthority');
  const html = await (await context.request.get('/campus')).text();
  expect(html).toContain('data-theme');
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(40 * 1024);
  expect(gzipSync(html).length).toBeLessThanOrEqual(12 * 1024);
  expect(html).not.toContain('--ui-palette-primary-main:');
  // Its own namespaces, and whatever bears one of their keys' names.
  const own = ['common', 'error', 'layout', 'noWall'].map((name) =>
    JSON.stringify({ [name]: JSON.parse(readFileSync(`messages/zh-CN/${name}.json`, 'utf8')) as unknown }),
  );
  for (const name of readdirSync('messages/zh-CN')) {
    const namespace = `"${name.replace('.json', '')}":{`;
    if (own.some((texts) => texts.includes(namespace))) continue;
    // Inside the page's data quotes are escaped.
    expect([name, html.includes(namespace), html.includes(namespace.replaceAll('"', '\\"'))]).toEqual([
      name,
      false,
      false,
    ]);
  }
  // A screen that the account may not open leaves nothing: neither its address nor its title, wherever it is written.
  const titles = JSON.parse(readFileSync('messages/zh-CN/routes.json', 'utf8')) as Record<string, unknown>;
  const groups = Object.values(titles.group as Record<string, string>);
  const closed = ROUTES.filter(({ read, opensWithoutAuthority, isBuilt, path }) => {
    return isBuilt && read && !opensWithoutAuthority && path !== '/';
  });
  expect(closed.length).toBeGreaterThan(8);
  for (const { key, path } of closed) {
    const title = String(titles[key]);
    const words = groups.includes(title) ? [] : [`>${title}<`, `"${title}"`, `\\"${title}\\"`];
    const found = [`"${path}"`, `\\"${path}\\"`, ...words].filter((each) => html.includes(each));
    expect([key, found]).toEqual([key, []]);
  }
});
