import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { seriousInThemes } from './support/accessibility';
import type { DemoCube } from './support/stack';
import { account, AT_REST, freeCubes, mosquittoPub, signInAs, statusMessage } from './support/stack';
import { test } from './support/test';

/** A fault of a real box on the live page: named, acknowledged, seen by the other, over again. */

const CODE = '5';

const band = (page: Page) => page.locator('[data-cover="band-fault"]');
const row = (page: Page) => page.getByTestId('incident');
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function person(browser: Browser, persona: string, viewport?: { width: number; height: number }) {
  const page = await (await browser.newContext(viewport ? { viewport } : {})).newPage();
  // It stays open for minutes: with a session of its own.
  await signInAs(page, account(persona));
  return page;
}

/** A box that no other file speaks for, of a unit that the signed-in person may see. */
async function boxInScope(page: Page): Promise<DemoCube> {
  const [, ...others] = freeCubes().filter(({ equipmentType }) => equipmentType !== 'YAE_ESC');
  for (const cube of others) {
    const code = await page.evaluate(async (no) => {
      const response = await fetch(`/sms/equipment/${no}`, { headers: { 'x-session': 'cookie' } });
      return ((await response.json()) as { code: number }).code;
    }, cube.equipmentNo);
    if (code === 200) return cube;
  }
  throw new Error('none of the free boxes is in scope');
}

const fault = (cube: DemoCube, eventId: string, isOpen: boolean) =>
  mosquittoPub(cube, 'event', {
    v: 1,
    equipmentNo: cube.equipmentNo,
    eventId,
    subType: 'error',
    code: CODE,
    objectStatus: isOpen ? 'true' : 'false',
    at: Date.now(),
  });
const state = (cube: DemoCube, isFaulty: boolean) =>
  mosquittoPub(
    cube,
    'status',
    statusMessage(cube, { errorstate: isFaulty ? { value: true, code: Number(CODE) } : { value: false } }),
  );

async function openLive(page: Page, cube: DemoCube) {
  await page.goto(`/monitor/elevator?equipmentNo=${cube.equipmentNo}`);
  await expect(page.locator('[data-run-icon]').first()).toHaveAttribute('data-cover', '0');
}

test('a fault is named on the live page, acknowledged with a name on the other’s screen, and gone when it is over', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const dispatcher = await person(browser, 'branchDispatcher', { width: 1920, height: 1080 });
  const head = await person(browser, 'platformAdmin');
  const cube = await boxInScope(dispatcher);
  const eventId = `e2e-fault-${Date.now()}`;
  await mosquittoPub(cube, 'connection', { v: 1, state: 'online', session: eventId, at: Date.now() });
  await mosquittoPub(cube, 'status', statusMessage(cube, AT_REST, { full: true }));
  await openLive(dispatcher, cube);
  await openLive(head, cube);
  const name = (await dispatcher.getByRole('heading', { level: 1 }).textContent()) ?? '';
  expect(name).not.toBe('');
  await expect(dispatcher).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${name} · `));

  await fault(cube, eventId, true);
  await state(cube, true);
  await expect(band(dispatcher)).toBeVisible();
  await expect(band(dispatcher)).toContainText(`代码 ${CODE}`);
  // The name comes with the list of open codes.
  await expect(band(dispatcher)).not.toContainText(/^代码/);
  await expect(band(dispatcher).locator('[data-fact="since"]')).toContainText('秒');
  await expect(dispatcher).toHaveTitle(new RegExp(`故障 · ${name} · `));
  await expect(row(dispatcher).getByRole('link', { name: '设备详情' })).toBeVisible();
  await expect(row(dispatcher).getByRole('link', { name: '回放' })).toHaveAttribute('href', /at=/);

  // One click, at once and not when a call-out stands; nobody reloads.
  await row(dispatcher).getByRole('button', { name: '确认' }).click();
  await expect(dispatcher.getByTestId('acks')).toContainText('已确认');
  await expect(row(dispatcher).getByRole('button', { name: '确认' })).toHaveCount(0);
  const acknowledged = await dispatcher.getByTestId('acks').textContent();
  await expect(head.getByTestId('acks')).toHaveText(acknowledged ?? '');
  expect(acknowledged).not.toContain(account('platformAdmin').username);
  await expect(row(head).getByRole('button', { name: '确认' })).toBeVisible();

  // The week knows it, and the day is drawn.
  await expect(dispatcher.getByTestId('week').locator(`[data-code="${CODE}"]`).first()).toBeVisible({
    timeout: 10_000,
  });
  await expect(dispatcher.getByTestId('last-day').locator('[data-lane="trips"] [data-hour]')).toHaveCount(24);
  expect(await seriousInThemes(dispatcher)).toEqual([]);
  if (process.env.LOOKS) await dispatcher.screenshot({ path: `${process.env.LOOKS}/live-fault.png` });

  // Large screens: twice as large at 3840, nothing beside the edge.
  await dispatcher.setViewportSize({ width: 3840, height: 2160 });
  await expect.poll(() => sideways(dispatcher)).toBeLessThanOrEqual(0);
  for (const text of [band(dispatcher).getByText(/代码/), row(dispatcher).getByRole('link', { name: '设备详情' })]) {
    const size = await text.evaluate((element) => {
      let zoom = 1;
      for (let at: Element | null = element; at; at = at.parentElement) zoom *= Number(getComputedStyle(at).zoom) || 1;
      return parseFloat(getComputedStyle(element).fontSize) * zoom;
    });
    expect(size).toBeGreaterThanOrEqual(24);
  }
  const floor = await dispatcher.getByTestId('floor').boundingBox();
  expect(floor?.height).toBeGreaterThan(200);
  if (process.env.LOOKS) await dispatcher.screenshot({ path: `${process.env.LOOKS}/live-fault-4k.png` });

  // On a phone: the band, what is done, the picture, then the panels.
  await dispatcher.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => sideways(dispatcher)).toBeLessThanOrEqual(0);
  const tops = await Promise.all(
    [
      band(dispatcher),
      row(dispatcher),
      dispatcher.getByTestId('floor'),
      dispatcher.locator('[data-row="door"]'),
      dispatcher.getByTestId('last-day'),
    ].map(async (part) => (await part.boundingBox())?.y ?? -1),
  );
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  expect(await seriousInThemes(dispatcher)).toEqual([]);
  if (process.env.LOOKS)
    await dispatcher.screenshot({ path: `${process.env.LOOKS}/live-fault-390.png`, fullPage: true });

  await state(cube, false);
  await fault(cube, eventId, false);
  await expect(band(dispatcher)).toHaveCount(0, { timeout: 40_000 });
  await expect(band(head)).toHaveCount(0, { timeout: 40_000 });
  await expect(head.getByTestId('incident')).toHaveCount(0);
  await expect(head).not.toHaveTitle(/故障/);
});

test('the live page speaks the language that is chosen in its header', async ({ browser }) => {
  const page = await person(browser, 'branchDispatcher');
  const cube = await boxInScope(page);
  await page.goto(`/monitor/elevator?equipmentNo=${cube.equipmentNo}`);
  await page.locator('header').getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Last 24 hours' })).toBeVisible();
  await page.locator('header').getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { name: '最近 24 小时' })).toBeVisible();
});
