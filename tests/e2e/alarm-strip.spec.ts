import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { few } from '../support/full';
import { serious } from './support/accessibility';
import { CUSTOMERS, connect, createIncidentUnits, removeIncidentUnits, trap } from './support/incident-units';
import type { Unit } from './support/incident-units';
import { createLedgerBoxes, killProgram, query, removeLedgerBoxes } from './support/ledger-boxes';
import { measured, person } from './support/people';
import { account, mosquittoPub } from './support/stack';
import { test } from './support/test';

/** The first minute of an entrapment, by people who are reading another page (readings 135-137). */

const PHONE = { width: 390, height: 844 };

const OTHER_CUSTOMERS = CUSTOMERS.filter((persona) => persona !== 'customerElite');

let units: Unit[] = [];
test.beforeAll(async () => {
  units = await createIncidentUnits(2, '告警测试梯');
});
test.afterAll(() => removeIncidentUnits(units));

const strip = (page: Page) => page.getByTestId('alarm-strip');
/** The strip with this unit on top. */
const alarm = (page: Page, { equipmentNo }: Unit) =>
  page.locator(`[data-testid="alarm-strip"][data-equipment="${equipmentNo}"]`);

/** Counts the clicks of one person. */
function hand() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    get clicks() {
      return clicks;
    },
  };
}

/** 派工, a technician, 派工. */
async function assign(page: Page, { name }: Unit): Promise<number> {
  const counted = hand();
  await counted.click(strip(page).getByRole('button', { name: `派工 ${name}` }));
  const dialog = page.getByRole('dialog', { name: '派技术员' });
  await counted.click(
    dialog.getByRole('region', { name: '可选技术员，空闲的在前' }).getByRole('listitem').first().getByRole('button'),
  );
  await counted.click(dialog.getByRole('button', { name: '派工', exact: true }));
  await expect(dialog).toHaveCount(0);
  return counted.clicks;
}

