import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { LedgerBox } from '../support/ledger';
import { serious, seriousInThemes } from './support/accessibility';
import { createLedgerBoxes, query, removeLedgerBoxes } from './support/ledger-boxes';
import { account, AT_REST, mosquittoPub, signIn, statusMessage } from './support/stack';
import { test } from './support/test';

/** Home as a cockpit: a box traps a person while the dispatcher and the customer look at home. */

/** From the end of mosquitto_pub to the screen (readings 135). */
const BUILDING = '首页测试楼';
const PHONE = { width: 390, height: 844 };

/** A box of this test's own, in the dispatcher's branch and in a project of the customer. */
async function createBox(customer: string): Promise<LedgerBox> {
  const [box] = await createLedgerBoxes(1);
  if (!box) throw new Error('no box');
  const [place] = await query<{ branch_code: string; project_id: string }>(
    `SELECT b.mapping_id AS branch_code, p.mapping_id AS project_id FROM user_mapping b, user_mapping p
      WHERE b.username = $1 AND b.type = 2 AND p.username = $2 AND p.type = 1 ORDER BY 1, 2 LIMIT 1`,
    [account('branchDispatcher').username, account(customer).username],
  );
  if (!place) throw new Error('dispatcher and customer have no mappings');
  await query('UPDATE equipment SET branch_code = $2, building_name = $3 WHERE equipment_no = $1', [
    box.equipmentNo,
    place.branch_code,
    BUILDING,
  ]);
  await query('INSERT INTO project_equipment (project_id, equipment_no) VALUES ($1, $2)', [
    place.project_id,
    box.equipmentNo,
  ]);
  return box;
}

const cubeOf = (box: LedgerBox) => ({ ...box, equipmentType: 'YAE_ELT' });

async function open(browser: Browser, persona: string, viewport = { width: 1920, height: 1080 }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage();
  await signIn(page, persona, '/');
  return page;
}

/** Somebody is trapped says the dispatcher too: joins the call-out that the portal may have opened by itself. */
const callOut = (page: Page, equipmentNo: string): Promise<number> =>
  page.evaluate(async (no) => {
    const response = await fetch('/sms/callback', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
      body: JSON.stringify({ equipmentNo: no, jobDescription: '有人被困', personTrapped: true }),
    });
    return ((await response.json()) as { code: number }).code;
  }, equipmentNo);

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('a person is trapped while people look at home', () => {
  let box: LedgerBox;
  test.beforeEach(async () => {
    box = await createBox('customerElite');
    const cube = cubeOf(box);
    await mosquittoPub(cube, 'connection', { v: 1, state: 'online', session: `home-${Date.now()}`, at: Date.now() });
    await mosquittoPub(cube, 'status', statusMessage(cube, AT_REST, { full: true }));
  });
  test.afterEach(() => removeLedgerBoxes([box]));

  test('the row stands on top, a technician is sent from it by three clicks, and the customer reads it in plain words', async ({
    browser,
  }) => {
    test.setTimeout(90_000);
    const dispatcher = await open(browser, 'branchDispatcher');
    const customer = await open(browser, 'customerElite');
    const row = dispatcher.locator(`[data-incident="${box.equipmentNo}"]`);
    await expect(dispatcher.getByTestId('needs-action')).toBeVisible();
    await expect(row).toHaveCount(0);
    const mine = customer.locator(`[data-unit="${box.equipmentNo}"]`);
    await expect(customer.getByRole('heading', { name: '我的楼宇' })).toBeVisible();
    // The pages have their connections by now: what follows comes by them.
    await dispatcher.waitForTimeout(3000);

    await mosquittoPub(cubeOf(box), 'status', statusMessage(cubeOf(box), { entrapment: { value: true } }));
    await expect(row).toHaveAttribute('data-condition', 'trapped');
    await expect(mine).toHaveAttribute('data-condition', 'trapped');
    await expect(mine).toContainText('有人被困');
    await expect(customer.getByTestId('customer-home').getByRole('status')).toContainText('需要关注');
    const conditions = await dispatcher
      .locator('[data-incident]')
      .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-condition')));
    expect(conditions.slice(0, conditions.lastIndexOf('trapped') + 1).every((one) => one === 'trapped')).toBe(true);

    expect(await callOut(dispatcher, box.equipmentNo)).toBe(200);
    const assign = row.getByRole('button', { name: /^派工/ });
    await expect(assign).toBeVisible();
    // The rule may have been faster than the dispatcher.
    await expect(mine).toContainText(/报修已记录，待派工|系统已建召修，无人受理/);
    await assign.click();
    const dialog = dispatcher.getByRole('dialog', { name: '派技术员' });
    await dialog
      .getByRole('region', { name: '可选技术员，空闲的在前' })
      .getByRole('listitem')
      .first()
      .getByRole('button')
      .click();
    await dialog.getByRole('button', { name: '派工', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText('已派技术员');
    await expect(row.getByRole('link', { name: /^打开/ })).toBeVisible();
    await expect(mine).toContainText('已安排技术员');

    await mosquittoPub(cubeOf(box), 'status', statusMessage(cubeOf(box), { entrapment: { value: false } }));
    expect(await seriousInThemes(dispatcher)).toEqual([]);
    expect(await serious(customer)).toEqual([]);
    if (process.env.LOOKS) {
      await dispatcher.screenshot({ path: `${process.env.LOOKS}/home-dispatcher.png` });
      await customer.screenshot({ path: `${process.env.LOOKS}/home-customer.png` });
    }
  });

  test('on a phone a row is a card of at most 150 px with its button, and nothing scrolls sideways', async ({
    browser,
  }) => {
    await mosquittoPub(cubeOf(box), 'status', statusMessage(cubeOf(box), { entrapment: { value: true } }));
    const dispatcher = await open(browser, 'branchDispatcher', PHONE);
    await expect(dispatcher.locator(`[data-incident="${box.equipmentNo}"]`)).toBeVisible();
    for (const row of await dispatcher.locator('[data-incident]').all()) {
      // Nothing is cut: a long name takes a second line.
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(150);
      await expect(row.locator('td').last().locator('a, button')).toBeVisible();
    }
    const customer = await open(browser, 'customerElite', PHONE);
    await expect(customer.locator(`[data-unit="${box.equipmentNo}"]`)).toBeVisible();
    for (const page of [dispatcher, customer]) {
      expect(await sideways(page)).toBe(0);
      expect(await serious(page)).toEqual([]);
    }
    if (process.env.LOOKS) {
      await dispatcher.screenshot({ path: `${process.env.LOOKS}/home-dispatcher-390.png` });
      await customer.screenshot({ path: `${process.env.LOOKS}/home-customer-390.png` });
    }
  });
});

test('the states of the finder make up all, each is the total of its list, and the account stays folded or open', async ({
  browser,
}) => {
  const page = await open(browser, 'branchDispatcher');
  const numbers = async () =>
    (
      await page.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent))
    ).map((text) => parseInt(text ?? '', 10));
  // Until they are read there are dashes.
  await expect.poll(async () => (await numbers()).every(Number.isFinite)).toBe(true);
  const [all = 0, ...each] = await numbers();
  expect(each).toHaveLength(7);
  expect(each.reduce((sum, count) => sum + count, 0)).toBe(all);
  const fold = page.getByRole('button', { name: /^当前账户/ });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await expect(page.getByText(account('branchDispatcher').username, { exact: true })).toBeVisible();
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
});
