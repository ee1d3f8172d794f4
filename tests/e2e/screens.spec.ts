import { expect, type Page } from '@playwright/test';
import type { LedgerBox } from '../support/ledger';
import { serious } from './support/accessibility';
import { unreadable } from './support/cut-words';
import { connect, trap, type Unit } from './support/incident-units';
import { createLedgerBoxes, query, removeLedgerBoxes } from './support/ledger-boxes';
import { measured } from './support/people';
import { chooseFurther } from './support/row-menu';
import { signIn } from './support/stack';
import { test } from './support/test';

/** A screen in a car: registered in the portal, linked by its code in a browser that knows nothing else, and what it shows. */

const SCREEN_NO = `E2E-${Date.now()}`;
const WALL = { width: 1920, height: 1080 };
const SMALL = { width: 480, height: 800 };

let box: LedgerBox;
let unit: Unit;
test.beforeAll(async () => {
  const [made] = await createLedgerBoxes(1);
  if (!made) throw new Error('no unit');
  box = made;
  unit = { ...made, equipmentType: 'YAE_ELT', name: made.equipmentNo };
  await connect(unit);
});
test.afterAll(async () => {
  await query('DELETE FROM smart_screen WHERE screen_no = $1', [SCREEN_NO]);
  for (const table of ['escalation_step', 'detector_effect'])
    await query(`DELETE FROM ${table} WHERE equipment_no = $1`, [box.equipmentNo]);
  await removeLedgerBoxes([box]);
});

/** The moment as the device's own picker takes it. */
const momentText = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19);

async function publish(page: Page, text: string, priority?: string): Promise<void> {
  await page.getByRole('button', { name: `发布通知：${SCREEN_NO}` }).click();
  const dialog = page.getByRole('dialog', { name: /发布通知/ });
  await dialog.getByRole('textbox', { name: /通知内容/ }).fill(text);
  await dialog.getByLabel(/结束时间/).fill(momentText(Date.now() + 3_600_000));
  if (priority !== undefined) {
    await dialog.getByRole('combobox', { name: /优先级/ }).click();
    await page.getByRole('option', { name: priority }).click();
  }
  await dialog.getByRole('button', { name: '发布', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function further(page: Page, task: string): Promise<void> {
  await chooseFurther(page.getByRole('button', { name: `${SCREEN_NO} 的更多操作` }), task);
}

async function makeCode(page: Page): Promise<string> {
  await further(page, '接入');
  await page.getByRole('button', { name: '生成接入码' }).click();
  const made = page.getByRole('dialog', { name: /接入智慧屏/ });
  await expect(made).toContainText(/\d{8}/);
  const code = /接入码\D*(\d{8})/.exec((await made.textContent()) ?? '')?.[1] ?? '';
  await page.keyboard.press('Escape');
  return code;
}

/** What became of a notice, in the history of the screen. */
async function expectHistory(page: Page, text: string, state: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: `播放记录：${SCREEN_NO}` }).click();
    const row = page.getByRole('dialog').getByRole('row', { name: new RegExp(text) });
    const found = await row.textContent({ timeout: 5000 });
    await page.keyboard.press('Escape');
    expect(found).toContain(state);
  }).toPass();
}

test('[MISC-015] a screen is linked by its code, shows notices, trapped persons over a lost link, and nothing once its key is taken', async ({
  page,
  browser,
}) => {
  await signIn(page, 'platformAdmin', `/smartscreenlist?screenNo=${SCREEN_NO}`);
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog', { name: '新增智慧屏' });
  await dialog.getByRole('textbox', { name: /屏编号/ }).fill(SCREEN_NO);
  await dialog.getByRole('combobox', { name: /设备号/ }).fill(unit.equipmentNo);
  await page.getByRole('option', { name: unit.equipmentNo }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: new RegExp(SCREEN_NO) });
  await expect(row).toContainText('未接入');
  const code = await makeCode(page);

  // Its browser has no account, and keeps its own page.
  const device = await browser.newContext({ viewport: WALL, serviceWorkers: 'allow' });
  const wall = await device.newPage();
  const shown = (kind: string) => wall.locator(`[data-picture="${kind}"]`);
  await wall.goto('/screen');
  await expect(wall.getByRole('navigation')).toHaveCount(0);
  const number = wall.getByRole('textbox', { name: /屏编号 Screen number/ });
  await expect(number).toBeFocused();
  expect(await serious(wall)).toEqual([]);
  for (const window of [SMALL, WALL]) {
    await wall.setViewportSize(window);
    expect(await unreadable(wall)).toEqual([]);
  }
  await wall.keyboard.type(SCREEN_NO);
  await wall.keyboard.press('Tab');
  await wall.keyboard.type(code === '00000000' ? '11111111' : '00000000');
  await wall.keyboard.press('Enter');
  await expect(wall.getByText('The code is wrong or has ended')).toBeVisible();
  await wall.getByRole('textbox', { name: /接入码 Code/ }).fill(code);
  await wall.keyboard.press('Enter');
  await expect(shown('idle')).toBeVisible();
  expect(await device.cookies()).toEqual([]);

  // Notices: seen and told back, an urgent one instead of others.
  await page.reload();
  await expect(row).toContainText('在线');
  let since = Date.now();
  await publish(page, '明早八点检修');
  await measured('a notice from the portal to the screen', since, () =>
    expect(wall.getByText('明早八点检修')).toBeVisible(),
  );
  await expectHistory(page, '明早八点检修', '已显示');
  await publish(page, '消防演习，请走楼梯', '紧急');
  await expect(wall.getByText('消防演习，请走楼梯')).toBeVisible();
  await expect(wall.getByText('明早八点检修')).toHaveCount(0);
  await expectHistory(page, '消防演习，请走楼梯', '已显示');

  // Trapped persons: over everything, in both languages, and over a cut link and a power cut, until it hears that they are free.
  since = Date.now();
  await trap(unit, true);
  await measured('trapped persons from the box to the screen', since, () => expect(shown('comfort')).toBeVisible());
  await expect(shown('comfort')).toContainText('救援人员正在赶来');
  await expect(shown('comfort')).toContainText('help is on the way');
  await expect(wall.getByText('消防演习，请走楼梯')).toHaveCount(0);
  await expect(async () => {
    // The list shows what the screen has told by then.
    await page.reload();
    await expect(row).toContainText('困人安抚', { timeout: 3000 });
  }).toPass();
  await wall.evaluate(async () => {
    const isKept = async () => (await (await caches.open('screen-page')).keys()).length > 1;
    while (!(await isKept())) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await device.setOffline(true);
  await wall.reload();
  await expect(shown('comfort')).toBeVisible();
  await expect(shown('comfort')).toContainText('help is on the way');
  await trap(unit, false);
  await expect(shown('comfort')).toBeVisible();
  since = Date.now();
  await device.setOffline(false);
  await measured('the release once the link is back', since, () =>
    expect(wall.getByText('消防演习，请走楼梯')).toBeVisible(),
  );
  await expect(shown('comfort')).toHaveCount(0);

  // Its key is taken: nothing that it showed is left on it.
  await page.reload();
  await further(page, '收回密钥');
  await page.getByRole('alertdialog').getByRole('button', { name: '收回密钥' }).click();
  await expect(wall.getByText('The key of this screen has ended, please link it anew')).toBeVisible();
  await expect(wall.getByText('消防演习，请走楼梯')).toHaveCount(0);
  expect(await wall.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('sms.screen')))).toEqual([
    'sms.screen',
  ]);
  await expect(row).toContainText('未接入');
});