test('a person is trapped while others read another page: everybody concerned sees it, one acknowledges, technicians are sent, and it goes with the release', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const [first, second] = units;
  if (!first || !second) throw new Error('no units');
  for (const unit of units) await connect(unit);

  const dispatcher = await person(browser, 'branchDispatcher', { address: '/callbacklist' });
  const manager = await person(browser, 'branchManager', { address: '/equipmentlist', viewport: PHONE });
  const staff = await person(browser, 'internalStaff', { address: '/symptomList' });
  const customers = new Map<string, Page>();
  // The customer on the wall and another one; in a full run all of them.
  for (const persona of ['customerElite', ...few(OTHER_CUSTOMERS, 1, 'a person is trapped')]) {
    const page = await person(browser, persona, { address: persona === 'customerElite' ? '/campus' : '/' });
    customers.set(persona, page);
  }
  // A list with a dialog open.
  await dispatcher.getByRole('button', { name: '新建召修' }).click();
  const form = dispatcher.getByRole('dialog', { name: '新建召修' });
  await expect(form).toBeVisible();
  const everybody: [string, Page][] = [
    ['branchDispatcher, dialog open', dispatcher],
    ['branchManager, phone', manager],
    ['internalStaff', staff],
    ...customers,
  ];
  // Their connections are there by now: what follows comes without a reload.
  await dispatcher.waitForTimeout(4000);

  await trap(first, true);
  const trappedAt = Date.now();
  await Promise.all(
    everybody.map(([who, page]) =>
      measured(`strip of ${who}`, trappedAt, () => expect(alarm(page, first)).toBeVisible()),
    ),
  );
  for (const [, page] of everybody) {
    await expect(strip(page)).toContainText(first.name);
    await expect(page).toHaveTitle(/^\(\d+\) /);
    await expect(page.locator('link[rel~="icon"][href^="data:image/png"]').first()).toBeAttached();
  }
  // Two lines on a phone, with targets for a thumb, and the page below it.
  const bar = await strip(manager).boundingBox();
  const header = await manager.getByRole('banner').boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((header?.y ?? 0) + 0.5);
  for (const button of await strip(manager).getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
  expect(await serious(staff)).toEqual([]);
  // On a slow net the page says it before its code is there, and how far help is.
  const page = await (await staff.request.get('/symptomList')).text();
  const [kind, help, name] = /data-alarm-strip[^>]*>([^<]*)</.exec(page)?.[1]?.split(' · ') ?? [];
  expect([kind, name]).toEqual(['困人', first.name]);
  expect(help).toMatch(/未确认|无人受理/);

  // The open dialog neither covers the strip nor keeps its buttons away.
  await strip(dispatcher)
    .getByRole('button', { name: `确认 ${first.name}` })
    .click();
  const acknowledgedAt = Date.now();
  await expect(form).toBeVisible();
  await Promise.all(
    everybody
      .filter(([, page]) => page !== dispatcher)
      .map(([who, page]) =>
        measured(`name on the screen of ${who}`, acknowledgedAt, () =>
          expect(strip(page)).toContainText('上海分公司调度 已确认'),
        ),
      ),
  );
  await expect(alarm(manager, first)).toHaveAttribute('data-quiet');

  await dispatcher.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  const clicks = await assign(dispatcher, first);
  expect(clicks).toBeLessThanOrEqual(3);
  test.info().annotations.push({ type: 'measured', description: `clicks of the dispatcher: ${clicks}` });
  await expect(strip(manager)).toContainText('已通知');
  await expect(strip(manager).getByRole('button', { name: /^派工/ })).toHaveCount(0);

  // After a reload and in a second tab the same.
  await dispatcher.reload();
  await expect(alarm(dispatcher, first)).toHaveAttribute('data-quiet');
  const tab = await dispatcher.context().newPage();
  await tab.goto('/equipmentlist');
  for (const page of [dispatcher, tab]) {
    await expect(strip(page)).toContainText('上海分公司调度 已确认');
    await expect(page).toHaveTitle(/^\(\d+\) /);
  }
  await strip(tab).getByRole('button', { name: '关闭告警声音' }).click();
  await expect(strip(dispatcher).getByRole('button', { name: '打开告警声音' })).toBeVisible();
  await strip(dispatcher).getByRole('button', { name: '打开告警声音' }).click();
  await expect(strip(tab).getByRole('button', { name: '关闭告警声音' })).toBeVisible();

  // The second one stands on top of the acknowledged one, and the manager sends somebody from his phone.
  await trap(second, true);
  await expect(alarm(manager, second)).toBeVisible();
  await expect(strip(manager).getByRole('button', { name: /^另有 \d+ 台$/ })).toBeVisible();
  const managersClicks = await assign(manager, second);
  expect(managersClicks).toBeLessThanOrEqual(3);
  test.info().annotations.push({ type: 'measured', description: `clicks of the manager: ${managersClicks}` });
  if (process.env.LOOKS) {
    await manager.screenshot({ path: `${process.env.LOOKS}/strip-390.png` });
    await dispatcher.setViewportSize({ width: 1920, height: 1080 });
    await dispatcher.screenshot({ path: `${process.env.LOOKS}/strip-1920.png` });
    await customers.get('customerElite')?.screenshot({ path: `${process.env.LOOKS}/strip-wall.png` });
  }

  // It is gone with the release, for everybody.
  for (const unit of units) await trap(unit, false);
  const releasedAt = Date.now();
  for (const [who, page] of everybody) {
    await measured(`gone for ${who}`, releasedAt, async () => {
      for (const unit of units) await expect(alarm(page, unit)).toHaveCount(0);
    });
  }
  for (const [, page] of everybody) await page.context().close();
});

