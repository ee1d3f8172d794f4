import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { serious } from './support/accessibility';
import { signIn } from './support/stack';
import { test } from './support/test';

/** The equipment list as people use it: the whole running portal, a real browser. */

const grid = (page: Page) => page.getByRole('grid', { name: '设备列表' });
const row = (page: Page, no: string) => page.locator(`[role="row"][data-id="${no}"]`);
const count = async (page: Page) =>
  Number((/\d+/.exec((await page.getByText(/^共 \d+ 条$/).textContent()) ?? '') ?? ['0'])[0]);

test.describe('the equipment list', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'platformAdmin', '/equipmentlist');
    await expect(grid(page)).toBeVisible();
  });

  test('[EQUIP-001] [EQUIP-004] [CONV-021] search, filter, reload, edit: the URL keeps the question and the row shows the change', async ({
    page,
  }) => {
    const all = await count(page);
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: '设备号 / 设备名称' })).toBeFocused();
    await page.keyboard.type('客梯');
    expect(await count(page)).toBe(all);
    await page.keyboard.press('Enter');
    await expect.poll(() => count(page)).toBeLessThan(all);
    const named = await count(page);
    await page.getByRole('combobox', { name: '在线状态' }).click();
    await page.getByRole('option', { name: '在线', exact: true }).click();
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page).toHaveURL(/onlineStatus=1/);
    // The fleet lives: how many are online changes by the minute, that some of the named ones are not does not.
    await expect.poll(() => count(page)).toBeLessThan(named);
    await page.getByRole('columnheader', { name: '设备号' }).click();
    await expect(page).toHaveURL(/sort=equipmentNo&order=asc/);
    await page.getByRole('button', { name: '下一页' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^第 2 \//)).toBeVisible();

    await page.reload();
    await expect(grid(page)).toBeVisible();
    await expect(page.getByRole('textbox', { name: '设备号 / 设备名称' })).toHaveValue('客梯');
    await expect(page.getByText(/^第 2 \//)).toBeVisible();
    expect(await count(page)).toBeLessThan(named);

    const no = (await page.locator('[role="row"][data-id]').first().getAttribute('data-id')) ?? '';
    const building = `楼宇${Date.now()}`;
    await row(page, no).getByRole('button', { name: /^修改/ }).click();
    const dialog = page.getByRole('dialog', { name: '修改设备' });
    await expect(dialog.getByRole('textbox', { name: '设备号' })).toHaveValue(no);
    const before = await dialog.getByRole('textbox', { name: '楼宇' }).inputValue();
    await dialog.getByRole('textbox', { name: '楼宇' }).fill(building);
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('操作成功')).toBeVisible();
    await expect(row(page, no)).toContainText(building);
    // By its number: the fleet lives, and the unit may stand on another page by now.
    await page.goto(`/equipmentlist?key=${no}`);
    await expect(row(page, no)).toContainText(building);

    await row(page, no).getByRole('button', { name: /^修改/ }).click();
    await dialog.getByRole('textbox', { name: '楼宇' }).fill(before);
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(row(page, no)).not.toContainText(building);
  });

  test('the export is a workbook of what is shown', async ({ page }) => {
    await page.goto('/equipmentlist?equipmentType=2');
    await expect(grid(page)).toBeVisible();
    const total = await count(page);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^equipment-\d{14}\.xlsx$/);
    const path = await file.path();
    expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors');
    const sheet = execFileSync('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    expect(sheet.match(/<row /g)).toHaveLength(total + 1);
    expect(sheet).toContain('设备名称');
    expect(sheet).not.toContain('<f>');
  });

  test('[EQUIP-007] a link with type shows what the preset stands for', async ({ page }) => {
    await page.goto('/equipmentlist?type=2');
    await expect(page).toHaveURL(/\/equipmentlist\?onlineStatus=4$/);
    await expect(page.getByRole('combobox', { name: '在线状态' })).toHaveText('未安装');
  });

  test('[CONV-009] [CONV-011] takes 200 rows a page under one header, is at least 200 high when empty, and has no serious accessibility finding', async ({
    page,
  }) => {
    // Two hundred rows have no other findings than fifteen, and take twelve times as long to be judged.
    expect(await serious(page)).toEqual([]);
    await page.getByRole('combobox', { name: '每页条数' }).click();
    await page.getByRole('option', { name: '200 条/页' }).click();
    await expect(page).toHaveURL(/size=200/);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '201');
    await page.getByRole('textbox', { name: '盒子号' }).fill('none-such');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/cubeNo=NONE-SUCH/);
    const empty = page.getByText('无相关数据');
    await expect(empty).toBeVisible();
    expect((await page.locator('[aria-busy]').filter({ has: empty }).boundingBox())?.height).toBeGreaterThanOrEqual(
      200,
    );
    expect(await serious(page)).toEqual([]);
  });

  test('walks by keyboard: arrows through the cells, Enter sorts', async ({ page }) => {
    await page.getByRole('columnheader', { name: '盒子号' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/sort=cubeNo&order=asc/);
    await expect(page.getByRole('columnheader', { name: '盒子号' })).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[role="gridcell"]:focus')).toHaveAttribute('data-field', 'cubeNo');
  });

  test('at 390 px every row is a card, and nothing is wider than the page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(page.getByRole('table', { name: '设备列表' })).toBeVisible();
    await expect(grid(page)).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
