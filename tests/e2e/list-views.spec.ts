import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { serious } from './support/accessibility';
import { person } from './support/people';
import { signIn } from './support/stack';
import { test } from './support/test';

/** Named views, columns and phones on the lists of the running portal, in a real browser. */

const grid = (page: Page) => page.getByRole('grid', { name: '设备列表' });
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const heads = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-field')));

test('a view is saved, shared with a colleague, opened after a reload, and nobody else’s', async ({ browser }) => {
  const dispatcher = await person(browser, 'branchDispatcher', {
    address: '/equipmentlist?onlineStatus=1&sort=equipmentNo&order=desc',
  });
  await expect(grid(dispatcher)).toBeVisible();
  await dispatcher.getByRole('button', { name: '显示设置' }).click();
  await dispatcher.getByRole('checkbox', { name: '盒子号' }).uncheck();
  await dispatcher.keyboard.press('Escape');
  await expect(head(dispatcher, '盒子号')).toHaveCount(0);

  const name = `在线的 ${Date.now() % 1e6}`;
  await dispatcher.getByRole('button', { name: '已存视图' }).click();
  await dispatcher.getByRole('menuitem', { name: '另存为视图' }).click();
  const dialog = dispatcher.getByRole('dialog', { name: '另存为视图' });
  await dialog.getByRole('textbox', { name: '视图名称' }).fill(name);
  await dialog.getByRole('switch', { name: '与同事共享' }).check();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(dispatcher).toHaveURL(/view=[\w-]{36}/);
  await dispatcher.reload();
  await expect(dispatcher.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(head(dispatcher, '盒子号')).toHaveCount(0);

  const viewId = new URL(dispatcher.url()).searchParams.get('view') ?? '';
  const manager = await person(browser, 'branchManager', { address: `/equipmentlist?view=${viewId}` });
  await expect(manager).toHaveURL(/onlineStatus=1/);
  await expect(manager).toHaveURL(/sort=equipmentNo&order=desc/);
  await expect(grid(manager)).toBeVisible();
  await expect(head(manager, '盒子号')).toHaveCount(0);
  await manager.getByRole('button', { name, exact: true }).click();
  await expect(manager.getByRole('menuitem', { name: '删除视图' })).toHaveCount(0);
  await Promise.all([
    manager.waitForResponse((answer) => answer.url().endsWith('/sms/listView/default') && answer.ok()),
    manager.getByRole('menuitem', { name: '设为默认视图' }).click(),
  ]);
  await manager.goto('/equipmentlist');
  await expect(manager).toHaveURL(new RegExp(`view=${viewId}`));

  const customer = await person(browser, 'customerLite', { address: `/equipmentlist?view=${viewId}` });
  await expect(customer.getByText('该视图不存在或已不再共享')).toBeVisible();

  await dispatcher.getByRole('button', { name, exact: true }).click();
  await dispatcher.getByRole('menuitem', { name: '删除视图' }).click();
  await dispatcher.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  await expect(dispatcher).toHaveURL(/view=none/);
  await manager.goto('/equipmentlist');
  await expect(manager).not.toHaveURL(/view=/);
});

test('a column is made wider and moved by the keyboard, and stays so after a reload', async ({ page }) => {
  await signIn(page, 'platformAdmin', '/equipmentlist');
  await expect(grid(page)).toBeVisible();
  const box = head(page, '盒子号');
  await box.focus();
  const before = (await box.boundingBox())?.width ?? 0;
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await box.boundingBox())?.width ?? 0).toBeGreaterThan(before + 20);
  const order = await heads(page);
  const at = order.indexOf('cubeNo');
  await box.focus();
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await expect.poll(() => heads(page).then((fields) => fields.indexOf('cubeNo'))).toBe(at - 1);
  await page.reload();
  await expect(grid(page)).toBeVisible();
  await expect.poll(() => heads(page).then((fields) => fields.indexOf('cubeNo'))).toBe(at - 1);
  expect((await heads(page)).at(-1)).toBe('actions');
  await page.getByRole('button', { name: '显示设置' }).click();
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: '恢复默认' }).click();
  // What is open hides the rest of the page.
  await page.keyboard.press('Escape');
  await expect.poll(() => heads(page)).toEqual(order);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('filters are a sheet that says how many are in use, and is applied or given up', async ({ page }) => {
    await signIn(page, 'platformAdmin', '/equipmentlist');
    await page.getByRole('button', { name: '筛选', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: '筛选条件' });
    await sheet.getByRole('textbox', { name: '设备号 / 设备名称' }).fill('客梯');
    expect(await serious(page)).toEqual([]);
    await sheet.getByRole('button', { name: '查看结果' }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/key=/);
    const button = page.getByRole('button', { name: '筛选（已用 1 项）' });
    await button.click();
    await sheet.getByRole('textbox', { name: '设备号 / 设备名称' }).fill('别的');
    await page.keyboard.press('Escape');
    await button.click();
    await expect(sheet.getByRole('textbox', { name: '设备号 / 设备名称' })).toHaveValue('客梯');
    await sheet.getByRole('button', { name: '重置' }).click();
    await expect(page.getByRole('button', { name: '筛选', exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/key=/);
  });

  test('a record takes at most 150 px, and all of it on request', async ({ page }) => {
    await signIn(page, 'platformAdmin');
    for (const path of [
      '/equipmentlist',
      '/callbacklist',
      '/symptomList',
      '/userList',
      '/projectList',
      '/errorInspection',
    ])
      await test.step(path, async () => {
        await page.goto(path);
        const cards = page.locator('tr[data-row]');
        await expect(cards.first()).toBeVisible();
        await expect(page.getByRole('button', { name: /^筛选/ })).toBeVisible();
        const heights = await cards.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
        // Nothing is cut: a long value takes a second line.
        expect(Math.max(...heights)).toBeLessThanOrEqual(150);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
        const first = cards.first();
        const values = first.locator('td:visible');
        const few = await values.count();
        await first.getByRole('button', { name: /的全部内容$/ }).click();
        await expect.poll(() => values.count()).toBeGreaterThan(few);
      });
  });
});

test('the audit log speaks in words and leaves page views out until they are asked for', async ({ page }) => {
  await signIn(page, 'platformAdmin', '/apiaccesslog');
  const log = page.getByRole('grid', { name: '审计日志' });
  await expect(log).toBeVisible();
  await expect(log.getByRole('gridcell', { name: '登录', exact: true }).first()).toBeVisible();
  await expect(log.getByRole('gridcell', { name: '查看', exact: true })).toHaveCount(0);
  await page.getByRole('switch', { name: '显示查看记录' }).check();
  await expect(page).toHaveURL(/views=shown/);
  await expect(log.getByRole('gridcell', { name: '查看', exact: true }).first()).toBeVisible();
});

test('authorities are read in words, their code beside them', async ({ page }) => {
  await signIn(page, 'platformAdmin', '/authorityList?searchKey=CALLBACK_WRITE');
  const row = page.locator('[role="row"][data-id="CALLBACK_WRITE"]');
  await expect(row).toContainText('处理召修');
  await expect(row).toContainText('CALLBACK_WRITE');
  await expect(row).toContainText('服务');
});