test('the strip is reached by keyboard first, on a live page too, and somebody of another place never sees it', async ({
  browser,
}) => {
  const [unit] = units;
  if (!unit) throw new Error('no units');
  await connect(unit);
  const dispatcher = await person(browser, 'branchDispatcher', {
    address: `/monitor/elevator?equipmentNo=${unit.equipmentNo}`,
  });
  await expect(dispatcher.locator('g[data-door]')).toBeVisible();
  const airport = await person(browser, 'airportCustomer');
  await trap(unit, true);
  await expect(alarm(dispatcher, unit)).toBeVisible();
  await dispatcher.reload();
  await expect(alarm(dispatcher, unit)).toBeVisible();
  // Sound, open, acknowledge: what acts is reached before the page.
  const acknowledge = strip(dispatcher).getByRole('button', { name: `确认 ${unit.name}` });
  for (let step = 0; step < 5; step += 1) {
    await dispatcher.keyboard.press('Tab');
    if (await acknowledge.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(acknowledge).toBeFocused();
  await dispatcher.keyboard.press('Enter');
  await expect(strip(dispatcher)).toContainText('上海分公司调度 已确认');
  expect(await serious(dispatcher)).toEqual([]);
  await airport.reload();
  await expect(airport.getByRole('main')).toBeVisible();
  await expect(alarm(airport, unit)).toHaveCount(0);
  await trap(unit, false);
  await expect(alarm(dispatcher, unit)).toHaveCount(0);
});

test('what ends while the gateway is away is gone from an open page when it is back', async ({ browser }) => {
  const [unit] = units;
  if (!unit) throw new Error('no units');
  await connect(unit);
  const dispatcher = await person(browser, 'branchDispatcher', { address: '/equipmentlist' });
  await trap(unit, true);
  await expect(alarm(dispatcher, unit)).toBeVisible();
  killProgram('gateway');
  // A box says it again until somebody hears it.
  await expect
    .poll(
      () =>
        trap(unit, false).then(
          () => true,
          () => false,
        ),
      { timeout: 40_000 },
    )
    .toBe(true);
  await expect(alarm(dispatcher, unit)).toHaveCount(0, { timeout: 40_000 });
  await dispatcher.context().close();
});

test('a storm of 200 faults leaves the strip one row with the entrapment on top, and the page usable', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [unit] = units;
  if (!unit) throw new Error('no units');
  await connect(unit);
  const boxes = await createLedgerBoxes(200);
  try {
    await query(
      'UPDATE equipment SET branch_code = (SELECT branch_code FROM users WHERE username = $2) WHERE equipment_no = ANY($1)',
      [boxes.map(({ equipmentNo }) => equipmentNo), account('branchDispatcher').username],
    );
    const page = await person(browser, 'branchDispatcher');
    const save = (faults: boolean) =>
      page.evaluate(
        (wanted) =>
          fetch('/sms/userNotificationMapping/saveStrip', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
            body: JSON.stringify({ faults: wanted }),
          }).then(({ status }) => status),
        faults,
      );
    expect(await save(true)).toBe(200);
    await page.goto('/equipmentlist');
    await trap(unit, true);
    await expect(alarm(page, unit)).toBeVisible();
    await page.evaluate(() => {
      const longest = { ms: 0 };
      Object.assign(window, { longestInteraction: longest });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    const storm = Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (const box of boxes.filter((__, index) => index % 8 === lane))
          await mosquittoPub({ ...box, equipmentType: 'YAE_ELT' }, 'event', {
            v: 1,
            equipmentNo: box.equipmentNo,
            eventId: `storm-${box.equipmentNo}`,
            subType: 'error',
            code: '52',
            objectStatus: 'true',
            at: Date.now(),
          });
      }),
    );
    const search = page.getByRole('textbox').first();
    for (const letter of '梯1#2号楼') {
      await search.press('End');
      await search.pressSequentially(letter);
      await page.waitForTimeout(300);
    }
    await storm;
    await expect(strip(page).getByRole('button', { name: /^另有 \d+ 台$/ })).toBeVisible();
    await expect(alarm(page, unit)).toBeVisible();
    expect((await strip(page).boundingBox())?.height ?? 999).toBeLessThanOrEqual(48);
    const longest = await page.evaluate(
      () => (window as unknown as { longestInteraction: { ms: number } }).longestInteraction.ms,
    );
    test.info().annotations.push({ type: 'measured', description: `longest interaction: ${longest} ms` });
    expect(await save(false)).toBe(200);
    await trap(unit, false);
  } finally {
    await query('DELETE FROM escalation_step WHERE equipment_no = ANY($1)', [boxes.map((box) => box.equipmentNo)]);
    await query('DELETE FROM detector_effect WHERE equipment_no = ANY($1)', [boxes.map((box) => box.equipmentNo)]);
    await removeLedgerBoxes(boxes);
  }
});
